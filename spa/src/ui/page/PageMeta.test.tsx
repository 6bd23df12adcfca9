import { expect, test } from 'vitest'
import { renderAt } from '../../renderAt'
import { PageMeta } from './PageMeta'

const keywords = () => document.querySelector('meta[name="keywords"]')?.getAttribute('content')

test('a page without keywords has those of the brand', () => {
  renderAt('/press/blog', <PageMeta title="Press" />)
  expect(keywords()).toBe('Big Deal Burger, burgers, barbecue, menu, restaurants')
})

test('keywords of a page come before those of the brand', () => {
  renderAt('/locations/oklahoma', <PageMeta title="Oklahoma" keywords={['Oklahoma']} />)
  expect(keywords()).toBe('Oklahoma, Big Deal Burger, burgers, barbecue, menu, restaurants')
})

test('a page that is not indexed has no keywords', () => {
  renderAt('/cart', <PageMeta title="Cart" preventIndexing />)
  expect(keywords()).toBeUndefined()
})
