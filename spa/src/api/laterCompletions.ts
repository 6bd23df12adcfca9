import { later } from '../ui/loading/later'

/** Loads with the first letter that a guest types into a search. */
export const Completions = later(async () => (await import('./Completions')).Completions)
