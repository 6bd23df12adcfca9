import { lazyOptional } from '../ui/loading/lazyOptional'

/** Loads with the first letter that a guest types into a search. */
export const PlaceSuggestions = lazyOptional(
  async () => (await import('./PlaceSuggestions')).PlaceSuggestions,
)
