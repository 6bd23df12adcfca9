import type { Market } from '../../../market/market'

const metersPerMile = 1609.344

/** About 60 miles: the maximum distance that counts as near. Same as the server's NearMeters. */
export const farMeters = 100_000

export function isFar({ distanceMeters = 0 }: { distanceMeters?: number }): boolean {
  return distanceMeters > farMeters
}

/** A day's drive there and back. Same as the server's driveMeters. Locations beyond it are shown only if there are no closer ones. */
export const driveMeters = 500_000

export function isWithinDrive({ distanceMeters = 0 }: { distanceMeters?: number }): boolean {
  return distanceMeters <= driveMeters
}

/** Returns a distance for the row: the number, and its unit as text. */
export function formatDistance(meters: number, market: Market): { number: string; unit: string } {
  const parts = partsOf(meters, market)
  const textOf = (unit: boolean) =>
    parts
      .filter((part) => (part.type === 'unit') === unit)
      .map((part) => part.value)
      .join('')
      .trim()
  return { number: textOf(false), unit: textOf(true) }
}

/** Returns a distance for use in a sentence: 62 miles. */
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
