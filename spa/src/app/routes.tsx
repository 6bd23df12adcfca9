import { createBrowserRouter, data, type LoaderFunctionArgs, type RouteObject, redirect } from 'react-router'
import { speak } from '../i18n/i18n'
import { type Market, markets } from '../market/market'
import { type Category, categories, pathsOf, patterns } from '../market/paths'
import { NotFoundPage } from './NotFoundPage'
import { PageError } from './PageError'
import { Shell } from './Shell'
import { Splash } from './Splash'

/** What a page says of itself to the shell. */
export interface Handle {
  /** The order step that the page stands for: 0 start, 1 menu, 2 cart, 3 details, 4 payment, 5 placed. */
  step?: number
  /** The low header of the order pages. */
  slim?: boolean
  /** "Back to Cart" in the header instead of the cart. */
  backToCart?: boolean
}

/** A category that takes no orders yet has no page. */
function knownCategory({ params }: LoaderFunctionArgs) {
  if (!categories.includes(params.category as Category)) throw data(null, { status: 404 })
  return null
}

const pages: RouteObject[] = [
  { index: true, lazy: async () => ({ Component: (await import('../features/home/HomePage')).HomePage }) },
  {
    path: patterns.startOrder,
    loader: knownCategory,
    handle: { step: 0 } satisfies Handle,
    lazy: async () => ({
      Component: (await import('../features/start-order/StartOrderPage')).StartOrderPage,
    }),
  },
  {
    path: patterns.menu,
    loader: knownCategory,
    handle: { step: 1, slim: true } satisfies Handle,
    lazy: async () => ({ Component: (await import('../features/menu/MenuPage')).MenuPage }),
  },
  {
    path: patterns.item,
    loader: knownCategory,
    handle: { step: 1, slim: true } satisfies Handle,
    lazy: async () => ({ Component: (await import('../features/item/ItemPage')).ItemPage }),
  },
  {
    path: patterns.cart,
    handle: { step: 2, slim: true } satisfies Handle,
    lazy: async () => ({ Component: (await import('../features/basket/CartPage')).CartPage }),
  },
  {
    path: patterns.summary,
    handle: { step: 2, slim: true, backToCart: true } satisfies Handle,
    lazy: async () => ({ Component: (await import('../features/basket/SummaryPage')).SummaryPage }),
  },
  {
    path: patterns.checkout,
    handle: { step: 3, slim: true, backToCart: true } satisfies Handle,
    lazy: async () => ({ Component: (await import('../features/checkout/CheckoutPage')).CheckoutPage }),
  },
  {
    path: patterns.payment,
    handle: { step: 4, slim: true, backToCart: true } satisfies Handle,
    lazy: async () => ({ Component: (await import('../features/checkout/PaymentPage')).PaymentPage }),
  },
  {
    path: patterns.order,
    handle: { step: 5, slim: true } satisfies Handle,
    lazy: async () => ({ Component: (await import('../features/order/OrderPage')).OrderPage }),
  },
]

/** The site of one market: its words load beside the page's code, not before it. */
function site(market: Market): RouteObject {
  return {
    path: market.prefix || '/',
    Component: Shell,
    HydrateFallback: Splash,
    loader: async () => {
      await speak(market.locale)
      document.documentElement.lang = market.lang
      return null
    },
    shouldRevalidate: () => false,
    children: [
      {
        // Here an error replaces the page and leaves the shell.
        ErrorBoundary: PageError,
        children: [
          ...pages,
          { path: patterns.quote, loader: () => redirect(pathsOf(market).startOrder()) },
          { path: '*', Component: NotFoundPage },
        ],
      },
    ],
  }
}

/** /ca alone: the language of the browser decides. */
const canada: RouteObject = {
  path: '/ca',
  loader: () => {
    const french = navigator.languages
      .find((l) => /^(fr|en)\b/i.test(l))
      ?.toLowerCase()
      .startsWith('fr')
    return redirect(french ? '/ca/fr-ca' : '/ca/en-ca')
  },
}

export function createRouter() {
  return createBrowserRouter([canada, ...markets.map(site)])
}
