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
import { CardInput, fieldErrors, type Name, names } from './cardInput'
import { applyTheme, initDocument, params, text } from './frameDocument'

/** Types of Stripe's inputs by our names. */
const kinds = { number: 'cardNumber', expiry: 'cardExpiry', code: 'cardCvc' } as const

const send = (event: CardFieldEvent) => window.parent.postMessage(event, location.origin)

/** Stripe's inputs cannot read our style sheet: pass the theme's colours. */
function style() {
  const ink = getComputedStyle(document.documentElement)
  const colour = (name: string) => ink.getPropertyValue(name).trim()
  const base = {
    color: colour('--ink'),
    fontFamily: 'system-ui, sans-serif',
    fontSize: '16px',
    fontWeight: '500',
    lineHeight: '24px',
  }
  return {
    base: { ...base, iconColor: colour('--ink-2'), '::placeholder': { color: colour('--ink-2') } },
    invalid: { color: colour('--ink'), iconColor: colour('--bad') },
  }
}

async function start() {
  // Only inside the payment page's frame: a direct link could contain another account's key.
  if (window.parent === window) return
  initDocument(text('card.title'))
  const form = document.forms[0]!
  form.setAttribute('aria-label', text('card.title'))
  const fields = {
    number: new CardInput('number', form),
    expiry: new CardInput('expiry', form),
    code: new CardInput('code', form),
  }
  new ResizeObserver(() =>
    send({ type: 'card-field:height', height: Math.ceil(document.body.getBoundingClientRect().height) }),
  ).observe(document.body)

  const stripe = await loadStripe(params.get('key') ?? '')
  if (!stripe) return
  const elements = stripe.elements({ locale: document.documentElement.lang === 'fr-CA' ? 'fr-CA' : 'en' })
  // All three have the same interface here, but different types.
  const make = (name: Name) =>
    elements.create(kinds[name] as 'cardNumber', { style: style() }) as StripeCardNumberElement
  const inputs = { number: make('number'), expiry: make('expiry'), code: make('code') }

  const firstInvalid = () => names.find((name) => fields[name].error)
  const check = () => {
    for (const name of names) fields[name].show(fields[name].error)
    return firstInvalid()
  }
  const showError = (request: number, name: Name, error: CardError) => {
    fields[name].show(error)
    inputs[name].focus()
    send({ type: 'card-field:error', request, error })
  }

  let brand: string | undefined
  inputs.number.on('change', (event) => {
    brand = event.brand
  })
  const changed = () => {
    const invalid = firstInvalid()
    send({ type: 'card-field:change', complete: !invalid, error: invalid && fields[invalid].error, brand })
  }
  let notReady = names.length
  for (const name of names) {
    inputs[name].on('ready', () => {
      if (--notReady === 0) send({ type: 'card-field:ready' })
    })
    fields[name].mount(inputs[name], changed)
  }

  const tokenize = async (request: number, { postalCode, name, ...address }: CardBilling) => {
    const invalid = check()
    if (invalid) return showError(request, invalid, fields[invalid].error!)
    try {
      const { paymentMethod, error } = await stripe.createPaymentMethod({
        type: 'card',
        card: inputs.number,
        billing_details: { name, address: { ...address, postal_code: postalCode } },
      })
      const card = paymentMethod?.card
      if (card)
        return send({
          type: 'card-field:token',
          request,
          id: paymentMethod.id,
          brand: card.brand,
          lastFour: card.last4,
        })
      showError(request, ...(fieldErrors[error?.code ?? ''] ?? (['number', 'unavailable'] as const)))
    } catch {
      showError(request, 'number', 'unavailable')
    }
  }

  addEventListener('message', ({ source, origin, data }: MessageEvent<CardFieldCommand>) => {
    if (source !== window.parent || origin !== location.origin) return
    if (data.type === 'card-field:check') check()
    if (data.type === 'card-field:tokenize') tokenize(data.request, data.billing)
    if (data.type === 'card-field:focus') inputs.number.focus()
    if (data.type === 'card-field:theme') {
      applyTheme(data.theme)
      for (const name of names) inputs[name].update({ style: style() })
    }
  })
  // Stripe's inputs submit the surrounding form on Enter.
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    send({ type: 'card-field:submit' })
  })
}

// If Stripe fails to load, no ready message is sent: the payment page times out and offers a retry.
void start().catch(() => {})
