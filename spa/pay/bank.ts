/**
 * A frame for the page in which a bank asks its guest. It is a document of its own because its policy lets it frame the payment
 * provider, and through the provider any bank in the world, which no page of the site may. The bank leads its guest on to back.html.
 */
import './pay.css'
import { paymentPage } from './paymentPage'
import { asked, dress, say } from './words'

/** Where Stripe leads a guest to the bank. */
const provider = 'https://hooks.stripe.com'

dress(say('card.bank'))
paymentPage.remember()
const page = new URL(asked.get('page') ?? '', location.origin)
// An address of anybody else shows nothing: the policy would not frame it either.
if (page.origin === location.origin || page.origin === provider) {
  if (page.origin === location.origin)
    for (const name of ['locale', 'theme']) page.searchParams.set(name, asked.get(name) ?? '')
  const frame = document.createElement('iframe')
  frame.title = say('card.bank')
  frame.src = page.href
  document.body.append(frame)
}
