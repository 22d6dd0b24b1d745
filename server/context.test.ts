import { describe, expect, it } from 'vitest'
import { sandbox } from '#contract/paths.ts'
import { startFakeProvider } from '#tests/support/fake-provider.ts'
import { makePlace } from '#tests/support/place.ts'
import { startServer, type TestServer } from '#tests/support/server.ts'
import { metricsOf, valueOf } from '#tests/support/telemetry.ts'
import { liveProviders } from '#tests/support/vendors.ts'
import { messagesTo } from '#tests/support/visitor.ts'

const number = '100000001234'
const sms = { id: 'a', phone: '9000000001', template: 'mobile_code', language: 'en', values: {} } as const

async function newestText(server: TestServer, to: string): Promise<string> {
  return (await messagesTo(server, to))[0]?.text ?? ''
}

describe('the providers of a server', () => {
  it('are simulators without a setting, which share their stores and are named in the log', async () => {
    await using place = await makePlace('sqlite', { hasTables: true })
    const settings = { PUBLIC_URL: 'http://localhost:4321' }
    let server = await startServer({ place, settings })
    const started = await server.deps.aadhaar.startOtp(number)
    const text = await newestText(server, number)
    expect(text).toMatch(/^(\d{6}) [\s\S]*\n@localhost:4321 #\1$/)
    await server.stop()
    server = await startServer({ place, settings })
    const session = started.ok ? started.sessionRef : ''
    expect(await server.deps.aadhaar.submitOtp(session, text.slice(0, 6))).toMatchObject({ ok: true })
    for (const what of ['Aadhaar numbers', 'SMS', 'e-mail'])
      expect(server.log()).toMatch(new RegExp(`"sandbox: ${what} `))
    for (const secret of [number, session, text.slice(0, 6)]) expect(server.log()).not.toContain(secret)
    await server.stop()
  })

  it('include no simulator once each is set', async () => {
    await using server = await startServer({ settings: liveProviders })
    expect(server.deps.sandbox).toBeUndefined()
    expect((await fetch(server.url + sandbox.messages)).status).toBe(404)
    expect(server.log()).not.toContain('sandbox:')
    expect(await server.deps.aadhaar.startOtp(number)).toEqual({ ok: false, failure: 'unreachable' })
  })

  it('are called at the address and in the way of the settings', async () => {
    await using provider = await startFakeProvider()
    const settings = { ...liveProviders, SUREPASS_URL: provider.url, MSG91_URL: provider.url }
    await using server = await startServer({ settings })
    await server.deps.aadhaar.startOtp(number)
    await server.deps.sms.send({ ...sms, template: 'link_code' })
    expect(provider.heard).toMatchObject([
      { path: '/aadhaar-v2/generate-otp', headers: { authorization: 'Bearer a.b.c' } },
      { path: '/flow', headers: { authkey: 'key' }, body: expect.stringContaining('"template_id":"link"') },
    ])
  })

  it('are not called for a while when they keep failing, each by itself, which the metrics show', async () => {
    await using provider = await startFakeProvider({ status: 503, text: 'down' })
    const settings = { ...liveProviders, SUREPASS_URL: provider.url, MSG91_URL: provider.url }
    await using server = await startServer({ settings })
    for (let count = 0; count < 5; count += 1) await server.deps.aadhaar.startOtp(number)
    const open = { ok: false, failure: 'circuit_open' }
    expect(await server.deps.aadhaar.startOtp(number)).toEqual(open)
    expect(await server.deps.aadhaar.submitOtp('s', '012345')).toEqual(open)
    expect(provider.heard).toHaveLength(5)
    expect(await server.deps.sms.send(sms)).toEqual({ sent: false, reason: 'rubbish' })

    const text = await metricsOf(server)
    expect(valueOf(text, 'provider_breaker_state', { provider: 'aadhaar', state: 'open' })).toBe(1)
    expect(valueOf(text, 'provider_breaker_state', { provider: 'sms', state: 'closed' })).toBe(1)
  })

  it('are still called after mistakes of visitors', async () => {
    await using server = await startServer()
    for (let mistakes = 0; mistakes < 8; mistakes += 1) {
      const answer = await server.deps.aadhaar.submitOtp('nobody', '012345')
      expect(answer).toEqual({ ok: false, failure: 'unknown_session' })
    }
  })
})
