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

/** Parses the body of an error response by specification §8. */
export function apiError(status: number, text: string): ApiError {
  const body = parse(text)
  const error: ApiError = { name: 'API Error', status, message: message(body) }
  if (isProblem(body)) error.problem = body
  return error
}

/** Error without a response: no connection, an abort, or a client fault. */
export function unknownError(): ApiError {
  return { name: 'Error', status: 500, message: defaultMessage }
}

/** Returns the parsed JSON, or the text itself if it is not valid JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function message(body: unknown): string {
  if (Array.isArray(body) && body.length > 0 && body.every((e) => typeof e === 'string')) {
    return body.map(capitalised).join('.\n')
  }
  if (typeof body === 'object' && body !== null && 'message' in body && typeof body.message === 'string') {
    const errors = 'errors' in body && Array.isArray(body.errors) ? body.errors : []
    const list = errors.length > 1 ? `: ${errors.join(', ')}` : ''
    return `${capitalised(body.message).replace(/\.$/, '')}${list}.`
  }
  if (typeof body === 'string' && body.trim() !== '' && !isHtml(body)) return body
  return defaultMessage
}

function capitalised(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1)
}

function isHtml(text: string): boolean {
  return /<(!doctype|html|head|body)\b/i.test(text)
}

function isProblem(body: unknown): body is Problem {
  return typeof body === 'object' && body !== null && 'code' in body && typeof body.code === 'string'
}
