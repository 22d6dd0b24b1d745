import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { vi } from 'vitest'
import { listenForBodies, type Listening } from './listen.ts'

/** A call as it came over the wire. */
export interface HeardCall {
  method: string | undefined
  path: string | undefined
  headers: IncomingHttpHeaders
  body: string
}

/** What it answers: a status with JSON, or with text as it is, or anything at all by hand. */
export type FakeAnswer = { status?: number; json: unknown } | { status?: number; text: string } | Answering
type Answering = (response: ServerResponse) => unknown

/** A provider that says what it is told to and remembers what it heard. */
export interface FakeProvider extends Listening {
  heard: HeardCall[]
  answer: FakeAnswer
}

export async function startFakeProvider(answer: FakeAnswer = { json: {} }): Promise<FakeProvider> {
  const listening = await listenForBodies(({ method, url: path, headers }, body, response) => {
    fake.heard.push({ method, path, headers, body: body.toString() })
    give(fake.answer, response)
  })
  const fake: FakeProvider = { ...listening, heard: [], answer }
  return fake
}

function give(answer: FakeAnswer, response: ServerResponse): void {
  if (typeof answer === 'function') return void answer(response)
  const [type, body] =
    'json' in answer
      ? ['application/json', JSON.stringify(answer.json)]
      : ['text/html; charset=utf-8', answer.text]
  response.writeHead(answer.status ?? 200, { 'content-type': type }).end(body)
}

/** Holds the limit of the next call to a provider, which then lasts until it is passed. */
export function holdTimeout(): { pass(): void } {
  const limit = new AbortController()
  const spy = vi.spyOn(AbortSignal, 'timeout').mockImplementationOnce(() => limit.signal)
  return {
    pass() {
      spy.mockRestore()
      limit.abort(new DOMException('It took too long', 'TimeoutError'))
    },
  }
}
