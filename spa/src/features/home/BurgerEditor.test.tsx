import { configureStore } from '@reduxjs/toolkit'
import { fireEvent, screen } from '@testing-library/react'
import { Provider } from 'react-redux'
import { expect, test } from 'vitest'
import { api } from '../../api/api'
import { basketSessionReducer } from '../../basket/basketSession'
import { renderAt } from '../../ui/renderAt'
import { BurgerEditor } from './BurgerEditor'
import { LineUp } from './LineUp'

/** Returns the target of a link on the home page, without a cart. */
function leadsTo(name: string) {
  const { pathname, searchParams } = new URL(screen.getByRole<HTMLAnchorElement>('link', { name }).href)
  return [pathname, Object.fromEntries(searchParams)]
}

test('a dish and a built burger are kept while a restaurant is chosen', async () => {
  const store = configureStore({
    reducer: { [api.reducerPath]: api.reducer, basketSession: basketSessionReducer },
    middleware: (defaults) => defaults().concat(api.middleware),
  })
  renderAt(
    '/',
    <Provider store={store}>
      <LineUp />
      <BurgerEditor />
    </Provider>,
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
