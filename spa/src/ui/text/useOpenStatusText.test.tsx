import { screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { loadTranslations } from '../../i18n/i18n'
import { renderAt } from '../../renderAt'
import type { Opening } from '../../time/openStatus'
import { useOpenStatusText } from './useOpenStatusText'

function Words({ opening, zone }: { opening: Opening; zone: string }) {
  const { now, next } = useOpenStatusText(opening, zone)
  return <p role="note">{[now, next].filter(Boolean).join('; ')}</p>
}

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-11-20T18:00:00Z'), toFake: ['Date'] })) // a Friday noon in Chicago

const chicago = 'America/Chicago'
const montreal = 'America/Toronto'
test.each<[string, string, Opening, string]>([
  ['/', chicago, { state: 'open', closesAt: '2026-11-21T03:00:00Z' }, 'Open; Closes at 9:00 PM'],
  ['/', chicago, { state: 'open', closesAt: '2026-11-21T08:00:00Z' }, 'Open; Closes at 2:00 AM'],
  ['/', chicago, { state: 'open', closesAt: '2026-11-21T06:00:00Z' }, 'Open; Closes at midnight'],
  ['/ca/fr-ca', montreal, { state: 'open', closesAt: '2026-11-21T05:00:00Z' }, 'Ouvert; Ferme à minuit'],
  ['/', chicago, { state: 'open', closesAt: '2026-11-20T18:20:00Z' }, 'Closes in 20 minutes'],
  ['/', chicago, { state: 'open', closesAt: '2026-11-20T18:00:30Z' }, 'Closes in 1 minute'],
  ['/', chicago, { state: 'open' }, 'Open'],
  ['/', chicago, { state: 'closed', opensAt: '2026-11-20T22:30:00Z' }, 'Closed; Opens at 4:30 PM'],
  ['/', chicago, { state: 'closed', opensAt: '2026-11-21T16:30:00Z' }, 'Closed; Opens tomorrow at 10:30 AM'],
  ['/', chicago, { state: 'closed', opensAt: '2026-11-23T16:30:00Z' }, 'Closed; Opens Monday at 10:30 AM'],
  [
    '/',
    chicago,
    { state: 'closed', opensAt: '2026-11-27T16:30:00Z' },
    'Closed; Opens Friday, November 27 at 10:30 AM',
  ],
  ['/', chicago, { state: 'closed' }, 'Closed'],
  ['/', chicago, { state: 'by-appointment' }, 'By appointment only'],
  ['/ca/fr-ca', montreal, { state: 'open', closesAt: '2026-11-21T02:00:00Z' }, 'Ouvert; Ferme à 21 h'],
  ['/ca/fr-ca', montreal, { state: 'open', closesAt: '2026-11-20T18:20:00Z' }, 'Ferme dans 20 minutes'],
  [
    '/ca/fr-ca',
    montreal,
    { state: 'closed', opensAt: '2026-11-21T15:30:00Z' },
    'Fermé; Ouvre demain à 10 h 30',
  ],
  [
    '/ca/fr-ca',
    montreal,
    { state: 'closed', opensAt: '2026-11-23T15:30:00Z' },
    'Fermé; Ouvre lundi à 10 h 30',
  ],
  ['/ca/fr-ca', montreal, { state: 'by-appointment' }, 'Sur rendez-vous seulement'],
])('%s %s %o: %s', async (path, zone, opening, want) => {
  await loadTranslations(path === '/' ? 'en' : 'fr-ca')
  renderAt(path, <Words opening={opening} zone={zone} />)
  expect(screen.getByRole('note').textContent?.replaceAll(/\s/g, ' ')).toBe(want)
})
