import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { errorEnvelope, errorStatus } from '#contract/errors.ts'
import { errorMessages } from '#contract/messages/en/common.ts'
import { api, pages, probes } from '#contract/paths.ts'
import { goodEnquiry, postEnquiry } from '#tests/support/enquiry.ts'
import { engines, withoutTable } from '#tests/support/place.ts'
import { startServer, type TestServer } from '#tests/support/server.ts'
import { sharedServer } from '#tests/support/shared.ts'
import { get, sendRaw } from '#tests/support/tcp.ts'

async function ready(server: TestServer): Promise<[number, string]> {
  const response = await fetch(server.url + probes.ready)
  const { message } = (await response.json()) as { message: string }
  return [response.status, message]
}

describe.each(engines)('the probes on %s', (engine) => {
  it('say that the process is alive and that the database answers, until it begins to stop', async () => {
    await using server = await startServer({ engine })
    const alive = await fetch(server.url + probes.health)
    expect([alive.status, await alive.json()]).toEqual([200, { message: 'alive' }])
    expect(await ready(server)).toEqual([200, 'ready'])
    server.deps.beginStop()
    expect(await ready(server)).toEqual([503, 'stopping'])
    expect((await fetch(server.url + probes.health)).status).toBe(200)
  })
})

describe('an overloaded server', () => {
  it('refuses calls with a message and Retry-After, but no page and no probe', async () => {
    let overloaded = true
    await using server = await startServer({ overloaded: () => overloaded })
    const { status, headers, body } = await postEnquiry(server.url)
    expect([status, headers.get('retry-after'), headers.get('x-content-type-options')]).toEqual([
      503,
      '10',
      'nosniff',
    ])
    expect(body).toEqual({ message: errorMessages.unavailable, code: 'unavailable' })
    for (const path of ['/', '/contact', '/nothing-here', probes.health, probes.ready])
      expect([path, (await fetch(server.url + path)).status]).not.toEqual([path, 503])
    // A filtered list is drawn for each request.
    for (const query of ['?q=a', '?place=Surat', '?sector=finance', '?remote=yes', '?page=2'])
      expect([query, (await fetch(server.url + pages.jobs + query)).status]).toEqual([query, 503])
    expect((await fetch(server.url + pages.jobs)).status).toBe(200)
    for (const path of [api.gatewayCallback, api.gatewayReturn])
      expect([path, (await fetch(server.url + path, { method: 'POST' })).status]).toEqual([path, 503])
    // A person who comes back from their bank is sent on to their form, which asks for the outcome.
    const back = await get(server.url + api.gatewayReturn, { accept: 'text/html' }, 'POST')
    expect([back.status, back.headers.location]).toEqual([303, '/register'])
    overloaded = false
    expect((await postEnquiry(server.url)).status).toBe(201)
  })
})

describe('the server', () => {
  const server = sharedServer()

  it('shows that description on a page that loads and runs nothing, each call and each schema by its name', async () => {
    const response = await fetch(server.url + api.docs)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    const html = await response.text()
    expect(html).not.toMatch(/<(script|link|img)|\ssrc=/)
    const { paths, components } = JSON.parse(await (await fetch(server.url + api.openapi)).text())
    const headings = Object.keys(components.schemas)
    for (const [path, methods] of Object.entries<object>(paths))
      headings.push(...Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`))
    for (const heading of headings) expect(html).toContain(`>${heading}</h2>`)
    const ids = new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))
    for (const [, target] of html.matchAll(/href="#([^"]+)"/g)) expect(ids).toContain(target)
    const [, style = ''] = /<style>([^]*)<\/style>/.exec(html) ?? []
    const hash = createHash('sha256').update(style).digest('base64')
    expect(response.headers.get('content-security-policy')).toContain(`style-src 'self' 'sha256-${hash}'`)
  })

  it('answers every refusal in the same form', async () => {
    const asked: [string, RequestInit][] = [
      ['/api/v1/nothing', {}],
      ['/api', {}],
      ['/api/', {}],
      [api.sendEnquiry, {}],
      [api.sendEnquiry, { method: 'POST' }],
      [api.sendEnquiry, { method: 'POST', body: '{', headers: { 'content-type': 'application/json' } }],
      [api.sendEnquiry, { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } }],
      [api.sendEnquiry, { method: 'POST', body: 'x', headers: { 'content-type': 'text/plain' } }],
      ['/%zz', {}],
      ['/sandbox/messages?limit=none', {}],
    ]
    for (const [path, init] of asked) {
      const response = await fetch(server.url + path, init)
      const body = errorEnvelope.parse(await response.json())
      expect([path, response.status]).toEqual([path, errorStatus[body.code]])
      expect(Object.values<string>(errorMessages)).toContain(body.message)
    }
  })

  it('identifies a fault of ours only by an id, in the answer and in the log', async () => {
    const { db } = server.deps
    const asked = () => postEnquiry(server.url, { ...goodEnquiry, name: 'Canary Name' })
    const { status, headers, body } = await withoutTable(db, 'records', asked)
    expect([status, body.code, body.message]).toEqual([500, 'internal', errorMessages.internal])
    expect(headers.get('x-request-id')).toBe(body.requestId)
    const lines = server.log().split('\n')
    const line = lines.find((entry) => entry.includes('request failed'))
    expect(line).toContain(body.requestId)
    expect(line).toContain('"stack"')
    expect(line?.split('"reqId"')).toHaveLength(2)
    expect(server.log()).not.toContain('Canary')
    expect(JSON.stringify(body)).not.toMatch(/sql|table|enquiries/i)
  })

  it.each(['/About', '/'])('never takes its own address from a caller: %s', async (path) => {
    const evil = 'Host: evil.example\r\nX-Forwarded-Host: evil.example\r\nConnection: close'
    const answer = await sendRaw(server.url, `GET ${path} HTTP/1.1\r\n${evil}\r\n\r\n`)
    expect(answer).toMatch(path === '/' ? /^HTTP\/1.1 200 / : /\r\nlocation: \/about\r\n/i)
    expect(answer).not.toContain('evil')
  })
})
