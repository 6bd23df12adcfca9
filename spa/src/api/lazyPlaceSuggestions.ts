import { later } from '../ui/loading/later'

/** Loads with the first letter that a guest types into a search. */
export const PlaceSuggestions = later(async () => (await import('./PlaceSuggestions')).PlaceSuggestions)
