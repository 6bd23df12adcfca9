import type { PublishedAnswers } from './hydration'

/** Data that a prerendered page embeds for hydration. */
export interface PublishedState {
  /** Path of the page; absent in the shell, which serves every page of its market. */
  path?: string
  /** Prefix of the market. */
  market: string
  /** Responses of the API that the page was rendered with. */
  answers: PublishedAnswers
}

/** Id of the script element that contains the state. */
export const stateId = 'state'
