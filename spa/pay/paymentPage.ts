const stored = 'bank-of'

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
      return sessionStorage.getItem(stored) || '/checkout/payment'
    } catch {
      return '/checkout/payment'
    }
  },
}
