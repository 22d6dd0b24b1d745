import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { errorEnvelope } from '#contract/errors.ts'
import { api, probes } from '#contract/paths.ts'
import { openGateway } from '#server/providers/open.ts'
import { createBreaker } from '#server/platform/http-client/circuit-breaker.ts'
import { freshAadhaar, freshPhone, sendTo, startFor } from '#tests/support/codes.ts'
import { type FakeProvider, startFakeProvider } from '#tests/support/fake-provider.ts'
import { type FaultProxy, type LineFault, startFaultProxy } from '#tests/support/fault-proxy.ts'
import { sandboxOf } from '#tests/support/gateway-store.ts'
import { makePlace, type Place } from '#tests/support/place.ts'
import { type Applicant, mandated, verifiedVisitor } from '#tests/support/registration.ts'
import { startServer, type TestServer } from '#tests/support/server.ts'
import { type Answered, newVisitor } from '#tests/support/visitor.ts'
import { print, seconds } from '#tests/support/print.ts'

const taken = { json: { type: 'success', message: 'an id' } }
const started = {
  json: {
    success: true,
    status_code: 200,
    data: { client_id: 'aadhaar_v2_abc', otp_sent: true, if_number: true, valid_aadhaar: true },
  },
}

/** Faults that a provider's line may have and still be of use. */
const bearable: [name: string, fault: LineFault][] = [
  ['slow', { kind: 'late', ms: 400 }],
  ['in slices', { kind: 'sliced', bytes: 7, ms: 1 }],
]
const unbearable: [name: string, fault: LineFault][] = [
  ['reset', { kind: 'reset' }],
  ['cut in the middle of the answer', { kind: 'cut', way: 'got', after: 60 }],
  ['full of garbage', { kind: 'garbage' }],
  ['down', { kind: 'down' }],
  ['silent', { kind: 'stall', way: 'got', after: 0 }],
]

