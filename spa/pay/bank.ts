/**
 * Frame for the bank's authentication page. It is a separate document, because its CSP allows frames of the payment provider and,
 * through it, of any bank, which no page of the site may. The bank redirects to back.html.
 */
import './pay.css'
import { initDocument, params, text } from './frameDocument'
import { paymentPage } from './paymentPage'

/** Origin from which Stripe redirects to the bank. */
const provider = 'https://hooks.stripe.com'

initDocument(text('card.bank'))
paymentPage.remember()
const page = new URL(params.get('page') ?? '', location.origin)
// Other origins are not shown; the CSP would block the frame too.
if (page.origin === location.origin || page.origin === provider) {
  if (page.origin === location.origin)
    for (const name of ['locale', 'theme']) page.searchParams.set(name, params.get(name) ?? '')
  const frame = document.createElement('iframe')
  frame.title = text('card.bank')
  frame.src = page.href
  document.body.append(frame)
}
