import en from '../../locales/en/card.json'
import frCa from '../../locales/fr-ca/card.json'
import { withFrenchSpaces, withNamespace } from '../src/i18n/wordFiles'

/** What the page that frames this document asked for: its language and theme, and what the document is about. */
export const asked = new URLSearchParams(location.search)

// Only pages of this site may frame the documents of this folder: what is not asked for is as it is there.
const page = window.top?.document.documentElement
const french = /^fr/i.test(asked.get('locale') ?? page?.lang ?? '')
const words = french ? withNamespace('card', withFrenchSpaces(frCa)) : withNamespace('card', en)

export const say = (key: keyof typeof words) => words[key]

/** Puts the document into its language and theme. */
export function dress(title: string) {
  document.documentElement.lang = french ? 'fr-CA' : 'en'
  document.title = title
  wear(asked.get('theme') ?? page?.dataset.theme)
}

/** Anything but light and dark leaves the theme to the guest's system. */
export function wear(theme: string | undefined) {
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
}
