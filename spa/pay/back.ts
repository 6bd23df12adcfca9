/**
 * Where a bank leads its guest once it has the answer: in the frame of the payment page, which asks the server what really
 * happened, for a message proves nothing. A bank that has left the frame leads the whole page here: then the guest goes on to the
 * payment page, which does the same as it opens. What the provider adds to the address is not read.
 */
import './pay.css'
import type { BankReturn } from '../src/features/checkout/payment/cardFieldMessages'
import { paymentPage } from './paymentPage'
import { dress, say } from './words'

dress(say('card.back'))
document.body.append(say('card.back'))
if (window.top && window.top !== window)
  window.top.postMessage({ type: 'authentication:done' } satisfies BankReturn, location.origin)
else location.replace(paymentPage.path())
