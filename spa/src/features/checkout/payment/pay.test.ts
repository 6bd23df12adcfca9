import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { paymentPage } from '../../../../pay/paymentPage'

const { lang } = document.documentElement
const { title } = document

beforeEach(() => {
  document.body.innerHTML = '<form></form>'
})
afterEach(() => {
  vi.doUnmock('@stripe/stripe-js/pure')
  Object.assign(document, { title })
  Object.assign(document.documentElement, { lang })
})

test.each([
  ['/ca/fr-ca/checkout/payment', '/ca/fr-ca/checkout/payment'],
  ['', '/checkout/payment'],
  ['//evil.example/pay', '/checkout/payment'],
  ['/\\evil.example', '/checkout/payment'],
  ['/\t/evil.example', '/checkout/payment'],
  ['https://evil.example/', '/checkout/payment'],
  ['javascript:alert(1)', '/checkout/payment'],
])('outside of its frame the bank’s page with %j stored leads to %s', (stored, path) => {
  sessionStorage.setItem('bank-of', stored)
  expect(paymentPage.path()).toBe(path)
})

test.each([
  ['in the frame of the payment page', { postMessage: () => {} }, 1],
  ['opened by a link', window, 0],
])('Stripe’s script with the card field %s', async (_, parent, loads) => {
  const loadStripe = vi.fn(async () => null)
  vi.doMock('@stripe/stripe-js/pure', () => ({ loadStripe }))
  vi.resetModules()
  vi.stubGlobal('parent', parent)
  await import('../../../../pay/card')
  expect(loadStripe).toHaveBeenCalledTimes(loads)
})
