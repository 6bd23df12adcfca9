import { readChoice, storeChoice } from './storedChoices'

/** How the guest answered the cookie banner, or objected on the do-not-sell page. Only "accepted" gives consent. */
export type Consent = 'accepted' | 'closed' | 'refused'

/** Whether this browser objects to sale, sharing and measurement: it sends Global Privacy Control, or its guest pressed the button. */
export const hasObjection = () =>
  navigator.globalPrivacyControl === true || readChoice('cookieConsent') === ('refused' satisfies Consent)

/** Has this browser object from now on, as Global Privacy Control does. It needs no network. */
export const storeObjection = () => storeChoice('cookieConsent', 'refused' satisfies Consent)
