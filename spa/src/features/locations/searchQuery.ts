import { useSearchParams } from 'react-router'
import type { ListLocationsApiArg } from '../../api/generated'
import { type HandoffType, handoffIds } from '../../market/handoff'
import type { DishChoice, LocationSearch, Paths } from '../../market/paths'
import { usePaths } from '../../market/useMarket'

/** Maximum lengths that the server accepts; the search field has the same limits. */
const longest = { near: 120, city: 80 }

/** Reads the search from the URL, so that Back restores it. URLs are untrusted: values are truncated to the server's limits. */
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

/** Reads the selected dish from the URL; further searches keep it. */
export function readDishChoice(query: URLSearchParams): DishChoice {
  const read = (name: string) => query.get(name)?.slice(0, 200) || undefined
  return { dish: read('dish'), with: read('with'), without: read('without') }
}

/** Returns the path of the dish at a location, or of its menu if no dish is selected. */
export function dishChoicePath(paths: Paths, slug: string, { dish, ...layers }: DishChoice): string {
  const [section, item] = dish?.split('/') ?? []
  return section && item ? paths.item(slug, section, item, layers) : paths.menu(slug)
}

/** Returns paths for searches. They keep the selected dish, and a location's menu link opens it. */
export function useSearchPaths() {
  const paths = usePaths()
  const wish = readDishChoice(useSearchParams()[0])
  return {
    startOrder: (search: LocationSearch = {}) => paths.startOrder({ ...wish, ...search }),
    menu: (slug: string) => dishChoicePath(paths, slug, wish),
  }
}

/** Returns the URL's query, and a function that changes parameters; undefined removes one. The page keeps its scroll position. */
export function useSearchQuery() {
  const [query, setQuery] = useSearchParams()
  const change = (changes: Record<string, string | undefined>, replace = false) => {
    const next = new URLSearchParams(query)
    for (const [name, value] of Object.entries(changes)) {
      if (value) next.set(name, value)
      else next.delete(name)
    }
    setQuery(next, { replace, preventScrollReset: true })
  }
  return { query, change }
}

/** Returns the number of locations to show: whole pages, at most the hundred of one response. */
export function shownCount({ show }: LocationSearch): number {
  const pages = Math.ceil(Number(show) / pageSize)
  return pageSize * Math.min(5, Math.max(1, Number.isFinite(pages) ? pages : 1))
}

/** Returns the request of a search; undefined without a search. Curbside returns only locations that offer it; carryout returns all. */
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

/** Formats a point for the URL, rounded to about a hundred metres: enough to find a location without revealing a home. */
export function formatPoint({ latitude, longitude }: { latitude: number; longitude: number }): string {
  return `${latitude.toFixed(3)},${longitude.toFixed(3)}`
}
