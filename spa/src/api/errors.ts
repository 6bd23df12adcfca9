/** A finding among several, such as one invalid field; `pointer` is a JSON pointer to it. */
export interface Finding {
  code: string
  message: string
  pointer?: string
  params?: Params
}

export type Params = Record<string, unknown>

/** The body of an error answer: RFC 9457 members beside the `message` and `errors` of specification §8. */
export interface Problem {
  code: string
  message: string
  errors: string[]
  params?: Params
  problems?: Finding[]
  /** What to go on with, such as the basket that a stale writer did not know. */
  current?: unknown
  requestId?: string
}

/** What a failed call gives: serialisable, so that the store can hold it. */
export interface ApiError {
  name: 'API Error' | 'Error'
  /** The HTTP status; 500 for what never was an answer. */
  status: number
  message: string
  problem?: Problem
}

export const defaultMessage = 'Oooops! Something went wrong! Failed to fetch data from server!'

/** Reads the body of a refusal as specification §8 says. */
export function apiError(status: number, text: string): ApiError {
  const body = parse(text)
  const error: ApiError = { name: 'API Error', status, message: message(body) }
  if (isProblem(body)) error.problem = body
  return error
}

/** What failed before or beside an answer: no connection, an abort, a fault of ours. */
export function unknownError(): ApiError {
  return { name: 'Error', status: 500, message: defaultMessage }
}

/** JSON, or the text itself when it is none. */
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
