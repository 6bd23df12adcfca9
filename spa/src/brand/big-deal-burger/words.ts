import type { OwnWords } from '../words'

/** The sentences of the locales are this brand's. */
export const own: OwnWords = {}
