import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { type Failure, getBytes, getJson, sendForJson, postJson } from './api.ts'

const fallback = 'No answer came.'
const servers: Server[] = []

async function listen(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  servers.push(server)
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

const json = 'application/json'
function got(url: string) {
  return getJson({ url, schema: z.object({ count: z.number() }), fallback })
}
function posted(url: string) {
  return postJson({ url, body: {}, fallback })
}
function says(status: number, type: string, text: string): RequestListener {
  return (_, response) => response.writeHead(status, { 'Content-Type': type }).end(text)
}

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

test('the body arrives as JSON with the language of the page, and any 2xx is a success whatever its body', async () => {
  let received = ''
  const url = await listen((request, response) => {
    const { 'content-type': type, 'accept-language': language } = request.headers
    received = `${request.method} ${type} ${language} `
    request.on('data', (part) => (received += part))
    request.on('end', () => response.writeHead(201).end('not JSON'))
  })

  expect(await postJson({ url, body: { name: 'आशा' }, fallback })).toEqual({ ok: true })
  expect(received).toBe('POST application/json en-IN {"name":"आशा"}')
})

test('our refusal gives its own sentence and those of its fields', async () => {
  const errors = [{ field: 'phone', message: 'Phone number is required' }]
  const details = { message: 'Please correct.', code: 'invalid', errors }
  const cause = { reason: 'refused', status: 422, code: 'invalid' }
  const url = await listen(says(422, json, JSON.stringify(details)))
  expect(await posted(url)).toEqual({ ok: false, message: details.message, errors, cause, details })
})

test.each([
  [undefined, 'Too many.'],
  ['en-IN', 'Too many.'],
  ['gu-IN', fallback],
])('a refusal in %s is shown on an English page as: %s', async (language, message) => {
  const url = await listen((_, response) => {
    const headers = { 'Content-Type': 'application/json', ...(language && { 'Content-Language': language }) }
    response.writeHead(429, headers).end(JSON.stringify({ message: 'Too many.', code: 'rate_limited' }))
  })
  expect(await posted(url)).toMatchObject({ message, cause: { status: 429, code: 'rate_limited' } })
})

test.each([
  [{ message: 'User already registered' }, 'User already registered'],
  [{ message: ' Server words ', code: 'E42', errors: 'none' }, 'Server words'],
  [{ message: '  ', code: 'invalid' }, fallback],
  [{ message: 42 }, fallback],
  ['Server words', fallback],
])('of the refusal %j the visitor reads: %s', async (body, message) => {
  const url = await listen(says(400, json, JSON.stringify(body)))
  expect(await posted(url)).toMatchObject({ message, errors: [] })
})

test('our own fault keeps its request id for the console', async () => {
  const envelope = { message: 'Our side.', code: 'internal', requestId: 'r-1' }
  const url = await listen(says(500, json, JSON.stringify(envelope)))
  const cause = { status: 500, code: 'internal', requestId: 'r-1' }
  expect(await posted(url)).toMatchObject({ message: 'Our side.', errors: [], cause })
})

const cut: RequestListener = (request) => request.socket.destroy()
const cutInItsBody: RequestListener = (request, response) => {
  response.writeHead(503, { 'Content-Length': '500' }).write('{"message":', () => request.socket.destroy())
}
function postedBriefly(url: string) {
  return postJson({ url, body: {}, fallback, timeoutMs: 50 })
}
function answered(url: string) {
  return sendForJson({ url, body: {}, schema: z.object({ message: z.string() }), fallback })
}

test.each<[string, (url: string) => Promise<unknown>, RequestListener, Partial<Failure['cause']>]>([
  ['a 502 that is a page of HTML', posted, says(502, 'text/html', '<h1>Bad</h1>'), { reason: 'refused' }],
  ['a 502 of another make', posted, says(502, json, '{"error":"upstream"}'), { reason: 'refused' }],
  ['a 502 without a body', posted, says(502, 'text/plain', ''), { reason: 'refused', status: 502 }],
  ['a connection cut before the answer', posted, cut, { reason: 'unreachable' }],
  ['a refusal cut in its body', posted, cutInItsBody, { reason: 'refused', status: 503 }],
  ['no answer in time', postedBriefly, () => undefined, { reason: 'timeout' }],
  ['another shape of what is got', got, says(200, json, '{"count":"two"}'), { reason: 'unreadable' }],
  ['a success of another shape', answered, says(200, json, '{"text":"Sent"}'), { reason: 'unreadable' }],
  ['a success that is a page', answered, says(200, 'text/html', '<h1>Sent</h1>'), { reason: 'unreadable' }],
])('%s gives the fallback', async (_, ask, answer, cause) => {
  expect(await ask(await listen(answer))).toMatchObject({ ok: false, message: fallback, errors: [], cause })
})

test('what is read has the requested schema', async () => {
  let accepted = ''
  const url = await listen((request, response) => {
    accepted = `${request.method} ${request.headers.accept}`
    response.end('{"count":2,"more":true}')
  })
  expect(await got(url)).toEqual({ ok: true, body: { count: 2 } })
  expect(accepted).toBe('GET application/json')
})

test('a file may take a minute, an answer fifteen seconds', async () => {
  const limit = vi.spyOn(AbortSignal, 'timeout')
  const url = await listen(says(200, 'application/pdf', '%PDF'))
  expect(await getBytes({ url, fallback })).toEqual({ ok: true, body: new Uint8Array([37, 80, 68, 70]) })
  await got(url)
  expect(limit.mock.calls).toEqual([[60_000], [15_000]])
})

test('the answer to a post may have a body, of which only the requested part is kept', async () => {
  const url = await listen(says(200, json, '{"message":"Sent","more":1}'))
  expect(await answered(url)).toEqual({ ok: true, body: { message: 'Sent' } })
})
