import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aadhaarMessages, noSendsNow, tooManySends, wrongCode } from '#contract/messages/identity.ts'
import { onboardingFieldMessages, tooManyRequests } from '#contract/messages/common.ts'
import type { AadhaarPerson } from '#contract/schemas/identity.ts'
import { api } from '#contract/paths.ts'
import {
  clientIdOf,
  freshAadhaar,
  knownOf,
  messageCount,
  refusedField,
  startFor,
  submit,
} from '#tests/support/codes.ts'
import { engines } from '#tests/support/place.ts'
import { movingClock, startServer, type TestServer } from '#tests/support/server.ts'
import { codeFor, newVisitor, proveAadhaar } from '#tests/support/visitor.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const unknown = { status: 404, body: { code: 'not_found', message: aadhaarMessages.unknownCode } }

function refusedCode(message: string) {
  return refusedField('otp', message)
}

describe.each(engines)('an Aadhaar number on %s', (engine) => {
  const clock = movingClock()
  let server: TestServer
  beforeAll(async () => {
    server = await startServer({ engine, clock })
  })
  afterAll(() => server.stop())

  /** A visitor to whom a code was sent. */
  async function begun(number = freshAadhaar()) {
    const visitor = newVisitor(server.url)
    const started = await startFor(visitor, number)
    return { visitor, number, started, clientId: clientIdOf(started), code: await codeFor(visitor, number) }
  }

  it('is verified by the code sent for it: its holder is told, and kept for a refreshed page', async () => {
    const { visitor, number, started, clientId, code } = await begun()
    const masked = `XXXXXXXX${number.slice(-4)}`
    expect(started).toMatchObject({
      status: 200,
      body: { message: aadhaarMessages.sent, otp: { expiresAfter: 600, triesLeft: 5 } },
    })
    expect(await knownOf(visitor)).toMatchObject({
      step: 1,
      aadhaar: null,
      aadhaarOtp: { client_id: clientId, masked, otp: { triesLeft: 5, expiresAfter: 600 } },
    })
    const before = visitor.cookie()
    const verified = await submit(visitor, clientId, code)
    expect(verified).toMatchObject({ status: 200, body: { message: aadhaarMessages.verified } })
    expect(visitor.cookie()).not.toBe(before)
    const { data: person } = verified.body['data'] as { data: AadhaarPerson }
    expect(person).toMatchObject({
      full_name: expect.stringMatching(/./),
      dob: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      gender: expect.stringMatching(/^[MFO]$/),
      profile_image: expect.stringMatching(/^[A-Za-z0-9+/]{100,}=*$/),
      zip: expect.stringMatching(/^\d{6}$/),
      address: { country: expect.stringMatching(/./), state: expect.stringMatching(/./) },
    })
    const known = await knownOf(visitor)
    expect(known).toMatchObject({ step: 1, aadhaar: { masked, person }, aadhaarOtp: null })
    expect(JSON.stringify([known, verified.body])).not.toContain(number)
  })

  it('is verified once: the code, sent again, is told that it is done', async () => {
    const { visitor, clientId, code } = await begun()
    expect((await submit(visitor, clientId, code)).status).toBe(200)
    const again = await submit(visitor, clientId, code)
    expect(again).toMatchObject({ status: 409, body: { message: aadhaarMessages.alreadyVerified } })
  })

  it('is not verified from another session, nor with another’s code', async () => {
    const [mine, theirs] = [await begun(), await begun()]
    expect(await submit(newVisitor(server.url), mine.clientId, mine.code)).toMatchObject(unknown)
    expect(await submit(theirs.visitor, mine.clientId, mine.code)).toMatchObject(unknown)
    expect(await submit(mine.visitor, 'aadhaar_v2_nobodys', mine.code)).toMatchObject(unknown)
    if (mine.code !== theirs.code) {
      const crossed = await submit(theirs.visitor, theirs.clientId, mine.code)
      expect(crossed).toMatchObject(refusedCode(wrongCode(4)))
    }
    expect((await submit(mine.visitor, mine.clientId, mine.code)).status).toBe(200)
  })

  it('keeps its proof when a code for it is sent again, and loses it to one for another number', async () => {
    const { visitor, number, clientId, code } = await begun()
    await submit(visitor, clientId, code)
    clock.advance(MINUTE)
    expect((await startFor(visitor, number)).status).toBe(200)
    expect((await knownOf(visitor)).aadhaar?.person.profile_image).toMatch(/./)
    const refused = await startFor(visitor, freshAadhaar('0001'))
    expect([refused.status, (await knownOf(visitor)).aadhaar === null]).toEqual([422, false])
    const otherNumber = freshAadhaar()
    const other = await startFor(visitor, otherNumber)
    expect([other.status, (await knownOf(visitor)).aadhaar]).toEqual([200, null])
    const photos = server.deps.db.selectFrom('session_photos').select('session_id')
    const before = await photos.execute()
    await submit(visitor, clientIdOf(other), await codeFor(visitor, otherNumber))
    expect(await photos.execute()).toHaveLength(before.length + 1)
  })

  it('keeps with the proof which words were read, and when', async () => {
    const visitor = newVisitor(server.url)
    const number = freshAadhaar()
    const at = clock.now()
    const started = await visitor.post(api.generateAadhaarOtp, {
      aadhaar_number: number,
      consent: '2026-11-20',
    })
    clock.advance(MINUTE)
    await submit(visitor, clientIdOf(started), await codeFor(visitor, number))
    const { db, cipher } = server.deps
    const row = await db
      .selectFrom('sessions')
      .selectAll()
      .orderBy('created_at', 'desc')
      .executeTakeFirstOrThrow()
    const data: unknown = JSON.parse(
      cipher.decrypt({ table: 'sessions', column: 'data', row: row.id }, row.data),
    )
    const consent = { version: '2026-11-20', at }
    expect(data).toMatchObject({ aadhaar: { at: at + MINUTE, lastFour: number.slice(-4), consent } })
  })
})

