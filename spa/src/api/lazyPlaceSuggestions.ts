import { lazyOptional } from '../ui/loading/lazyOptional'

/** Loads when the guest types the first letter into a search field. */
export const PlaceSuggestions = lazyOptional(
  async () => (await import('./PlaceSuggestions')).PlaceSuggestions,
)
