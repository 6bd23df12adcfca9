import type { Size } from './useElementSize.ts'

/** A country that is drawn as a whole. */
export type PlateCountry = 'US' | 'CA'

/** Sizes of the plates in units, known before a plate loads, so that nothing shifts. */
export const plateSizes: Record<PlateCountry, Size> = {
  US: { width: 1950, height: 1220 },
  CA: { width: 1950, height: 1010 },
}
