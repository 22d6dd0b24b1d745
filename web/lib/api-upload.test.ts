import { beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { uploadForJson } from './api.ts'
import { FakeRequest, playUploads } from './upload.fixture.ts'

function start() {
  const controller = new AbortController()
  const progress: unknown[] = []
  const answer = uploadForJson({
    ...{ schema: z.unknown(), url: '/api/x', form: new FormData(), fallback: 'Failed.' },
    ...{ signal: controller.signal, onProgress: (now: unknown) => progress.push(now) },
  })
  const request = FakeRequest.last
  if (!request) throw new Error('nothing was sent')
  return { answer, progress, cancel: () => controller.abort(), request }
}

function failed(cause: object) {
  return { ok: false, message: 'Failed.', errors: [], cause }
}

beforeEach(() => {
  vi.useFakeTimers()
  playUploads()
})

test('bytes are reported as they are sent, and any 2xx is a success', async () => {
  const { answer, progress, request } = start()
  for (const loaded of [10, 30]) request.upload.onprogress?.({ loaded, total: 30 })
  request.answers(201, 'not JSON')
  expect(await answer).toEqual({ ok: true, body: undefined })
  expect(progress).toEqual([10, 30].map((sent) => ({ sent, total: 30 })))
  expect(request.opened).toEqual(['POST', '/api/x'])
  expect(request.headers).toEqual({ Accept: 'application/json', 'Accept-Language': 'en-IN' })
})

test.each<[string, (started: ReturnType<typeof start>) => void, object]>([
  ['a page', ({ request }) => request.answers(502, '<h1>Bad</h1>'), { reason: 'refused', status: 502 }],
  ['a line that breaks', ({ request }) => request.onloadend?.(), { reason: 'unreachable' }],
  ['what is cancelled', ({ cancel }) => cancel(), { reason: 'cancelled' }],
])('%s gives the fallback, with its own cause', async (_, end, cause) => {
  const started = start()
  end(started)
  expect(await started.answer).toEqual(failed(cause))
})

test('it may take long as long as bytes move; 30 seconds without any end it', async () => {
  const { answer, request } = start()
  for (let sent = 1; sent <= 10; sent++) {
    vi.advanceTimersByTime(29_000)
    request.upload.onprogress?.({ loaded: sent, total: 100 })
  }
  const ended = vi.fn()
  void answer.then(ended)
  await vi.advanceTimersByTimeAsync(29_999)
  expect(ended).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)

  expect(await answer).toEqual(failed({ reason: 'timeout' }))
})

test('once everything is sent, the answer may take a minute', async () => {
  const { answer, request } = start()
  request.upload.onprogress?.({ loaded: 5, total: 5 })
  request.upload.onload?.()
  await vi.advanceTimersByTimeAsync(59_000)
  request.answers(201, '{}')

  expect(await answer).toEqual({ ok: true, body: {} })
})

test('no timer is left after the answer', async () => {
  const { answer, cancel, request } = start()
  request.answers(201, '{}')
  expect(await answer).toEqual({ ok: true, body: {} })
  const abort = vi.spyOn(request, 'abort')
  cancel()

  expect(vi.getTimerCount()).toBe(0)
  expect(abort).not.toHaveBeenCalled()
})
