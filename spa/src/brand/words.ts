/** Sentences by locale and key that a brand says in its own way; a test finds a key that the locales do not have. */
export type OwnWords = Partial<Record<string, Record<string, string>>>

/** What a brand calls one of its restaurants within an English sentence: [restaurant] and [restaurants] of the locales. */
export interface Restaurant {
  one: string
  other: string
}
