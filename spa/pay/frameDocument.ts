import en from '../../locales/en/card.json'
import frCa from '../../locales/fr-ca/card.json'
import { withFrenchSpaces, withNamespace } from '../src/i18n/translationFiles'

/** Parameters from the framing page: language, theme and content. */
export const params = new URLSearchParams(location.search)

// Only pages of this site may frame these documents: missing parameters are read from that page.
const page = window.top?.document.documentElement
const french = /^fr/i.test(params.get('locale') ?? page?.lang ?? '')
const words = french ? withNamespace('card', withFrenchSpaces(frCa)) : withNamespace('card', en)

export const text = (key: keyof typeof words) => words[key]

/** Sets language, theme and title of the document. */
export function initDocument(title: string) {
  document.documentElement.lang = french ? 'fr-CA' : 'en'
  document.title = title
  applyTheme(params.get('theme') ?? page?.dataset.theme)
}

/** Sets the theme; other values follow the system. */
export function applyTheme(theme: string | undefined) {
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
}
