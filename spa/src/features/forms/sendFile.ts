import { apiError } from '../../api/apiError'
import { urlOf } from '../../api/baseQuery'
import { type ApiError, unknownError } from '../../api/errors'
import { brand } from '../../brand/brand'
import { marketOf } from '../../market/market'

/** A form that takes files. */
export type UploadForm = 'review' | 'job-application'

/** Longest time for one file on a slow phone connection. Milliseconds. */
const timeout = 300_000

interface Sending {
  file: File
  /** Type by the file's first bytes. */
  type: string
  form: UploadForm
  token: string
  /** Called with the sent part of the file, 0 to 1. */
  onProgress: (sent: number) => void
  signal: AbortSignal
}

/** Sends a file and returns the name that the server gave it. XMLHttpRequest, because fetch reports no progress of a request's body. */
export function sendFile({ file, type, form, token, onProgress, signal }: Sending): Promise<string> {
  return new Promise((resolve, reject: (error: ApiError) => void) => {
    if (signal.aborted) return reject(unknownError()) // cancelled before there was a token
    const request = new XMLHttpRequest()
    const { country, locale } = marketOf(location.pathname)
    request.open('POST', urlOf(`/survey-management/uploads?kind=${form}`))
    request.timeout = timeout
    const headers = {
      'Content-Type': type,
      'Form-Token': token,
      'brand-id': String(brand.id),
      'country-alpha-2': country,
      'Accept-Language': locale,
    }
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded, total }) => total > 0 && onProgress(loaded / total)
    const fail = () => reject(unknownError())
    request.onerror = fail
    request.ontimeout = fail
    request.onabort = fail
    request.onload = () => {
      const { status, responseText } = request
      if (status !== 201) return reject(apiError(status, responseText))
      try {
        resolve(JSON.parse(responseText).name)
      } catch {
        fail()
      }
    }
    signal.addEventListener('abort', () => request.abort())
    request.send(file)
  })
}
