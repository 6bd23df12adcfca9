import type { Basket, DealCoupon, Deals, Line } from '../api/generated'

const usd = (minor: number) => ({ minor, currency: 'usd' as const })

export function lineFixture(some: Partial<Line> = {}): Line {
  return {
    lineId: 'a',
    itemId: 'the-big-deal',
    slug: 'the-big-deal',
    section: 'burgers',
    label: 'The Big Deal',
    quantity: 1,
    minimum: 1,
    maximum: 20,
    increment: 1,
    unitPrice: usd(795),
    price: usd(795),
    choices: [],
    modifiers: [],
    ...some,
  }
}

export function basketFixture(some: Partial<Basket> = {}): Basket {
  return {
    orderId: 'token',
    version: 1,
    state: 'open',
    category: 'everyday',
    handoff: 2,
    store: {
      id: 'bdb-1001',
      slug: 'brookside-tulsa',
      label: 'Brookside',
      address: '3421 S Peoria Ave, Tulsa, OK 74105',
      city: 'Tulsa',
      state: 'OK',
      timeZone: 'America/Chicago',
      country: 'US',
      currency: 'usd',
      handoffs: [2, 4],
    },
    lines: [lineFixture()],
    count: 1,
    cutlery: false,
    cutleryOffer: true,
    tipOptions: [10, 15, 20].map((percent) => ({ percent, amount: usd(percent * 8) })),
    totals: { subtotal: usd(795), adjustments: [], charges: [], taxes: [], tip: usd(0), total: usd(795) },
    problems: [],
    changes: [],
    ...some,
  }
}

/** A coupon of a basket: a reward for points. */
export function couponFixture(some: Partial<DealCoupon> = {}): DealCoupon {
  return {
    id: 'free-shake',
    deal: 'free-shake',
    code: '',
    kind: 1,
    label: 'A shake',
    points: 90,
    applied: true,
    ...some,
  }
}

export function dealsFixture(some: Partial<Deals> = {}): Deals {
  return { coupons: [], missed: [], others: [], chosen: [], lost: [], ...some }
}
