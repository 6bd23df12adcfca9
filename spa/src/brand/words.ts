/** Text overrides of a brand by locale and key; a test rejects keys that the locales do not have. */
export type OwnWords = Partial<Record<string, Record<string, string>>>

/** The brand's English word for a location: [restaurant] and [restaurants] in the locales. */
export interface Restaurant {
  one: string
  other: string
}
