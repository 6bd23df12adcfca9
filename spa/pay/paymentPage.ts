const stored = 'bank-of'
const first = '/checkout/payment'

/** Stores the path of the payment page, with its market, that framed the bank. */
export const paymentPage = {
  remember() {
    try {
      sessionStorage.setItem(stored, window.top?.location.pathname ?? '')
    } catch {
      // Storage may be unavailable: a bank that leaves its frame then redirects to the US site.
    }
  },
  path(): string {
    try {
      const path = sessionStorage.getItem(stored) || first
      // Rejects values that a browser resolves to another origin.
      return new URL(path, location.origin).href === location.origin + path ? path : first
    } catch {
      return first
    }
  },
}
