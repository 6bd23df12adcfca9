import type { BrowserContext } from '@playwright/test'

/**
 * Mocks Stripe at its own URLs: the script, which puts inputs into frames, the call that creates a payment method, and the page that
 * redirects to a bank. The sandbox handles the cards. Returns the requests to Stripe so far.
 */
export async function mockStripe(context: BrowserContext, url: string) {
  const requests: string[] = []
  let bank = '' // URL of the sandbox's bank
  const record = (address: string) => requests.push(address.replace(/\?.*/, ''))
  await context.route('**/payment-management/payment-methods/*', async (route) => {
    const response = await route.fetch()
    const body = await response.json()
    for (const method of body.methods) Object.assign(method, { provider: 'stripe', field: '/pay/card.html' })
    await route.fulfill({ response, json: body })
  })
  await context.route('**/payment-management/card/*', async (route) => {
    const response = await route.fetch()
    const body = await response.json()
    if (body.nextAction) {
      bank = body.nextAction
      body.nextAction = 'https://hooks.stripe.com/redirect/authenticate/src_1'
    }
    await route.fulfill({ response, json: body })
  })
  await context.route('https://js.stripe.com/**', async (route) => {
    record(route.request().url())
    if (route.request().url().endsWith('/stripe.js'))
      await route.fulfill({ contentType: 'text/javascript', body: `(${script})()` })
    else await route.fulfill({ contentType: 'text/html', body: input })
  })
  await context.route('https://api.stripe.com/v1/payment_methods', async (route) => {
    record(route.request().url())
    const response = await route.fetch({ url: `${url}/sandbox/payments/v1/payment_methods` })
    await route.fulfill({ response })
  })
  await context.route('https://hooks.stripe.com/**', async (route) => {
    record(route.request().url())
    if (route.request().method() === 'GET') {
      await route.fulfill({
        contentType: 'text/html',
        body: '<iframe title="ACS" src="https://bank.example/acs"></iframe>',
      })
      return
    }
    await context.request.post(url + bank, { form: { answer: 'approve' }, maxRedirects: 0 })
    const back = `${url}/pay/back.html?payment_intent=pi_1&payment_intent_client_secret=pi_1_secret_1`
    await route.fulfill({
      contentType: 'text/html',
      body: `<script>parent.location.replace(${JSON.stringify(back)})</script>`,
    })
  })
  // Browsers block navigation from a public site to localhost, so the test fulfils the request.
  await context.route('**/pay/back.html?*', async (route) => route.fulfill({ response: await route.fetch() }))
  await context.route('https://bank.example/**', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: '<form method="post" action="https://hooks.stripe.com/answer"><button>Yes, it is me</button></form>',
    }),
  )
  return requests
}

/** Document of one Stripe input. */
const input = `<!doctype html><style>body { margin: 0 } input { width: 100%; height: 24px; border: 0; padding: 0; outline: 0; background: none }</style><input><script>
  const field = document.querySelector('input')
  const send = (type) => parent.postMessage({ inner: location.hash.slice(1), type, value: field.value }, '*')
  field.ariaLabel = location.hash.slice(1)
  for (const type of ['focus', 'blur', 'input']) field.addEventListener(type, () => send(type))
  addEventListener('message', () => field.focus())
  send('ready')
</script>`

/** The part of Stripe's script that the card field uses. It is serialised and runs in the browser. */
function script() {
  type Listener = (event: object) => void
  const values: Record<string, string> = {}
  const codes: Record<string, [length: number, code: string]> = {
    cardNumber: [16, 'incomplete_number'],
    cardExpiry: [4, 'incomplete_expiry'],
    cardCvc: [3, 'incomplete_cvc'],
  }
  const create = (kind: string) => {
    const listeners: Record<string, Listener[]> = {}
    const frame = document.createElement('iframe')
    frame.title = kind
    frame.height = '24'
    frame.src = `https://js.stripe.com/v3/elements-inner-card.html#${kind}`
    addEventListener('message', ({ origin, data }) => {
      if (origin !== 'https://js.stripe.com' || data.inner !== kind) return
      values[kind] = data.value.replace(/\D/g, '')
      const [length, code] = codes[kind]!
      const complete = values[kind]!.length >= length
      const event = { complete, error: complete || !values[kind] ? undefined : { code }, brand: 'visa' }
      for (const listener of listeners[data.type === 'input' ? 'change' : data.type] ?? []) listener(event)
    })
    return {
      mount: (at: HTMLElement) => at.append(frame),
      focus: () => frame.contentWindow!.postMessage('focus', '*'),
      update: () => {},
      on: (type: string, listener: Listener) => {
        listeners[type] = [...(listeners[type] ?? []), listener]
      },
    }
  }
  const createPaymentMethod = async ({
    billing_details,
  }: {
    billing_details: { name: string; address: { postal_code: string } }
  }) => {
    const { cardNumber = '', cardExpiry = '', cardCvc = '' } = values
    const body = new URLSearchParams({
      key: 'pk_test_sandbox',
      type: 'card',
      'card[number]': cardNumber,
      'card[exp_month]': cardExpiry.slice(0, 2),
      'card[exp_year]': cardExpiry.slice(2),
      'card[cvc]': cardCvc,
      'billing_details[name]': billing_details.name,
      'billing_details[address][postal_code]': billing_details.address.postal_code,
    })
    const answer = await fetch('https://api.stripe.com/v1/payment_methods', { method: 'POST', body })
    const result = await answer.json()
    return answer.ok ? { paymentMethod: result } : { error: result.error }
  }
  const Stripe = () => ({ elements: () => ({ create }), createPaymentMethod })
  Object.assign(window, { Stripe: Object.assign(Stripe, { version: 'endive' }) })
}
