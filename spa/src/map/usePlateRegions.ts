import { useAfterFirstInteraction } from '../ui/loading/useAfterFirstInteraction'
import type { PlateRegion } from './countryPlate'
import type { PlateCountry } from './plateSizes'
import { useShapes } from './useShapes'

const sources = {
  US: [() => import('virtual:geography/plate-US')],
  CA: [() => import('virtual:geography/plate-CA')],
}
const none: readonly [] = []

/** Returns the states or provinces of a country, none before they are loaded. */
export function usePlateRegions(country: PlateCountry): readonly PlateRegion[] {
  const [regions] = useShapes(useAfterFirstInteraction() ? sources[country] : none)
  return regions ?? none
}
