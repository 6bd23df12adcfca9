import { type ApiError, defaultMessage, type Problem } from './errors'

/** Parses the body of an error response by specification §8. */
export function apiError(status: number, text: string): ApiError {
  const body = parse(text)
  const error: ApiError = { name: 'API Error', status, message: message(body) }
  if (isProblem(body)) error.problem = body
  return error
}

/** Returns the error with this code, for what the page itself refuses. */
export const refusalOf = (code: string, status = 422): ApiError => ({
  name: 'API Error',
  status,
  message: '',
  problem: { code, message: '', errors: [] },
})

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
