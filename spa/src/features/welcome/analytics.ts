import type { Consent } from '../../market/privacy'
import { readChoice } from '../../market/storedChoices'

declare global {
  interface Window {
    /** Events for an analytics tool. This site sends them nowhere. */
    dataLayer?: object[]
  }
  interface Navigator {
    globalPrivacyControl?: boolean
  }
}

/** Reports whether the browser sends Global Privacy Control. */
export const hasPrivacySignal = () => navigator.globalPrivacyControl === true

/** Records an event if the guest has consented. */
export function logEvent(event: string, properties: Record<string, string>) {
  if (readChoice('cookieConsent') !== ('accepted' satisfies Consent) || hasPrivacySignal()) return
  window.dataLayer ??= []
  window.dataLayer.push({ event, ...properties })
}
