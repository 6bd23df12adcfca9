/** A finding among several, such as one invalid field; `pointer` is a JSON pointer to it. */
export interface Finding {
  code: string
  message: string
  pointer?: string
  params?: Params
}

export type Params = Record<string, unknown>

/** Body of an error response: RFC 9457 members plus the `message` and `errors` of specification §8. */
export interface Problem {
  code: string
  message: string
  errors: string[]
  params?: Params
  problems?: Finding[]
  /** Current state for a retry, such as the basket after a version conflict. */
  current?: unknown
  requestId?: string
}

/** Error of a failed call. It is serialisable, so that the store can hold it. */
export interface ApiError {
  name: 'API Error' | 'Error'
  /** HTTP status; 500 if there was no response. */
  status: number
  message: string
  problem?: Problem
}

export const defaultMessage = 'Oooops! Something went wrong! Failed to fetch data from server!'

/** Error without a response: no connection, an abort, or a client fault. */
export function unknownError(): ApiError {
  return { name: 'Error', status: 500, message: defaultMessage }
}
