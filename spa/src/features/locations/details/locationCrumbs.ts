import type { LocationDetails, Region } from '../../../api/generated'
import type { Paths } from '../../../market/paths'
import type { Crumb } from '../../../ui/page/crumbs'

/** Returns a location's breadcrumbs. State and city pages exist only with an open location; the state's list of cities decides. */
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
