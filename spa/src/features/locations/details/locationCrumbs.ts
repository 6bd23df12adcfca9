import type { LocationDetails, Region } from '../../../api/generated'
import type { Paths } from '../../../market/paths'
import type { Crumb } from '../../../ui/page/structuredData'

/**
 * The way to a restaurant from the list of all. One that is open is on the pages of its state and its city; where the only one is
 * still to open, or has closed, they have none: what cities the state's page lists says which are there.
 */
export function locationCrumbs(
  { status, slug, label, address }: Pick<LocationDetails, 'status' | 'slug' | 'label' | 'address'>,
  paths: Paths,
  title: string,
  cities: readonly Region[] = [],
): Crumb[] {
  const { state, city, citySlug } = address
  const open = status === 'open'
  const hasState = open || cities.length > 0
  const hasCity = open || cities.some((region) => region.slug === citySlug)
  return [
    { name: title, path: paths.locations },
    ...(hasState ? [{ name: state.label, path: paths.location(state.slug) }] : []),
    ...(hasCity ? [{ name: city, path: paths.location(state.slug, citySlug) }] : []),
    { name: label, path: paths.location(state.slug, citySlug, slug) },
  ]
}
