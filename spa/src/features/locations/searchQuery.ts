import { useSearchParams } from 'react-router'
import type { ListLocationsApiArg } from '../../api/generated'
import { type HandoffType, handoffIds } from '../../market/handoff'
import type { DishChoice, LocationSearch, Paths } from '../../market/paths'
import { usePaths } from '../../market/useMarket'

/** The most that the server takes; the search field takes no more either. */
const longest = { near: 120, city: 80 }

/** What the address looks for, so that Back restores it. It may have been written by anybody: no more of it is read than is taken. */
export function readSearch(query: URLSearchParams): LocationSearch {
  const read = (name: string, most = 40) => query.get(name)?.trim().slice(0, most) || undefined
  return {
    near: read('near', longest.near),
    point: read('point'),
    around: read('around'),
    state: read('state'),
    city: read('city', longest.city),
    open: read('open'),
    show: read('show'),
  }
}

export const pageSize = 20

/** What of the address is the dish that the guest came for; every further search keeps it. */
export function readDishChoice(query: URLSearchParams): DishChoice {
  const read = (name: string) => query.get(name)?.slice(0, 200) || undefined
  return { dish: read('dish'), with: read('with'), without: read('without') }
}

/** The dish at a restaurant, or without one its menu. */
export function dishChoicePath(paths: Paths, slug: string, { dish, ...layers }: DishChoice): string {
  const [section, item] = dish?.split('/') ?? []
  return section && item ? paths.item(slug, section, item, layers) : paths.menu(slug)
}

/** The paths of a search: a further one keeps the dish of the address, and a restaurant's menu opens it. */
export function useSearchPaths() {
  const paths = usePaths()
  const wish = readDishChoice(useSearchParams()[0])
  return {
    startOrder: (search: LocationSearch = {}) => paths.startOrder({ ...wish, ...search }),
    menu: (slug: string) => dishChoicePath(paths, slug, wish),
  }
}

/** How many restaurants the address asks to show: whole pages, at most the hundred that one answer holds. */
export function shownCount({ show }: LocationSearch): number {
  const pages = Math.ceil(Number(show) / pageSize)
  return pageSize * Math.min(5, Math.max(1, Number.isFinite(pages) ? pages : 1))
}

/** The call for a search; undefined when nothing is looked for yet. Curbside lists who has it, carryout everybody. */
export function searchRequest(
  { near, point, around, state, city, open }: LocationSearch,
  type: HandoffType = 'carryout',
): ListLocationsApiArg | undefined {
  const only = {
    ...(type === 'carryout' ? {} : { handoff: handoffIds[type] }),
    ...(open ? { open: 'now' } : {}),
  }
  if (near) return { q: near, ...only }
  const [latitude, longitude] = (point ?? around ?? '').split(',').map(Number)
  if ((point || around) && isDegree(latitude, 90) && isDegree(longitude, 180))
    return { latitude, longitude, ...only }
  if (state && /^[a-z]{2}$/i.test(state)) return { state, city, ...only }
}

function isDegree(value: number | undefined, most: number): value is number {
  return value !== undefined && Number.isFinite(value) && Math.abs(value) <= most
}

/** A point as the address keeps it: to about a hundred metres, which finds a restaurant and no bed. */
export function formatPoint({ latitude, longitude }: { latitude: number; longitude: number }): string {
  return `${latitude.toFixed(3)},${longitude.toFixed(3)}`
}
