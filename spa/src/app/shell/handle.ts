import type { BundlePart } from '../../i18n/translations.plugin'

/** Route handle: what a page declares to the shell. */
export interface Handle {
  /** Order step of the page: 0 start, 1 menu, 2 cart, 3 details, 4 payment, 5 placed. */
  step?: number
  /** Uses the low header without an order button: pages of an order and of signing in. */
  slim?: boolean
  /** Shows "Back to Cart" instead of the cart; on phones it also hides menu and footer, to keep guests in the checkout. */
  backToCart?: boolean
  /** Additional translation bundles of the pages below. */
  words?: readonly BundlePart[]
}
