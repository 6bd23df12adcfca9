/** What a guest has answered to the site itself, each in a cookie of its name: how long it stands, in seconds. Specification §9. */
export const choiceAges = {
  /** To the cookies. */
  cookieConsent: 63_115_200,
  /** To the bar of promotions. */
  hidePromotionsBar: 604_800,
  /** To the offer of another country's site: the general cookie option. */
  hideContinueToInternationalSitePrompt: 21_600,
  /** Which language is read: a locale. */
  language: 63_115_200,
  /** Which site is read: its prefix, or / for the first one. The edge leads nobody away who has it (infra/edge/arrival.js). */
  site: 63_115_200,
} as const
export type Choice = keyof typeof choiceAges

export function readCookie(name: string): string | null {
  if (typeof document === 'undefined') return null // a page that is rendered on the server is nobody's
  const found = document.cookie.split('; ').find((c) => c.startsWith(`${name}=`))
  try {
    return (found && decodeURIComponent(found.slice(name.length + 1))) || null
  } catch {
    return null // nobody here wrote it
  }
}

/** Writes a cookie for every page, which is told over https alone where the site is. */
export function writeCookie(name: string, value: string, seconds: number) {
  const secure = location.protocol === 'https:' ? '; secure' : ''
  // The Cookie Store API is not everywhere yet.
  // biome-ignore lint/suspicious/noDocumentCookie: see above
  document.cookie = `${name}=${encodeURIComponent(value)}; path=/; max-age=${seconds}; samesite=lax${secure}`
}

/** Reads what this browser stores without an end; null where storage is refused. */
export function readStored(name: string): string | null {
  try {
    return localStorage.getItem(name)
  } catch {
    return null
  }
}

/** Stores a value under this name, or takes it away. */
export function writeStored(name: string, value: string | null | undefined) {
  try {
    if (value) localStorage.setItem(name, value)
    else localStorage.removeItem(name)
  } catch {
    // Storage may be refused; the value then lives as long as the page or its cookie.
  }
}

export const readChoice = (name: Choice) => readCookie(name)

export const storeChoice = (name: Choice, value = 'true') => writeCookie(name, value, choiceAges[name])

/** Browsers keep no cookie for two years, but for 400 days: each visit renews what was answered for longer. */
export function renewChoices() {
  for (const name of ['cookieConsent', 'language', 'site'] as const) {
    const answer = readChoice(name)
    if (answer) storeChoice(name, answer)
  }
}

/** A guest has said which site they want to read. */
export function chooseSite({ prefix, locale }: { prefix: string; locale: string }) {
  storeChoice('site', prefix || '/')
  storeChoice('language', locale)
}
