import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { Provider } from 'react-redux'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { Footer } from '../app/shell/Footer'
import { HandoffChooser } from '../app/shell/HandoffChooser'
import { Header } from '../app/shell/Header'
import { createStore } from '../app/store'
import { HomePage } from '../features/home/HomePage'
import { NoLocationsPage } from '../features/locations/regions/NoLocationsPage'
import { Welcome } from '../features/welcome/Welcome'
import { markets } from '../market/market'
import type { FooterContent, MenuItem } from '../market/navigation'
import { NotFoundPage } from '../ui/feedback/NotFoundPage'
import en from './en'
import { i18n, loadTranslations } from './i18n'
import { pseudo } from './pseudo'

const locale = 'en-xa'

beforeAll(async () => {
  const words = Object.fromEntries(Object.entries(en).map(([key, text]) => [key, pseudo(text)]))
  i18n.addResourceBundle(locale, 'translation', words)
  await i18n.changeLanguage(locale)
})
afterAll(() => loadTranslations('en'))

test('a sentence is longer, marked and keeps its placeholders', () => {
  expect(pseudo('Cart, [count] items')).toBe('⟦Çàŕţ, [count] îţéɱš·······⟧')
  expect(i18n.t('app.cart-count', { count: 2 })).toBe('⟦Çàŕţ, 2 îţéɱš·······⟧')
})

const shown = { showOnCanadaSite: true, showOnInternationalSite: true }
const items: MenuItem[] = [
  {
    id: 'menu',
    title: '⟦m⟧',
    url: '/menu',
    ...shown,
    subTitles: [{ id: 'a', title: '⟦a⟧', url: '/menu', ...shown }],
  },
]
const footer: FooterContent = {
  columns: [
    {
      id: 'contact',
      title: '⟦c⟧',
      ...shown,
      contactInfo: [{ id: 'guests', title: '⟦g⟧', value: '+18005550141' }],
      footerCta: [
        {
          url: 'https://a.example',
          footerCtaImage: { url: '/a.svg', alternativeText: '⟦s⟧', width: 200, height: 60 },
        },
      ],
    },
  ],
  generalLinks: [{ id: 'terms', title: '⟦t⟧', url: '/legal/terms-and-conditions', ...shown }],
  footerCopyright: '⟦© [year]⟧',
}

/** Names that are not translated: the brand's, languages, and countries, which come from Intl. */
const names = new Set([
  'Big',
  'Deal',
  'Brazil',
  ...markets.map((market) => market.language),
  ...markets.flatMap(({ country, language }) => {
    const name = new Intl.DisplayNames('en', { type: 'region' }).of(country)!
    return [name, `${name} (${language})`]
  }),
])

/** Height of a burger, also formatted by Intl. */
const tall = /^\d+ cm$/

/** Returns the visible and accessible texts that do not come from the locales. */
function bare(root: Element): string[] {
  const texts: string[] = []
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    if (!walker.currentNode.parentElement?.closest('script, style, title'))
      texts.push(walker.currentNode.textContent ?? '')
  }
  for (const element of root.querySelectorAll('*'))
    for (const name of ['aria-label', 'alt', 'title', 'placeholder'])
      texts.push(element.getAttribute(name) ?? '')
  return texts
    .map((text) => text.trim())
    .filter((text) => /\p{L}/u.test(text) && !text.includes('⟦') && !names.has(text) && !tall.test(text))
}

test('text outside of the locales is found, also in accessible names', () => {
  const page = document.createElement('main')
  page.innerHTML = '<p>⟦ẋ⟧</p><p>Hello</p><img alt="There"><b>12</b>'
  expect(bare(page)).toEqual(['Hello', 'There'])
})

const nothing = () => {}
const header = { items, count: 2, onOrder: nothing, onHeight: nothing, onLook: nothing }

test.each<[name: string, at: string, element: ReactNode, wait?: string]>([
  ['the header', '/ca/en-ca', <Header key="h" {...header} total="$12.00" progress={40} />],
  ['the header of the summary', '/', <Header key="s" {...header} backToCart />],
  ['the footer', '/ca/en-ca', <Footer key="f" content={footer} />],
  [
    'the chooser',
    '/',
    <HandoffChooser
      key="c"
      choice={{ category: 'everyday', menu: true }}
      begun={{ location: '⟦s⟧', menuPath: '/' }}
      onClose={nothing}
    />,
  ],
  ['what the site asks', '/', <Welcome key="w" ordering={false} footer={footer} />, 'Brazil'],
  ['the home page', '/ae', <HomePage key="p" />, pseudo(en['home.suspects'])], // loaded with the last part of the page
  ['no page', '/', <NotFoundPage key="n" />],
  ['no restaurants abroad', '/ph', <NoLocationsPage key="a" />],
])('%s has no text outside of the locales', async (_, at, element, wait) => {
  vi.stubGlobal('fetch', async () => new Response('{"country":"BR"}'))
  const router = createMemoryRouter([{ path: '*', element }], { initialEntries: [at] })
  const { container } = render(
    <Provider store={createStore()}>
      <RouterProvider router={router} />
    </Provider>,
  )
  if (wait) await screen.findByText(wait)
  else await waitFor(() => expect(container.textContent).toContain('⟦'))
  const burger = container.querySelector('[aria-controls="mobile-menu"]')
  if (burger) {
    fireEvent.click(burger)
    await waitFor(() => expect(document.getElementById('mobile-menu')).not.toBeNull())
  }
  expect(bare(document.body)).toEqual([])
  vi.unstubAllGlobals()
})
