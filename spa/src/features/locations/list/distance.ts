import type { Market } from '../../../market/market'

const metersPerMile = 1609.344

/** About 60 miles: further than anybody drives for lunch. The server's NearMeters. */
export const farMeters = 100_000

export function isFar({ distanceMeters = 0 }: { distanceMeters?: number }): boolean {
  return distanceMeters > farMeters
}

/** A day's drive, there and back: the server's driveMeters. Beyond it a restaurant is worth naming only where there is no other. */
export const driveMeters = 500_000

export function isWithinDrive({ distanceMeters = 0 }: { distanceMeters?: number }): boolean {
  return distanceMeters <= driveMeters
}

/** A distance as the row shows it: the number big, its unit in words below. */
export function formatDistance(meters: number, market: Market): { number: string; unit: string } {
  const parts = partsOf(meters, market)
  const of = (unit: boolean) =>
    parts
      .filter((part) => (part.type === 'unit') === unit)
      .map((part) => part.value)
      .join('')
      .trim()
  return { number: of(false), unit: of(true) }
}

/** A distance inside a sentence: 62 miles. */
export function distanceInWords(meters: number, market: Market): string {
  return partsOf(meters, market)
    .map((part) => part.value)
    .join('')
}

function partsOf(meters: number, { distanceUnit, lang }: Market) {
  const length = meters / (distanceUnit === 'mile' ? metersPerMile : 1000)
  const digits = length < 9.95 ? 1 : 0
  return new Intl.NumberFormat(lang, {
    style: 'unit',
    unit: distanceUnit,
    unitDisplay: 'long',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).formatToParts(length)
}
