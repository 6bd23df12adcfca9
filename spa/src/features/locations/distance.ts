import type { Market } from '../../market/market'

const metersPerMile = 1609.344

/** About 60 miles: further than anybody drives for lunch. */
const farMeters = 100_000

export function isFar({ distanceMeters = 0 }: { distanceMeters?: number }): boolean {
  return distanceMeters > farMeters
}

/** A distance as the row shows it: the number big, its unit in words below. */
export function formatDistance(
  meters: number,
  { distanceUnit, lang }: Market,
): { number: string; unit: string } {
  const length = meters / (distanceUnit === 'mile' ? metersPerMile : 1000)
  const digits = length < 9.95 ? 1 : 0
  const parts = new Intl.NumberFormat(lang, {
    style: 'unit',
    unit: distanceUnit,
    unitDisplay: 'long',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).formatToParts(length)
  const of = (unit: boolean) =>
    parts
      .filter((part) => (part.type === 'unit') === unit)
      .map((part) => part.value)
      .join('')
      .trim()
  return { number: of(false), unit: of(true) }
}
