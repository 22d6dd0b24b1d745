import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mobileMessages, wrongCode } from '#contract/messages/identity.ts'
import { onboardingFieldMessages } from '#contract/messages/common.ts'
import { api, sandbox } from '#contract/paths.ts'
import {
  enter,
  freshPhone,
  knownOf,
  messageCount,
  othersThan,
  refusedField,
  sendTo,
} from '#tests/support/codes.ts'
import { engines } from '#tests/support/place.ts'
import { movingClock, startServer, type TestServer } from '#tests/support/server.ts'
import { codeFor, newVisitor, provePhone } from '#tests/support/visitor.ts'

const MINUTE = 60_000

function refusedCode(message: string) {
  return refusedField('otp', message)
}

describe.each(engines)('a code sent to a phone, on %s', (engine) => {
  const clock = movingClock()
  let server: TestServer
  beforeAll(async () => {
    server = await startServer({ engine, clock })
  })
  afterAll(() => server.stop())

  it('verifies that phone in that session, once', async () => {
    const phone = freshPhone()
    const visitor = newVisitor(server.url)
    const sent = await sendTo(visitor, phone)
    expect(sent).toMatchObject({
      status: 200,
      body: { message: mobileMessages.sent, otp: { expiresAfter: 600, triesLeft: 5 } },
    })
    expect(sent.headers.get('cache-control')).toBe('no-store')
    const before = visitor.cookie()
    const code = await codeFor(visitor, phone)
    expect(await enter(visitor, phone, code)).toMatchObject({
      status: 200,
      body: { message: mobileMessages.verified },
    })
    expect(visitor.cookie()).not.toBe(before)
    expect(await knownOf(visitor)).toMatchObject({ phone, phoneOtp: null, step: 1 })
    expect(await enter(visitor, phone, code)).toMatchObject({ status: 409, body: { code: 'already_there' } })
  })

  it('is not taken in another session, for another phone, or where none was sent', async () => {
    const [phone, other] = [freshPhone(), freshPhone()]
    const [mine, theirs] = [newVisitor(server.url), newVisitor(server.url)]
    await sendTo(mine, phone)
    await sendTo(theirs, other)
    const code = await codeFor(mine, phone)
    const noCode = refusedCode(mobileMessages.noCode)
    expect(await enter(newVisitor(server.url), phone, code)).toMatchObject(noCode)
    expect(await enter(theirs, phone, code)).toMatchObject(noCode)
    expect(await enter(mine, other, code)).toMatchObject(noCode)
    // The same phone in two sessions: each has its own code.
    clock.advance(MINUTE)
    await sendTo(theirs, phone)
    expect(await enter(theirs, phone, code)).toMatchObject(refusedCode(wrongCode(4)))
    expect((await enter(mine, phone, code)).status).toBe(200)
  })

  it('is void once another was sent to that session, for this phone or another', async () => {
    const [phone, other] = [freshPhone(), freshPhone()]
    const visitor = newVisitor(server.url)
    const codes: string[] = []
    for (const to of [phone, phone, other]) {
      // Two equal codes would say nothing.
      do {
        clock.advance(MINUTE)
        await sendTo(visitor, to)
      } while (codes.includes(await codeFor(visitor, to)))
      codes.push(await codeFor(visitor, to))
    }
    const [first = '', second = '', third = ''] = codes
    for (const code of [first, second])
      expect(await enter(visitor, phone, code)).toMatchObject(refusedCode(mobileMessages.noCode))
    expect((await enter(visitor, other, third)).status).toBe(200)
    clock.advance(MINUTE)
    await sendTo(visitor, phone)
    const fresh = await codeFor(visitor, phone)
    for (const code of [first, second].filter((earlier) => earlier !== fresh))
      expect((await enter(visitor, phone, code)).status).toBe(422)
    expect((await enter(visitor, phone, fresh)).status).toBe(200)
  })

  it('expires after ten minutes', async () => {
    const phone = freshPhone()
    const visitor = newVisitor(server.url)
    await sendTo(visitor, phone)
    const code = await codeFor(visitor, phone)
    clock.advance(10 * MINUTE - 1)
    expect(await enter(visitor, phone, othersThan(code, 1)[0] ?? '')).toMatchObject(refusedCode(wrongCode(4)))
    clock.advance(1)
    expect(await knownOf(visitor)).toMatchObject({ phoneOtp: null })
    expect(await enter(visitor, phone, code)).toMatchObject(refusedCode(mobileMessages.expired))
  })

  it('for another phone drops the proof of the one before; for the same one it stays', async () => {
    const [phone, other] = [freshPhone(), freshPhone()]
    const visitor = newVisitor(server.url)
    expect((await provePhone(visitor, phone)).status).toBe(200)
    clock.advance(MINUTE)
    await sendTo(visitor, phone)
    expect(await knownOf(visitor)).toMatchObject({ phone, phoneOtp: { phone, otp: { triesLeft: 5 } } })
    await sendTo(visitor, other)
    expect(await knownOf(visitor)).toMatchObject({ phone: null, phoneOtp: { phone: other } })
  })

  it('keeps with the proof which words were read, and when', async () => {
    const phone = freshPhone()
    const visitor = newVisitor(server.url)
    const pressed = clock.now()
    await visitor.post(api.generateMobileOtp, { phone, consent: '2026-11-20' })
    clock.advance(MINUTE)
    await enter(visitor, phone, await codeFor(visitor, phone))
    const { db, cipher } = server.deps
    const row = await db
      .selectFrom('sessions')
      .selectAll()
      .orderBy('created_at', 'desc')
      .executeTakeFirstOrThrow()
    const data: unknown = JSON.parse(
      cipher.decrypt({ table: 'sessions', column: 'data', row: row.id }, row.data),
    )
    expect(data).toMatchObject({
      phone: { phone, at: pressed + MINUTE, consent: { version: '2026-11-20', at: pressed } },
    })
  })
})

