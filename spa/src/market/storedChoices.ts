/** Lifetimes of the cookies that store a guest's choices, in seconds. Specification §9. */
export const choiceAges = {
  /** Cookie consent. */
  cookieConsent: 63_115_200,
  /** Dismissal of the promotions bar. */
  hidePromotionsBar: 604_800,
  /** Dismissal of the other country's site: the general cookie option. */
  hideContinueToInternationalSitePrompt: 21_600,
  /** Chosen language: a locale. */
  language: 63_115_200,
  /** Chosen site: its prefix, or / for the first one. With this cookie the edge does not redirect (infra/edge/arrival.js). */
  site: 63_115_200,
} as const
export type Choice = keyof typeof choiceAges

export function readCookie(name: string): string | null {
  if (typeof document === 'undefined') return null // prerendered pages have no cookies
  const cookie = document.cookie.split('; ').find((c) => c.startsWith(`${name}=`))
  try {
    return (cookie && decodeURIComponent(cookie.slice(name.length + 1))) || null
  } catch {
    return null // malformed: not written by this site
  }
}

/** Writes a cookie for every path, with `secure` on https. */
export function writeCookie(name: string, value: string, seconds: number) {
  const secure = location.protocol === 'https:' ? '; secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store API yet
  document.cookie = `${name}=${encodeURIComponent(value)}; path=/; max-age=${seconds}; samesite=lax${secure}`
}

/** Reads from local storage; null if it is unavailable. */
export function readStored(name: string): string | null {
  try {
    return localStorage.getItem(name)
  } catch {
    return null
  }
}

/** Stores a value under this name, or removes it. */
export function writeStored(name: string, value: string | null | undefined) {
  try {
    if (value) localStorage.setItem(name, value)
    else localStorage.removeItem(name)
  } catch {
    // Storage may be unavailable; the value then lasts as long as the page or its cookie.
  }
}

export const readChoice = (name: Choice) => readCookie(name)

export const storeChoice = (name: Choice, value = 'true') => writeCookie(name, value, choiceAges[name])

/** Browsers limit cookies to 400 days: each visit renews choices with a longer lifetime. */
export function renewChoices() {
  for (const name of ['cookieConsent', 'language', 'site'] as const) {
    const answer = readChoice(name)
    if (answer) storeChoice(name, answer)
  }
}

/** Stores the guest's choice of site. */
export function chooseSite({ prefix, locale }: { prefix: string; locale: string }) {
  storeChoice('site', prefix || '/')
  storeChoice('language', locale)
}
