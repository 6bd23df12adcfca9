import { expect, test } from 'vitest'
import { contactOf, forgetPlaced, rememberPlaced } from './placed'

const contact = { firstName: 'June', lastName: 'Reyes', email: 'june@example.com', phone: '918-555-0142' }

test('only the placed order has the contact, until it is forgotten', () => {
  rememberPlaced('o1', contact)
  expect(contactOf('o1')).toEqual(contact)
  expect(contactOf('o2')).toBeUndefined()
  forgetPlaced()
  expect(contactOf('o1')).toBeUndefined()
})

test('an order of another tab has no contact here', () => {
  rememberPlaced('o1', { firstName: '', lastName: '', email: '', phone: '' })
  expect(contactOf('o1')).toBeUndefined()
})
