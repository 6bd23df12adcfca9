import { beforeEach, describe, expect, test } from 'vitest'
import type { Deal } from '../../api/generated'
import { i18n, loadTranslations } from '../../i18n/i18n'
import { dealState, dealTimes } from './dealTimes'

const now = new Date('2026-11-20T18:00:00Z') // a Friday
const lunch = { open: '11:00', close: '15:00' }
const plain = (text: string) => text.replaceAll(/\s/g, ' ')

describe.each(['en', 'fr-ca'] as const)('%s', (locale) => {
  const lang = { en: 'en-US', 'fr-ca': 'fr-CA' }[locale]
  beforeEach(() => loadTranslations(locale, 'content'))

  test.each<[Partial<Deal>, string, string]>([
    [{}, 'Every day', 'Tous les jours'],
    [{ weekdays: [0] }, 'Sundays', 'Le dimanche'],
    [{ weekdays: [1, 4] }, 'Mondays and Thursdays', 'Le lundi et le jeudi'],
    [{ weekdays: [1, 2, 3, 4, 5] }, 'Monday to Friday', 'Du lundi au vendredi'],
    [{ weekdays: [0, 5, 6] }, 'Friday to Sunday', 'Du vendredi au dimanche'],
    [
      { weekdays: [0, 1, 2, 3, 4, 5, 6], hours: lunch },
      'Every day; 11:00 AM–3:00 PM',
      'Tous les jours; 11 h – 15 h',
    ],
    [
      { from: '2026-11-20', until: '2026-12-31' },
      'Every day; Until December 31, 2026',
      'Tous les jours; Jusqu’au 31 décembre 2026',
    ],
    [
      { from: '2026-12-01' },
      'Every day; From December 1, 2026',
      'Tous les jours; À partir du 1er décembre 2026',
    ],
    [
      { from: '2026-12-01', until: '2026-12-31' },
      'Every day; December 1, 2026 to December 31, 2026',
      'Tous les jours; Du 1er décembre 2026 au 31 décembre 2026',
    ],
  ])('%j', (deal, english, french) => {
    const lines = dealTimes(deal, lang, i18n.t, now).join('; ')
    expect(plain(lines)).toBe(locale === 'en' ? english : french)
  })

  test('a coming deal names its first day in the zone of the restaurant', () => {
    const state = (deal: Partial<Deal>) => dealState(deal as Deal, lang, i18n.t, now)
    const midnight = { next: '2026-11-22T06:00:00Z', timeZone: 'America/Chicago' }
    expect(state({})).toBe(locale === 'en' ? 'On now' : 'En ce moment')
    expect(state(midnight)).toBe(locale === 'en' ? 'Starts Sunday' : 'Dès dimanche')
  })
})
