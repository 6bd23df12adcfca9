import { vi } from 'vitest'

/** A request of XMLHttpRequest that the test answers. For tests only. */
export class FakeRequest {
  readonly headers: Record<string, string> = {}
  readonly upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {}
  url = ''
  body?: File
  isAborted = false
  status = 0
  responseText = ''
  onload?: () => void
  onerror?: () => void
  onabort?: () => void

  open(_method: string, url: string) {
    this.url = url
  }
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value
  }
  send(body: File) {
    this.body = body
  }
  abort() {
    this.isAborted = true
    this.onabort?.()
  }
  answer(status: number, body: unknown) {
    this.status = status
    this.responseText = JSON.stringify(body)
    this.onload?.()
  }
}

/** Replaces XMLHttpRequest and returns the requests that the site sends. */
export function fakeRequests(): FakeRequest[] {
  const requests: FakeRequest[] = []
  const Recorded = class extends FakeRequest {
    constructor() {
      super()
      requests.push(this)
    }
  }
  vi.stubGlobal('XMLHttpRequest', Recorded)
  return requests
}
