import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { keptChoice } from '../../basket/keptChoice'
import { renderAt, storeWith } from '../../renderAt'
import { BurgerEditor } from './BurgerEditor'
import { LineUp } from './LineUp'

/** Returns the target of a link on the home page, without a cart. */
function leadsTo(name: string) {
  const { pathname, searchParams } = new URL(screen.getByRole<HTMLAnchorElement>('link', { name }).href)
  return [pathname, Object.fromEntries(searchParams)]
}

test('a dish and a built burger are kept while a restaurant is chosen', async () => {
  renderAt(
    '/',
    <>
      <LineUp />
      <BurgerEditor />
    </>,
  )
  expect(leadsTo('The Whole Hog')).toEqual([
    '/quote/everyday',
    { type: 'carryout', dish: 'burgers/the-whole-hog' },
  ])
  fireEvent.click(screen.getByRole('button', { name: 'Smoked bacon' }))
  fireEvent.click(screen.getByRole('button', { name: 'Jalapeños' }))
  expect(leadsTo('Build yours')).toEqual([
    '/quote/everyday',
    {
      type: 'carryout',
      dish: 'burgers/the-original-41',
      with: 'pickles,jalapenos',
      without: 'onions,bacon',
    },
  ])
})

test.each([
  ['without a cart', null, 'the-whole-hog'],
  ['with a cart', 'token', null],
])('a followed dish waits for a cart: %s', async (_, quote, kept) => {
  vi.stubGlobal('fetch', () => new Promise(() => {}))
  renderAt('/', <LineUp />, storeWith({ quote }))
  fireEvent.click(screen.getByRole('link', { name: 'The Whole Hog' }))
  expect(keptChoice('dish')).toBe(kept)
})
