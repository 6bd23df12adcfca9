/** Pages for cart, summary, payment and order. For the reason of one chunk see locations.chunk.ts. */
export { CartPage } from '../features/basket/cart/CartPage'
export { SummaryPage } from '../features/basket/summary/SummaryPage'
export { CheckoutPage } from '../features/checkout/contact/CheckoutPage'
export { PaymentPage } from '../features/checkout/payment/PaymentPage'
export { OrderPage } from './orderPage.chunk'
