import type { PublishedAnswers } from './hydration'

/** What a page that was rendered on the server brings along for the browser. */
export interface PublishedState {
  /** The page; absent in the shell, which stands for every page of its market. */
  path?: string
  /** The prefix of its market. */
  market: string
  known: PublishedAnswers
}

/** The id of the element that holds it, a block of data. */
export const stateId = 'state'
