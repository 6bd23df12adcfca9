// The hosted card field. Its policy sandboxes it in an iframe with an opaque origin, so that no script of the site can read the input.
// The two exchange the messages of spa/src/features/checkout/payment/cardFieldMessages.ts. The field accepts messages only from its
// parent, from the origin of its own address, and posts only to that origin. The site must check that event.source is the iframe's
// contentWindow; event.origin is "null".
;(() => {
  const site = location.origin
  const { dataset } = document.body
  const form = document.forms[0]
  const { number, expiry, code } = form.elements

  const tell = (type, rest) => window.parent.postMessage({ type: `card-field:${type}`, ...rest }, site)
  const digits = (text) => text.replace(/\D/g, '')
  const amex = () => /^3[47]/.test(digits(number.value))
  const words = (error) => document.querySelector(`data[value="${error}"]`).textContent

  // The check digit of a card number (ISO/IEC 7812).
  const luhn = (text) =>
    [...text].reverse().reduce((sum, d, n) => sum + (n % 2 ? (d * 2 > 9 ? d * 2 - 9 : d * 2) : +d), 0) %
      10 ===
    0

  const until = () => {
    const d = digits(expiry.value)
    return { month: d.slice(0, 2), year: d.slice(2) }
  }

  const check = {
    number: () => {
      const d = digits(number.value)
      if (d.length < (amex() ? 15 : 16)) return 'number-incomplete'
      return luhn(d) ? '' : 'number-invalid'
    },
    expiry: () => {
      const { month, year } = until()
      if (year.length !== 2 && year.length !== 4) return 'expiry-incomplete'
      return month >= 1 && month <= 12 ? '' : 'expiry-invalid'
    },
    code: () => (digits(code.value).length < (amex() ? 4 : 3) ? 'code-incomplete' : ''),
  }

  const show = (input, error) => {
    document.getElementById(`${input.name}-error`).textContent = error ? words(error) : ''
    if (error) input.setAttribute('aria-invalid', 'true')
    else input.removeAttribute('aria-invalid')
  }

  const changed = () => {
    const error = ['number', 'expiry', 'code'].map((name) => check[name]()).find(Boolean)
    tell('change', { complete: !error, error })
  }

  // Groups the digits and keeps the caret behind the same digit.
  const group = (input, shape) => {
    const before = digits(input.value.slice(0, input.selectionStart)).length
    const text = shape(digits(input.value))
    if (text === input.value) return
    input.value = text
    let at = 0
    for (let seen = 0; at < text.length && seen < before; at++) if (/\d/.test(text[at])) seen++
    input.setSelectionRange(at, at)
  }
  const shapes = {
    number: (d) =>
      amex()
        ? [d.slice(0, 4), d.slice(4, 10), d.slice(10, 15)].filter(Boolean).join(' ')
        : (d.slice(0, 19).match(/.{1,4}/g) ?? []).join(' '),
    expiry: (d) => {
      const e = /^[2-9]/.test(d) ? `0${d}` : d
      return e.length > 2 ? `${e.slice(0, 2)} / ${e.slice(2, e.startsWith('20', 2) ? 6 : 4)}` : e
    },
    code: (d) => d.slice(0, 4),
  }

  for (const input of [number, expiry, code]) {
    input.addEventListener('input', () => {
      if (input !== expiry || !/\/\s*$/.test(input.value)) group(input, shapes[input.name])
      if (input.getAttribute('aria-invalid')) show(input, check[input.name]())
      changed()
    })
    input.addEventListener('blur', () => {
      show(input, check[input.name]())
    })
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault()
    tell('submit')
  })

  const refuse = (request, input, error) => {
    show(input, error)
    input.focus()
    tell('error', { request, error })
  }

  // Field and message for each error code of the provider.
  const found = {
    incorrect_number: [number, 'number-invalid'],
    invalid_expiry_month: [expiry, 'expiry-invalid'],
    invalid_expiry_year: [expiry, 'expiry-invalid'],
    invalid_cvc: [code, 'code-invalid'],
  }

  const checkAll = () => {
    const errors = [number, expiry, code].map((input) => [input, check[input.name]()])
    for (const [input, error] of errors) show(input, error)
    return errors.find(([, error]) => error)
  }

  const tokenize = async (request) => {
    const first = checkAll()
    if (first) return refuse(request, ...first)
    try {
      const { month, year } = until()
      const body = new URLSearchParams({
        key: dataset.key,
        type: 'card',
        'card[number]': digits(number.value),
        'card[exp_month]': month,
        'card[exp_year]': year,
        'card[cvc]': digits(code.value),
      })
      const response = await fetch(dataset.post, { method: 'POST', body, credentials: 'omit' })
      const answer = await response.json()
      if (response.ok)
        return tell('token', { request, id: answer.id, brand: answer.card.brand, lastFour: answer.card.last4 })
      const [input, error] = found[answer.error?.code] ?? [number, 'unavailable']
      refuse(request, input, error)
    } catch {
      refuse(request, number, 'unavailable')
    }
  }

  addEventListener('message', (event) => {
    if (event.source !== window.parent || event.origin !== site) return
    if (event.data?.type === 'card-field:check') checkAll()
    if (event.data?.type === 'card-field:tokenize') tokenize(event.data.request)
    if (event.data?.type === 'card-field:focus') number.focus()
    if (event.data?.type === 'card-field:theme') document.documentElement.dataset.theme = event.data.theme
  })

  new ResizeObserver(() =>
    tell('height', { height: Math.ceil(document.body.getBoundingClientRect().height) }),
  ).observe(document.body)
  tell('ready')
  // Count input that was typed or filled in before this script ran.
  if (number.value || expiry.value || code.value) changed()
})()
