import { renderToString } from 'react-dom/server'
import { Provider } from 'react-redux'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { lineUp } from '#brand/lineUp'
import { restaurant } from '#brand/words'
import { createStore } from '../../app/store'
import { brand, buildSettings } from '../../brand/brand'
import { brandStyles } from '../../brand/brandStyles.plugin'
import { coloursOf } from '../../brand/colours'
import { i18n } from '../../i18n/i18n'
import { BelowFold } from './BelowFold'
import { Hero } from './Hero'

const { folderPath, fonts: fontsFolder } = buildSettings

// Tests the brand that is built. infra/verbs/testNewBrand.mjs runs these tests for the other brands.

test('the home page has the brand’s name, its burgers and its word for a restaurant', () => {
  const page = (
    <Provider store={createStore()}>
      <Hero />
      <BelowFold />
    </Provider>
  )
  const router = createMemoryRouter([{ path: '*', element: page }])
  const html = renderToString(<RouterProvider router={router} />)
  const text = html.replaceAll(/<[^>]*>/g, '').replaceAll('&#x27;', '’')
  expect(text).toContain(brand.shortName)
  expect(text).toContain(i18n.t('home.said'))
  expect(text).toContain(`Find my ${restaurant.one}`)
  for (const { name, line } of lineUp) for (const key of [name, line]) expect(text).toContain(i18n.t(key))
  expect(html.includes('#hero-crown-wide')).toBe(brand.burgers)
  expect(text.includes(i18n.t('home.menu'))).toBe(!brand.burgers)
})

test('the title of every page ends with the name of the brand', () => {
  expect(i18n.t('app.title', { page: 'Menu' })).toMatch(new RegExp(`${brand.name}$`))
})

test('brand.css has the colours and the typefaces of the brand', () => {
  let sheet = ''
  const { handler } = brandStyles().generateBundle as unknown as { handler: (...of: unknown[]) => void }
  const asset = (font: string) => ({ type: 'asset', fileName: `assets/${font}`, originalFileNames: [font] })
  const fonts = ['bowlby-one.woff2', 'public-sans.woff2'].map((font) => [font, asset(font)] as const)
  handler.call(
    { emitFile: ({ source }: { source: string }) => (sheet = source) },
    {},
    Object.fromEntries(fonts),
  )
  for (const [role, colour] of coloursOf(folderPath)) expect(sheet).toContain(`--${role}: ${colour}`)
  expect(sheet.includes('Bowlby One')).toBe(fontsFolder === 'bowlby')
  expect(sheet.includes('Device Poster')).toBe(fontsFolder === 'system')
})
