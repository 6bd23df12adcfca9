import { beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => {
  vi.resetModules()
})

/** Returns the draft of a page that starts with this text in session storage. */
async function draftOf(stored: string) {
  sessionStorage.setItem('checkout', stored)
  const { checkoutReducer } = await import('./draft')
  return checkoutReducer(undefined, { type: 'init' })
}

test('typed details survive a reload', async () => {
  const { contact, vehicle, billing } = await draftOf(
    '{"contact":{"firstName":"June","email":"june@example.com"},"billing":{"zip":"74105"}}',
  )
  expect(contact).toEqual({ firstName: 'June', lastName: '', email: 'june@example.com', phone: '' })
  expect(vehicle).toEqual({ make: '', model: '', colour: '' })
  expect(billing).toEqual({ cardholder: '', address: '', city: '', state: '', zip: '74105' })
})

test.each([
  'null',
  '7',
  '[]',
  '"text"',
  '{',
  '{"contact":null}',
  '{"contact":"text","vehicle":[1],"billing":7}',
  '{"contact":{"firstName":7,"lastName":{},"ownerId":"me","toString":"x","__proto__":{"email":"x"}}}',
])('%s in the storage gives an empty form', async (stored) => {
  const blank = await draftOf('{}')
  vi.resetModules()
  expect(await draftOf(stored)).toEqual(blank)
})
