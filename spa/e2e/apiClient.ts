import type { BrowserContext } from '@playwright/test'
import type {
  Basket,
  CardInputBody,
  ListTimeslotsApiResponse,
  OrderStatus,
  Placement,
  Vehicle,
} from '../src/api/generated'

/** A guest that only one test uses, so that its kitchen ticket and mail are distinct. */
export interface Guest {
  firstName: string
  lastName: string
  email: string
  phone: string
}

/** Prepares a guest's state by API calls instead of clicks: a basket with a held time, or a placed order. */
export class ApiClient {
  private readonly url: string
  private readonly locale: string

  constructor(url: string, locale = 'en') {
    this.url = url
    this.locale = locale
  }

  private async request<T>(method: string, path: string, body?: object, version?: number): Promise<T> {
    const headers: Record<string, string> = {
      'content-type': 'application/json',
      'accept-language': this.locale,
      'country-alpha-2': this.locale.endsWith('-ca') ? 'CA' : 'US',
    }
    if (version !== undefined) headers['if-match'] = `"${version}"`
    if (path.startsWith('/payment')) headers['idempotency-key'] = crypto.randomUUID()
    const answer = await fetch(`${this.url}/api/online-ordering${path}`, {
      method,
      headers,
      body: body && JSON.stringify(body),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`)
    return JSON.parse(text)
  }

  /** Creates a basket with these dishes and the earliest free time. */
  async createBasket(location: string, dishes: Record<string, number>, handoff: 2 | 4 = 2): Promise<Basket> {
    let basket: Basket | undefined
    for (const [itemId, quantity] of Object.entries(dishes)) {
      const line = { itemId, quantity }
      basket = basket
        ? await this.request<Basket>(
            'POST',
            '/order-items',
            { orderId: basket.orderId, ...line },
            basket.version,
          )
        : await this.request<Basket>('POST', '/orders', {
            locationId: location,
            handoff,
            category: 'everyday',
            line,
          })
    }
    if (!basket) throw new Error('a basket needs a dish')
    return this.hold(basket)
  }

  /** Holds the earliest free time. */
  hold(basket: Basket) {
    return this.request<Basket>('PUT', `/timeslots/${basket.orderId}`, { asap: true }, basket.version)
  }

  /** Returns the times for a basket on this date, or on the first day that has any. */
  getTimeslots(basket: Basket, date?: string) {
    const query = date ? `?date=${date}` : ''
    return this.request<ListTimeslotsApiResponse>('GET', `/timeslots/${basket.orderId}${query}`)
  }

  /** Holds this time. */
  holdAt(basket: Basket, start: string) {
    return this.request<Basket>('PUT', `/timeslots/${basket.orderId}`, { start }, basket.version)
  }

  /** Returns the basket from the server. */
  getBasket(orderId: string) {
    return this.request<Basket>('GET', `/orders/${orderId}`)
  }

  /** Returns the status of an order. */
  getOrderStatus(orderToken: string) {
    return this.request<OrderStatus>('GET', `/orders/status/${orderToken}`)
  }

  /** Adds an item to a basket while the page still shows the old one, as another tab does. */
  addItem(basket: Basket, itemId: string) {
    return this.request<Basket>(
      'POST',
      '/order-items',
      { orderId: basket.orderId, itemId, quantity: 1 },
      basket.version,
    )
  }

  /** Places and pays an order; with a vehicle, for curbside. Returns its token. */
  async placeOrder(
    location: string,
    dishes: Record<string, number>,
    contact: Guest,
    vehicle?: Vehicle,
  ): Promise<string> {
    return this.place(await this.createBasket(location, dishes, vehicle ? 4 : 2), contact, vehicle)
  }

  /** Places and pays a basket. Returns the order's token. */
  async place(basket: Basket, contact: Guest, vehicle?: Vehicle): Promise<string> {
    const card = new URLSearchParams({
      type: 'card',
      'card[number]': '4242424242424242',
      'card[exp_month]': '12',
      'card[exp_year]': '2031',
      'card[cvc]': '123',
    })
    const token = await fetch(`${this.url}/sandbox/payments/v1/payment_methods`, {
      method: 'POST',
      body: card,
      headers: { authorization: 'Bearer pk_test_sandbox' },
    })
    const { id } = (await token.json()) as { id: string }
    const body: CardInputBody = {
      contact,
      vehicle,
      billing: { cardholder: 'D Whitaker', address: '1 Main St', city: 'Tulsa', state: 'OK', zip: '74105' },
      paymentMethod: id,
      total: basket.totals.total,
    }
    const placed = await this.request<Placement>(
      'POST',
      `/payment-management/card/${basket.orderId}`,
      body,
      basket.version,
    )
    return placed.orderToken
  }
}

/** Makes the browser use this basket. */
export async function setBasketCookie(context: BrowserContext, url: string, basket: Basket) {
  await context.addCookies([{ name: 'quote', value: basket.orderId, url }])
}