describe('an Aadhaar number that makes trouble', () => {
  const clock = movingClock()
  let server: TestServer
  beforeAll(async () => {
    server = await startServer({ clock })
  })
  afterAll(() => server.stop())

  const { noMobile, noSuchNumber, suspended } = aadhaarMessages
  it.each([
    ['0001', noMobile],
    ['0002', noSuchNumber],
    ['0003', suspended],
  ])('%s is told its own reason, and nothing is sent', async (lastFour, message) => {
    const visitor = newVisitor(server.url)
    const before = await messageCount(visitor)
    const answer = await startFor(visitor, freshAadhaar(lastFour))
    expect(answer).toMatchObject(refusedField('aadhaar_number', message))
    expect([visitor.cookie(), await messageCount(visitor)]).toEqual(['', before])
  })

  it('0007 belongs to a person without a photo', async () => {
    const visitor = newVisitor(server.url)
    expect((await proveAadhaar(visitor, freshAadhaar('0007'))).status).toBe(200)
    expect((await knownOf(visitor)).aadhaar?.person.profile_image).toBe('')
  })

  it('0008 belongs to a person with a very long name in Devanagari and parts of an address missing', async () => {
    const visitor = newVisitor(server.url)
    const { body } = await proveAadhaar(visitor, freshAadhaar('0008'))
    const { data: person } = body['data'] as { data: AadhaarPerson }
    expect(person.full_name).toMatch(/^[\p{Script=Devanagari}\s.]{60,}$/u)
    expect(Object.values(person.address)).toContain('')
    expect((await knownOf(visitor)).aadhaar?.person.full_name).toBe(person.full_name)
  })

  it('0009 has a code that expires at once, and so does any other after ten minutes', async () => {
    for (const [number, ms] of [
      [freshAadhaar('0009'), 0],
      [freshAadhaar(), 10 * MINUTE],
    ] as const) {
      const visitor = newVisitor(server.url)
      const started = await startFor(visitor, number)
      const code = await codeFor(visitor, number)
      clock.advance(ms)
      const answer = await submit(visitor, clientIdOf(started), code)
      expect(answer).toMatchObject(refusedCode(aadhaarMessages.expired))
    }
  })

  it('0010 has reached the provider’s limit', async () => {
    const { status, headers, body } = await startFor(newVisitor(server.url), freshAadhaar('0010'))
    expect([status, body.code, headers.get('retry-after')]).toEqual([429, 'rate_limited', '600'])
    expect(body.message).toMatch(/Please try again in 10 minutes\.$/)
  })

  it('of another form is refused before anybody is asked', async () => {
    const { invalid, required } = onboardingFieldMessages.aadhaar
    for (const [number, message] of [
      ['12345678901', invalid],
      ['1234567890123', invalid],
      ['1234 5678 9012', invalid],
      ['XXXXXXXX9012', invalid],
      ['', required],
    ] as const)
      expect(await startFor(newVisitor(server.url), number)).toMatchObject({
        status: 422,
        body: { errors: [{ field: 'aadhaar_number', message }] },
      })
  })
})

describe('the limits of codes to Aadhaar numbers', () => {
  it('send one in thirty seconds and five in an hour for a number, twenty in an hour for an address', async () => {
    const clock = movingClock()
    await using server = await startServer({ clock, settings: { RATE_LIMIT_SCALE: '1' } })
    const [visitor, number] = [newVisitor(server.url), freshAadhaar()]
    const statuses: number[] = []
    for (let at = 0; at < 6; at += 1) {
      clock.advance(MINUTE)
      statuses.push((await startFor(visitor, number)).status)
      if (at > 0) continue
      const soon = await startFor(visitor, number)
      expect([soon.status, soon.headers.get('retry-after')]).toEqual([429, '30'])
      const elsewhere = await startFor(newVisitor(server.url), number)
      expect(elsewhere.status).toBe(429)
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    const limited = await startFor(newVisitor(server.url), number)
    expect(limited.body.message).toBe(tooManySends(55 * 60))
    const others: number[] = []
    for (let at = 0; at < 17; at += 1) {
      const from = { 'x-forwarded-for': `203.0.113.${at}` }
      const body = { aadhaar_number: freshAadhaar() }
      others.push((await newVisitor(server.url).post(api.generateAadhaarOtp, body, from)).status)
    }
    // The one that the provider refused counts for the address.
    expect(others).toEqual([...Array<number>(14).fill(200), 429, 429, 429])
    expect((await startFor(newVisitor(server.url), freshAadhaar())).body.message).toBe(
      tooManyRequests(55 * 60),
    )
    clock.advance(HOUR)
    expect((await startFor(visitor, number)).status).toBe(200)
  })

  it('send no more than the day’s budget', async () => {
    const clock = movingClock()
    const settings = { RATE_LIMIT_SCALE: '1', AADHAAR_DAILY_BUDGET: '3' }
    await using server = await startServer({ clock, settings })
    const start = () => startFor(newVisitor(server.url), freshAadhaar())
    for (let sent = 0; sent < 3; sent += 1) expect((await start()).status).toBe(200)
    expect((await start()).body).toEqual({ message: noSendsNow(24 * 3600), code: 'rate_limited' })
    clock.advance(24 * HOUR)
    expect((await start()).status).toBe(200)
  })
})
