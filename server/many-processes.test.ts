import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { api } from '#contract/paths.ts'
import type { PersonRecord } from '#contract/schemas/registrations.ts'
import { signatureCheck } from './providers/signature/p12-signature.ts'
import { hasS3, makeBucket, type TestBucket } from '#tests/support/bucket.ts'
import { freshPhone, sendTo } from '#tests/support/codes.ts'
import { listen, type Listening } from '#tests/support/listen.ts'
import { engines, makePlace, type Place } from '#tests/support/place.ts'
import { registered, settle } from '#tests/support/registration.ts'
import { startServer, type TestServer } from '#tests/support/server.ts'
import { newVisitor } from '#tests/support/visitor.ts'

/** A proxy that sends each request to the next of several servers. */
function startRoundRobin(servers: readonly string[]): Promise<Listening> {
  let turn = 0
  const proxy = createServer((asked, answer) => {
    turn += 1
    passOn(servers[turn % servers.length] ?? '', asked, answer)
  })
  return listen(proxy)
}

function passOn(server: string, asked: IncomingMessage, answer: ServerResponse): void {
  const { method, url: path, headers } = asked
  const call = request(server + path, { method, headers }, (answered) => {
    answer.writeHead(answered.statusCode ?? 502, answered.headers)
    answered.pipe(answer)
  })
  call.on('error', () => answer.destroy())
  asked.pipe(call)
}

const settings = { DATA_KEY: Buffer.alloc(32, 9).toString('base64'), RATE_LIMIT_SCALE: '2' }

/** Waits longer, since threads of three servers make and sign documents, which takes long on a busy machine. */
function inTheEnd(check: () => void | Promise<void>): Promise<void> {
  return vi.waitFor(check, { timeout: 60_000, interval: 100 })
}

const canRun = engines.includes('postgres') && hasS3

describe.runIf(canRun)('servers on one database and one bucket', { timeout: 240_000 }, () => {
  let places: Place[]
  let bucket: TestBucket
  let servers: TestServer[]
  let proxy: Listening
  beforeAll(async () => {
    bucket = await makeBucket()
    places = await Promise.all((['postgres', 'sqlite', 'sqlite'] as const).map((engine) => makePlace(engine)))
    const shared = { ...places[0]?.settings, ...settings, ...bucket.settings }
    // All at once, on a database that is still empty.
    servers = await Promise.all(
      places.map((place) => startServer({ place, settings: { ...shared, DATA_DIR: place.dataDir } })),
    )
    servers.forEach(({ deps }) => deps.worker.start())
    proxy = await startRoundRobin(servers.map(({ url }) => url))
  })
  afterAll(async () => {
    await proxy.close()
    await Promise.all(servers.map((server) => server.stop()))
    await Promise.all([bucket.remove(), ...places.map((place) => place.remove())])
  })

  it('serve a person whose every request reaches another of them, up to the signed agreement', async () => {
    const { visitor, fields, id } = await registered(proxy.url)
    const record = async () => {
      const { status, body } = await visitor.get(`${api.fieldExecutive}${id}`)
      expect(status).toBe(200)
      return body['data'] as PersonRecord
    }
    const document = async () => {
      const { pathname, search } = new URL((await record()).agreement_url)
      const answer = await fetch(proxy.url + pathname + search)
      expect(answer.status).toBe(200)
      return Buffer.from(await answer.arrayBuffer())
    }
    await settle(proxy.url, fields['transactionId'] ?? '', 'Success')
    const mandate = async () => (await record()).mandate_id.mandateDetails.registrationStatus
    await inTheEnd(async () => expect(await mandate()).toBe('Success'))
    await inTheEnd(async () => expect((await document()).subarray(0, 5).toString()).toBe('%PDF-'))
    const signed = await visitor.post(api.generateAgreement, { id, signName: (await record()).name })
    expect(signed.body.message).toBe('Agreement signed successfully')
    await inTheEnd(async () => expect((await record()).signedAgreement).toBe(true))
    expect(await signatureCheck.verify(await document())).toMatchObject({ whole: true })
  })

  it('count together what costs money', async () => {
    const phone = freshPhone()
    const asked = Array.from({ length: 12 }, () => sendTo(newVisitor(proxy.url), phone))
    const statuses = (await Promise.all(asked)).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([200, ...Array<number>(11).fill(429)])
  })
})
