/**
 * Return page of a bank's authentication, in the payment page's frame. It notifies the payment page, which asks the server for the
 * result, because a message proves nothing. If the bank has left the frame, the whole page loads here and redirects to the payment
 * page, which checks the result on load. Query parameters of the provider are ignored.
 */
import './pay.css'
import type { BankReturn } from '../src/features/checkout/payment/cardFieldMessages'
import { initDocument, text } from './frameDocument'
import { paymentPage } from './paymentPage'

initDocument(text('card.back'))
document.body.append(text('card.back'))
if (window.top && window.top !== window)
  window.top.postMessage({ type: 'authentication:done' } satisfies BankReturn, location.origin)
else location.replace(paymentPage.path())