describe('the calls about a phone', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer({ settings: { PUBLIC_URL: 'https://agency.example' } })
  })
  afterAll(() => server.stop())

  it('send nothing to a number that is no Indian mobile', async () => {
    const visitor = newVisitor(server.url)
    const before = await messageCount(visitor)
    const { invalid, required } = onboardingFieldMessages.phone
    for (const [to, message] of [
      ...['5999999999', '0123456789', '1000000000'].map(
        (number) => [number, mobileMessages.notIndian] as const,
      ),
      ...['900000000', '90000000011', '+919000000001', '९०००००००००'].map(
        (number) => [number, invalid] as const,
      ),
      ['', required] as const,
    ])
      expect(await sendTo(visitor, to)).toMatchObject({
        status: 422,
        body: { errors: [{ field: 'phone', message }] },
      })
    expect(await messageCount(visitor)).toBe(before)
    expect(visitor.cookie()).toBe('')
  })

  it('take six digits for a code and nothing else', async () => {
    const [visitor, phone] = [newVisitor(server.url), freshPhone()]
    await sendTo(visitor, phone)
    for (const otp of ['12345', '1234567', '12345a', '１２３４５６'])
      expect(await enter(visitor, phone, otp)).toMatchObject({
        status: 422,
        body: { errors: [{ field: 'otp', message: onboardingFieldMessages.otp.invalid }] },
      })
    expect(await knownOf(visitor)).toMatchObject({ phoneOtp: { otp: { triesLeft: 5 } } })
  })

  it('send a code as the only six digits together, with the line that binds it to this site', async () => {
    const [visitor, phone] = [newVisitor(server.url), freshPhone()]
    await sendTo(visitor, phone)
    const { body } = await visitor.get(`${sandbox.messages}?to=${phone}`)
    const [message] = body['messages'] as { text: string; channel: string }[]
    const codes = new Set(message?.text.match(/\d{6,}/g))
    expect([codes.size, message?.channel]).toEqual([1, 'sms'])
    expect(message?.text.split('\n').at(-1)).toBe(`@agency.example #${[...codes][0]}`)
  })

  it('give a cookie that other sites and scripts do not get', async () => {
    const answer = await sendTo(newVisitor(server.url), freshPhone())
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^__Host-v=[\w-]{32}; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
    ])
  })

  it('do not answer another site, nor another method', async () => {
    const [visitor, phone] = [newVisitor(server.url), freshPhone()]
    const from = { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' }
    const crossSite = await visitor.post(api.generateMobileOtp, { phone }, from)
    expect([crossSite.status, crossSite.body.code]).toEqual([403, 'cross_site'])
    expect((await visitor.get(api.generateMobileOtp)).status).toBe(405)
    expect((await visitor.get(`${sandbox.messages}?to=${phone}`)).body['messages']).toEqual([])
  })
})
