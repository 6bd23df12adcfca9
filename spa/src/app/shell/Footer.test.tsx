import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { i18n, loadTranslations } from '../../i18n/i18n'
import type { Locale } from '../../market/market'
import type { FooterContent } from '../../market/navigation'
import { renderAt } from '../../renderAt'
import { Footer } from './Footer'

const files = import.meta.glob<FooterContent>(
  '../../../../infra/seed/content/big-deal-burger/*/footer.json',
  {
    import: 'default',
    eager: true,
  },
)
const content = (locale: string) => Object.entries(files).find(([path]) => path.includes(`/${locale}/`))![1]

const columns = () => screen.getAllByRole('region')

test('the US footer has every column, the phones and both privacy policies', async () => {
  renderAt('/', <Footer content={content('en')} />)
  const foot = await screen.findByRole('contentinfo')
  expect(
    within(foot)
      .getByRole('link', { name: /^.800.\s555-0141$/ })
      .getAttribute('href'),
  ).toBe('tel:+18005550141')
  expect(within(foot).getByText('Catering', { selector: 'p' })).toBeDefined()
  expect(within(foot).getByRole('link', { name: 'California Privacy Notice' })).toBeDefined()
  expect(
    within(foot).getByRole('link', { name: 'Get the app on App Store' }).querySelector('img')!.height,
  ).toBe(60)
  expect(
    within(foot).getByRole('link', { name: 'Get the app on Google Play' }).querySelector('img')!.height,
  ).toBe(67)
  expect(within(foot).getByRole('link', { name: 'Instagram' })).toBeDefined()
  expect(within(foot).getByText(/^© \d{4} Big Deal Burger/)).toBeDefined()
  expect(columns()).toHaveLength(3)
})

test('on small screens every list of links is collapsible', async () => {
  renderAt('/', <Footer content={content('en')} />)
  const foot = await screen.findByRole('contentinfo')
  expect([...foot.querySelectorAll('ul')].filter((list) => !list.closest('details'))).toEqual([])
  expect(within(foot).getByRole('navigation', { name: 'Policies' }).querySelector('summary')).not.toBeNull()
})

test('the Canadian footer omits California’s policies and the catering phone', async () => {
  renderAt('/ca/en-ca', <Footer content={content('en')} />)
  await screen.findByRole('contentinfo')
  expect(screen.queryByRole('link', { name: /California|Do Not Sell/ })).toBeNull()
  expect(screen.queryByText('Catering', { selector: 'p' })).toBeNull()
  expect(screen.getByText('Guests', { selector: 'p' })).toBeDefined()
  expect(screen.getByRole('link', { name: 'Rewards' }).getAttribute('href')).toBe('/ca/en-ca/promos/loyalty')
})

test.each([
  ['/ae', 'en'],
  ['/br/pt-br', 'pt-br'],
  ['/jp/ja-jp', 'ja-jp'],
  ['/mx/es-mx', 'es-mx'],
] as const)('%s sees only what is meant for other countries', async (at, locale: Locale) => {
  await loadTranslations(locale, 'site')
  renderAt(at, <Footer content={content(locale)} />)
  await screen.findByRole('contentinfo')
  expect(columns()).toHaveLength(2)
  for (const link of screen.getAllByRole('link')) {
    const href = link.getAttribute('href')!
    expect(href, link.textContent!).toMatch(/^https:|^tel:|^\/($|ca\/|br\/|jp\/|mx\/|ae|eg|pk|ph)/)
  }
  expect(screen.getByRole('link', { name: i18n.t('app.united-states') }).getAttribute('href')).toBe('/')
})

test.each([
  ['leads away, as it is written', '/us-app', true, '/us-app', 'noreferrer'],
  ['leads to a page of this site', '/promos/loyalty', false, '/ca/en-ca/promos/loyalty', null],
  ['leads where its address says', 'https://shop.example/a', false, 'https://shop.example/a', null],
])('a badge %s', async (_, url, externalLink, href, rel) => {
  const footerCtaImage = { url: '/badge.svg', alternativeText: 'Shop', width: 200, height: 60 }
  const column = { id: 'promos', title: 'Promos', showOnCanadaSite: true }
  renderAt(
    '/ca/en-ca',
    <Footer content={{ columns: [{ ...column, footerCta: [{ url, externalLink, footerCtaImage }] }] }} />,
  )
  const badge = await screen.findByRole('link', { name: 'Get the app on Shop' })
  expect([badge.getAttribute('href'), badge.getAttribute('rel')]).toEqual([href, rel])
})

test.each([
  ['/', false, true],
  ['/', true, false],
  ['/ca/en-ca', false, false],
  ['/ae', false, false],
])('the app is promoted in the US, not on order pages: %s, order page %s', async (at, ordering, shown) => {
  renderAt(at, <Footer content={content('en')} ordering={ordering} />)
  await screen.findByRole('contentinfo')
  expect(screen.queryByRole('complementary', { name: 'Carry the menu with you.' }) !== null).toBe(shown)
})