describe('a provider whose line is', () => {
  let place: Place
  let server: TestServer
  let person: Applicant
  let fakes: FakeProvider[]
  let proxies: FaultProxy[]

  beforeAll(async () => {
    place = await makePlace('sqlite')
    // Proven while every provider is a simulator; the session outlives the server.
    const before = await startServer({ place })
    person = await mandated(await verifiedVisitor(before.url))
    await before.stop()
    fakes = await Promise.all([startFakeProvider(taken), startFakeProvider(started)])
    const ports = fakes.map(({ url }) => Number(new URL(url).port))
    const [sms, aadhaar] = await Promise.all(ports.map(proxyTo))
    server = await startServer({
      place,
      settings: {
        RATE_LIMIT_SCALE: '10',
        SMS_PROVIDER: 'msg91',
        MSG91_URL: `http://127.0.0.1:${sms?.port}`,
        ...{ MSG91_AUTH_KEY: 'key', MSG91_SENDER: 'AGENCY' },
        ...{
          MSG91_ENTITY_ID: '1101000000000000001',
          MSG91_TEMPLATE_CODE: 'code',
          MSG91_TEMPLATE_LINK: 'link',
        },
        AADHAAR_PROVIDER: 'surepass',
        SUREPASS_URL: `http://127.0.0.1:${aadhaar?.port}`,
        SUREPASS_TOKEN: 'a.b.c',
      },
    })
    const gateway = await reachGatewayThroughProxy(server)
    proxies = [sms, aadhaar, gateway].filter((proxy) => proxy !== undefined)
  })
  afterAll(async () => {
    await server.stop()
    await Promise.all([...fakes, ...proxies].map((one) => one.close()))
    await place.remove()
  })

  const proxyTo = (port: number) => startFaultProxy({ host: '127.0.0.1', port })

  /** The same sandbox and the same adapter, with a line between them that can break. */
  async function reachGatewayThroughProxy({ deps }: TestServer): Promise<FaultProxy> {
    const { url, merchant } = sandboxOf({ deps }).gateway
    const proxy = await proxyTo(Number(new URL(url).port))
    const account = { url: `http://127.0.0.1:${proxy.port}`, merchant, isOwnSite: true }
    const { clock, log } = deps
    deps.gateway.ask = openGateway(account, {
      ...{ clock, log, observe: ({ work }) => work() },
      breaker: (provider) => createBreaker({ provider, log }),
    }).ask
    return proxy
  }

  /** One call of a visitor that needs each provider, all at once. */
  const askAll = () =>
    Promise.all([
      sendTo(newVisitor(server.url), freshPhone()),
      startFor(newVisitor(server.url), freshAadhaar()),
      newVisitor(server.url, person.visitor.cookie()).get(
        api.mandateStatus + (person.fields['transactionId'] ?? ''),
      ),
    ])

  async function breakAll(fault: LineFault): Promise<void> {
    await Promise.all(proxies.map((proxy) => proxy.break(fault)))
  }

  async function expectAllToWork(): Promise<void> {
    expect((await askAll()).map(({ status, body }) => [status, body.code])).toEqual([
      [200, undefined],
      [200, undefined],
      [200, undefined],
    ])
  }

  function expectWords({ status, body }: Answered): void {
    expect([502, 503, 504]).toContain(status)
    expect(errorEnvelope.parse(body).message.length).toBeGreaterThan(20)
  }

  /** What other visitors ask meanwhile. */
  async function serveOthers(): Promise<void> {
    for (const path of [probes.ready, '/', `${api.bankName}HDFC0000001`])
      expect((await fetch(server.url + path)).status).toBe(200)
  }

  /** A visitor who has a code sent six times at once; `sent` counts what the provider heard of that phone. */
  async function pressOften() {
    const visitor = newVisitor(server.url)
    const phone = freshPhone()
    const presses = await Promise.all(Array.from({ length: 6 }, () => sendTo(visitor, phone)))
    const heard = fakes[0]?.heard.filter((request) => JSON.stringify(request).includes(phone)) ?? []
    return { statuses: presses.map(({ status }) => status).toSorted(), sent: heard.length }
  }

  it.for(bearable)('%s is of use', async ([, fault]) => {
    await breakAll(fault)
    await expectAllToWork()
    await breakAll({ kind: 'late', ms: 0 })
  })

  it.for(unbearable)(
    '%s is answered for in words and in time, and is of use as soon as it is mended',
    async ([, fault]) => {
      await breakAll(fault)
      const begun = performance.now()
      let answered = false
      const asked = askAll().finally(() => (answered = true))
      const pressed = fault.kind === 'stall' ? pressOften() : undefined
      await serveOthers()
      // Others do not wait for those whom a provider lets wait.
      if (fault.kind === 'stall') expect(answered).toBe(false)
      for (const answer of await asked) expectWords(answer)
      print(`a line that fails: answered after ${seconds(performance.now() - begun)}`)
      const presses = await pressed
      await Promise.all(proxies.map((proxy) => proxy.mend()))
      // Twice: a provider that fails more often than not would be left alone for a while.
      await expectAllToWork()
      await expectAllToWork()
      // Whoever was heard is not asked again, however often the visitor presses.
      if (presses) expect(presses).toEqual({ statuses: [429, 429, 429, 429, 429, 504], sent: 1 })
    },
  )

  it('failing is soon not asked at all, and answered for in words', async () => {
    const [heard] = fakes
    if (!heard) throw new Error('no provider')
    heard.answer = { status: 500, json: { type: 'error', message: 'down' } }
    /** Whether the provider hears of one more visitor. */
    const reaches = async () => {
      const before = heard.heard.length
      expectWords(await sendTo(newVisitor(server.url), freshPhone()))
      return heard.heard.length > before
    }
    let calls = 0
    // Five failures open the breaker, those of the tests before among them, and as many more as calls succeeded in the ten
    // seconds before.
    while (await reaches()) expect((calls += 1)).toBeLessThan(30)
    expect(calls).toBeGreaterThan(0)
  })
})
