const stored = 'bank-of'
const first = '/checkout/payment'

/** The path of the payment page that framed the bank, in its market. */
export const paymentPage = {
  remember() {
    try {
      sessionStorage.setItem(stored, window.top?.location.pathname ?? '')
    } catch {
      // Storage may be refused: then a bank that leaves its frame leads to the site of the US.
    }
  },
  path(): string {
    try {
      const path = sessionStorage.getItem(stored) || first
      // What a browser takes for another site is no path of this one.
      return new URL(path, location.origin).href === location.origin + path ? path : first
    } catch {
      return first
    }
  },
}
