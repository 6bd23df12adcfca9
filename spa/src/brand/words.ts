/** Sentences by locale and key that a brand says in its own way; a test finds a key that the locales do not have. */
export type OwnWords = Partial<Record<string, Record<string, string>>>
