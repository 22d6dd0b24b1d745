import { vi } from 'vitest'

/** The parts of a browser's request that an upload uses; the test plays the network. */
export class FakeRequest {
  static last: FakeRequest | undefined
  /** The immediate answer to each; without it a test answers by hand. */
  static answer: { status: number; text: string } | undefined
  upload: { onprogress?: (event: { loaded: number; total: number }) => void; onload?: () => void } = {}
  onloadend?: () => void
  status = 0
  responseText = ''
  opened: string[] = []
  headers: Record<string, string> = {}
  sent: FormData | undefined

  constructor() {
    FakeRequest.last = this
  }
  open(...words: string[]) {
    this.opened = words
  }
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value
  }
  send(form: FormData) {
    this.sent = form
    if (FakeRequest.answer) this.answers(FakeRequest.answer.status, FakeRequest.answer.text)
  }
  getResponseHeader() {
    return null
  }
  abort() {
    this.onloadend?.()
  }
  answers(status: number, text: string) {
    Object.assign(this, { status, responseText: text })
    this.onloadend?.()
  }
}

/** The network of a test in which nothing has been sent yet. */
export function playUploads(): void {
  Object.assign(FakeRequest, { last: undefined, answer: undefined })
  vi.stubGlobal('XMLHttpRequest', FakeRequest)
}
