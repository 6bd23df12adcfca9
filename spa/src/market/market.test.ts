import { renderHook } from '@testing-library/react'
import { createElement } from 'react'
import { MemoryRouter } from 'react-router'
import { expect, test, vi } from 'vitest'
import { marketOf, markets, siblings } from './market'
import { pathsOf, samePage } from './paths'
import { useMoveToCountry } from './useMarket'

const [us, english, french] = markets as [(typeof markets)[0], (typeof markets)[0], (typeof markets)[0]]

test.each([
  ['the root is the US', '/', us],
  ['a page without prefix is the US', '/cart', us],
  ['Canada in English', '/ca/en-ca/cart', english],
  ['Canada in French', '/ca/fr-ca', french],
  ['Canada without a language is English', '/ca', english],
  ['upper case counts', '/CA/FR-CA/cart', french],
  ['a path that only begins alike is the US', '/cart', us],
  ['a store slug is no country', '/quote/everyday/ca', us],
])('%s', (_, path, want) => {
  expect(marketOf(path)).toBe(want)
})

test('the US has one language, Canada two', () => {
  expect(siblings(us)).toEqual([us])
  expect(siblings(french)).toEqual([english, french])
})

test('every path carries its market', () => {
  const paths = pathsOf(french)
  expect(paths.home).toBe('/ca/fr-ca')
  expect(paths.startOrder({ near: 'Trois-Rivières' })).toBe(
    '/ca/fr-ca/quote/everyday?type=carryout&near=Trois-Rivi%C3%A8res',
  )
  expect(paths.item('plateau', 'burgers', 'the-big-deal', { line: 'l1' })).toBe(
    '/ca/fr-ca/quote/everyday/plateau/burgers/the-big-deal?type=carryout&line=l1',
  )
  expect(pathsOf(us).home).toBe('/')
  expect(pathsOf(us).menu('brookside')).toBe('/quote/everyday/brookside?type=carryout')
})

test('the language switch keeps the page', () => {
  expect(samePage('/ca/en-ca/cart', french)).toBe('/ca/fr-ca/cart')
  expect(samePage('/ca/en-ca', french)).toBe('/ca/fr-ca')
  expect(samePage('/', french)).toBe('/ca/fr-ca')
  expect(samePage('/ca/fr-ca', us)).toBe('/')
})

test('a restaurant’s page moves to the site of its country, in the guest’s language where it can', async () => {
  const replace = vi.spyOn(location, 'replace').mockImplementation(() => {})
  const show = (at: string, country: string) =>
    renderHook(() => useMoveToCountry(country), {
      wrapper: ({ children }) => createElement(MemoryRouter, { initialEntries: [at] }, children),
    }).result.current
  expect(show('/quote/everyday/plateau?type=carryout', 'CA')).toBe(true)
  expect(show('/ca/fr-ca/quote/everyday/brookside', 'US')).toBe(true)
  expect(show('/ca/fr-ca/quote/everyday/plateau', 'CA')).toBe(false)
  expect(replace.mock.calls).toEqual([
    ['/ca/en-ca/quote/everyday/plateau?type=carryout'],
    ['/quote/everyday/brookside'],
  ])
})
