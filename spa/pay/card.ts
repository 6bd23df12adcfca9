/**
 * Stripe's card field, in the document that the payment page frames. It uses the messages of the payment page
 * (features/checkout/payment/cardFieldMessages.ts) and places Stripe's inputs between our labels and errors. Only this document's CSP
 * allows Stripe's script, so it loads only when the guest pays. Card data stays in Stripe's frames.
 */
import type { StripeCardNumberElement } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'
import type {
  CardBilling,
  CardError,
  CardFieldCommand,
  CardFieldEvent,
} from '../src/features/checkout/payment/cardFieldMessages'
import './pay.css'
import './card.css'
import { found, type Name, names, Part } from './part'
import { asked, dress, say, wear } from './words'

/** Types of Stripe's inputs by our names. */
const kinds = { number: 'cardNumber', expiry: 'cardExpiry', code: 'cardCvc' } as const

const tell = (said: CardFieldEvent) => window.parent.postMessage(said, location.origin)

/** Stripe's inputs cannot read our style sheet: pass the theme's colours. */
function style() {
  const ink = getComputedStyle(document.documentElement)
  const of = (name: string) => ink.getPropertyValue(name).trim()
  const base = {
    color: of('--ink'),
    fontFamily: 'system-ui, sans-serif',
    fontSize: '16px',
    fontWeight: '500',
    lineHeight: '24px',
  }
  return {
    base: { ...base, iconColor: of('--ink-2'), '::placeholder': { color: of('--ink-2') } },
    invalid: { color: of('--ink'), iconColor: of('--bad') },
  }
}

async function start() {
  // Only inside the payment page's frame: a direct link could contain another account's key.
  if (window.parent === window) return
  dress(say('card.title'))
  const form = document.forms[0]!
  form.setAttribute('aria-label', say('card.title'))
  const parts = {
    number: new Part('number', form),
    expiry: new Part('expiry', form),
    code: new Part('code', form),
  }
  new ResizeObserver(() =>
    tell({ type: 'card-field:height', height: Math.ceil(document.body.getBoundingClientRect().height) }),
  ).observe(document.body)

  const stripe = await loadStripe(asked.get('key') ?? '')
  if (!stripe) return
  const elements = stripe.elements({ locale: document.documentElement.lang === 'fr-CA' ? 'fr-CA' : 'en' })
  // All three have the same interface here, but different types.
  const make = (name: Name) =>
    elements.create(kinds[name] as 'cardNumber', { style: style() }) as StripeCardNumberElement
  const inputs = { number: make('number'), expiry: make('expiry'), code: make('code') }

  const firstWrong = () => names.find((name) => parts[name].wrong)
  const check = () => {
    for (const name of names) parts[name].show(parts[name].wrong)
    return firstWrong()
  }
  const refuse = (request: number, name: Name, error: CardError) => {
    parts[name].show(error)
    inputs[name].focus()
    tell({ type: 'card-field:error', request, error })
  }

  let brand: string | undefined
  inputs.number.on('change', (event) => {
    brand = event.brand
  })
  const changed = () => {
    const wrong = firstWrong()
    tell({ type: 'card-field:change', complete: !wrong, error: wrong && parts[wrong].wrong, brand })
  }
  let mounting = names.length
  for (const name of names) {
    inputs[name].on('ready', () => {
      if (--mounting === 0) tell({ type: 'card-field:ready' })
    })
    parts[name].mount(inputs[name], changed)
  }

  const tokenize = async (request: number, { postalCode, name, ...address }: CardBilling) => {
    const wrong = check()
    if (wrong) return refuse(request, wrong, parts[wrong].wrong!)
    try {
      const { paymentMethod, error } = await stripe.createPaymentMethod({
        type: 'card',
        card: inputs.number,
        billing_details: { name, address: { ...address, postal_code: postalCode } },
      })
      const card = paymentMethod?.card
      if (card)
        return tell({
          type: 'card-field:token',
          request,
          id: paymentMethod.id,
          brand: card.brand,
          lastFour: card.last4,
        })
      refuse(request, ...(found[error?.code ?? ''] ?? (['number', 'unavailable'] as const)))
    } catch {
      refuse(request, 'number', 'unavailable')
    }
  }

  addEventListener('message', ({ source, origin, data }: MessageEvent<CardFieldCommand>) => {
    if (source !== window.parent || origin !== location.origin) return
    if (data.type === 'card-field:check') check()
    if (data.type === 'card-field:tokenize') tokenize(data.request, data.billing)
    if (data.type === 'card-field:focus') inputs.number.focus()
    if (data.type === 'card-field:theme') {
      wear(data.theme)
      for (const name of names) inputs[name].update({ style: style() })
    }
  })
  // Stripe's inputs submit the surrounding form on Enter.
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    tell({ type: 'card-field:submit' })
  })
}

// If Stripe fails to load, no ready message is sent: the payment page times out and offers a retry.
void start().catch(() => {})
