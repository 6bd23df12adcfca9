/** Whole minor units with a currency, as the server sends them: 1250 usd is $12.50. Only the server computes totals. */
export interface Amount {
  minor: number
  currency: string
}

/** Formats an amount for the locale: $12.50, 12,50 $. */
export function formatAmount({ minor, currency }: Amount, lang: string): string {
  return formatter(currency, lang).format(minor / 100)
}

/** Formats a surcharge with its sign: +$1.25, −$0.50; empty if it is zero. */
export function formatSurcharge(amount: Amount, lang: string): string {
  if (amount.minor === 0) return ''
  const sign = amount.minor < 0 ? '−' : '+'
  return sign + formatAmount({ ...amount, minor: Math.abs(amount.minor) }, lang)
}

const formatters = new Map<string, Intl.NumberFormat>()

function formatter(currency: string, lang: string): Intl.NumberFormat {
  const key = `${lang} ${currency}`
  const cached = formatters.get(key)
  if (cached) return cached
  const created = new Intl.NumberFormat(lang, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
  })
  formatters.set(key, created)
  return created
}

const wrongAmount = 'Amount passed must be of type String or Number.'

/** Converts cents to a decimal with two places: 1250 is "12.50". Throws a TypeError unless given a string or number. */
export function toDecimal(cents: string | number): string {
  const { negative, digits } = parse(cents, 0)
  const padded = digits.padStart(3, '0')
  return `${negative ? '-' : ''}${padded.slice(0, -2)}.${padded.slice(-2)}`
}

/** Converts a decimal to cents, rounding half to even: "12.505" is 1250, "12.515" is 1252. Throws a TypeError as toDecimal does. */
export function toCents(decimal: string | number): number {
  const { negative, digits } = parse(decimal, 2)
  const cents = Number(digits)
  return negative && cents !== 0 ? -cents : cents
}

/** Returns the digits of `amount × 10^places`, rounded half to even. It works on the text, because 1.005 as a float is already smaller. */
function parse(amount: unknown, places: number): { negative: boolean; digits: string } {
  if (typeof amount !== 'string' && typeof amount !== 'number') throw new TypeError(wrongAmount)
  const match = /^([+-]?)(\d*)\.?(\d*)(?:e([+-]?\d+))?$/i.exec(String(amount).trim())
  if (!match || (!match[2] && !match[3])) throw new TypeError(wrongAmount)
  const [, sign, whole = '', fraction = '', exponent = '0'] = match
  const point = whole.length + Number(exponent) + places
  const allDigits = (whole + fraction).padStart(whole.length + fraction.length + Math.max(0, -point), '0')
  const at = Math.max(point, 0)
  const kept = allDigits.slice(0, at).padEnd(at, '0') || '0'
  const dropped = allDigits.slice(at)
  const isHalf = /^50*$/.test(dropped)
  const roundsUp = isHalf ? Number(kept.at(-1)) % 2 === 1 : /^[5-9]/.test(dropped)
  const digits = (BigInt(kept) + (roundsUp ? 1n : 0n)).toString()
  return { negative: sign === '-' && digits !== '0', digits }
}
