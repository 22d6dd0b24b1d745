import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { vi } from 'vitest'
import { listenForBodies, type Listening } from './listen.ts'

/** A call as it arrived. */
export interface HeardCall {
  method: string | undefined
  path: string | undefined
  headers: IncomingHttpHeaders
  body: string
}

/** Its answer: a status with JSON or text, or anything written by hand. */
export type FakeAnswer = { status?: number; json: unknown } | { status?: number; text: string } | Answering
type Answering = (response: ServerResponse) => unknown

/** A provider that answers as told and remembers its calls. */
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

/** Replaces the time limit of the next call to a provider, which then ends when told. */
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
