import { readChoice } from '../../market/storedChoices'

declare global {
  interface Window {
    /** What whoever measures this site may read. Nothing of ours sends it anywhere. */
    dataLayer?: object[]
  }
  interface Navigator {
    globalPrivacyControl?: boolean
  }
}

/** How the guest has closed the banner: only the button says yes. */
export type Consent = 'accepted' | 'closed'

/** Whether the browser asks for us to measure and to sell nothing (Global Privacy Control). */
export const hasPrivacySignal = () => navigator.globalPrivacyControl === true

/** Notes what happened, if the guest has agreed to that. */
export function logEvent(event: string, facts: Record<string, string>) {
  if (readChoice('cookieConsent') !== ('accepted' satisfies Consent) || hasPrivacySignal()) return
  window.dataLayer ??= []
  window.dataLayer.push({ event, ...facts })
}
