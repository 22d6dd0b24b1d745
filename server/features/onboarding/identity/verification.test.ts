import { wrongCode } from '#tests/support/english.ts'
import { describe, expect, it } from 'vitest'
import {
  aadhaarMessages,
  mobileMessages,
  executiveForm,
  otpMessages,
} from '#contract/messages/en/identity.ts'
import type { AadhaarPerson } from '#contract/schemas/identity.ts'
import { api } from '#contract/paths.ts'
import {
  codeKinds,
  enter,
  freshAadhaar,
  freshPhone,
  knownOf,
  messageCount,
  othersThan,
  refusedField,
  sendCode,
  sendTo,
  startFor,
} from '#tests/support/codes.ts'
import { engines } from '#tests/support/place.ts'
import { movingClock } from '#tests/support/server.ts'
import { sharedServer } from '#tests/support/shared.ts'
import { codeFor, messagesTo, newVisitor } from '#tests/support/visitor.ts'

const MINUTE = 60_000
const clock = movingClock()
const [numbers, phones] = codeKinds

function refusedCode(message: string) {
  return refusedField('otp', message)
}

describe.each(engines)('a code on %s', (engine) => {
  const server = sharedServer({ engine, clock })

  /** What is kept of the session that began last. */
  async function lastSession(): Promise<unknown> {
    const { db, cipher } = server.deps
    const rows = db.selectFrom('sessions').selectAll().orderBy('created_at', 'desc')
    const { id, data } = await rows.executeTakeFirstOrThrow()
    return JSON.parse(cipher.decrypt({ table: 'sessions', column: 'data', row: id }, data))
  }

  describe.each(codeKinds)('for $name', (kind) => {
    const begin = (to = kind.fresh(), visitor = newVisitor(server.url)) => {
      clock.advance(MINUTE)
      return sendCode(kind, visitor, to)
    }

    it('verifies it in that session, once, and the cookie changes', async () => {
      const { visitor, sent, code, enter: enterCode } = await begin()
      const otp = { expiresAfter: 600, triesLeft: 5 }
      expect(sent).toMatchObject({ status: 200, body: { message: kind.messages.sent, otp } })
      expect(sent.headers.get('cache-control')).toBe('no-store')
      expect(await knownOf(visitor)).toMatchObject({ step: 1, [kind.proof]: null, [kind.otp]: { otp } })
      const before = visitor.cookie()
      const verified = { status: 200, body: { message: kind.messages.verified } }
      expect(await enterCode(code)).toMatchObject(verified)
      expect(visitor.cookie()).not.toBe(before)
      expect(await knownOf(visitor)).toMatchObject({
        [kind.proof]: expect.anything(),
        [kind.otp]: null,
        step: 1,
      })
      expect(await enterCode(code)).toMatchObject({ status: 409, body: { code: 'already_there' } })
    })

    it('is not taken in another session, nor in place of another’s', async () => {
      const [mine, theirs] = [await begin(), await begin()]
      for (const visitor of [newVisitor(server.url), theirs.visitor])
        expect(await mine.enter(mine.code, visitor)).toMatchObject(kind.unknown)
      expect(await theirs.enter(othersThan(theirs.code, 1)[0] ?? '')).toMatchObject(refusedCode(wrongCode(4)))
      expect((await mine.enter(mine.code)).status).toBe(200)
    })

    it('expires after ten minutes', async () => {
      const { visitor, code, enter: enterCode } = await begin()
      clock.advance(10 * MINUTE - 1)
      expect(await enterCode(othersThan(code, 1)[0] ?? '')).toMatchObject(refusedCode(wrongCode(4)))
      clock.advance(1)
      expect(await knownOf(visitor)).toMatchObject({ [kind.otp]: null })
      expect(await enterCode(code)).toMatchObject(refusedCode(kind.messages.expired))
    })

    it('leaves the proof when it is sent again, and takes it when it is for another', async () => {
      const { visitor, to, code, enter: enterCode } = await begin()
      await enterCode(code)
      expect((await begin(to, visitor)).sent.status).toBe(200)
      const proven = { [kind.proof]: expect.anything(), [kind.otp]: { otp: { triesLeft: 5 } } }
      expect(await knownOf(visitor)).toMatchObject(proven)
      expect((await begin(kind.fresh(), visitor)).sent.status).toBe(200)
      expect(await knownOf(visitor)).toMatchObject({ ...proven, [kind.proof]: null })
    })

    it('keeps with the proof which words were read, and when', async () => {
      clock.advance(MINUTE)
      const [visitor, to, at] = [newVisitor(server.url), kind.fresh(), clock.now()]
      const sent = await kind.send(visitor, to, { consent: '2026-11-20' })
      clock.advance(MINUTE)
      await kind.enter(visitor, sent, to, await codeFor(visitor, to))
      const proof = { at: at + MINUTE, consent: { version: '2026-11-20', at } }
      expect(await lastSession()).toMatchObject({ [kind.proof]: proof })
    })
  })

  it('for a phone is right still when what it proves could not be written, and is then used once', async () => {
    clock.advance(MINUTE)
    const { visitor, code, enter: enterCode } = await sendCode(phones!, newVisitor(server.url))
    const { db } = server.deps
    const last = db.selectFrom('sessions').selectAll().orderBy('created_at', 'desc')
    const session = await last.executeTakeFirstOrThrow()
    // Refuses to keep the replaced token, which is the last that is written.
    await db.schema.createIndex('one_token').unique().on('sessions').column('earlier_hash').execute()
    const other = { ...session, id: 'other', hash: 'other', earlier_hash: session.hash, earlier_ends_at: 0 }
    await db.insertInto('sessions').values(other).execute()
    expect((await enterCode(code)).status).toBe(500)
    await db.schema.dropIndex('one_token').execute()
    await db.deleteFrom('sessions').where('id', '=', 'other').execute()
    expect(await knownOf(visitor)).toMatchObject({ phone: null, phoneOtp: { otp: { triesLeft: 4 } } })
    expect([(await enterCode(code)).status, (await enterCode(code)).status]).toEqual([200, 409])
  })

  it('for an Aadhaar number tells of its holder, now and to a refreshed page, and not the number', async () => {
    const { visitor, to, code, enter: enterCode } = await sendCode(numbers!, newVisitor(server.url))
    const masked = `XXXXXXXX${to.slice(-4)}`
    expect(await knownOf(visitor)).toMatchObject({ aadhaarOtp: { masked } })
    const photos = server.deps.db.selectFrom('session_photos').select('session_id')
    const before = await photos.execute()
    const verified = await enterCode(code)
    const { data: person } = verified.body['data'] as { data: AadhaarPerson }
    expect(person).toMatchObject({
      full_name: expect.stringMatching(/./),
      dob: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      gender: expect.stringMatching(/^[MFO]$/),
      profile_image: expect.stringMatching(/^[A-Za-z0-9+/]{100,}=*$/),
      zip: expect.stringMatching(/^\d{6}$/),
      address: { country: expect.stringMatching(/./), state: expect.stringMatching(/./) },
    })
    expect(await photos.execute()).toHaveLength(before.length + 1)
    const known = await knownOf(visitor)
    expect(known).toMatchObject({ aadhaar: { masked, person } })
    expect(JSON.stringify([known, verified.body])).not.toContain(to)
    clock.advance(MINUTE)
    const refused = await startFor(visitor, freshAadhaar('0001'))
    expect([refused.status, (await knownOf(visitor)).aadhaar === null]).toEqual([422, false])
  })

  it('for a phone is void once another was sent to that session, for this phone or another', async () => {
    const [phone, other] = [freshPhone(), freshPhone()]
    const visitor = newVisitor(server.url)
    const codes: string[] = []
    for (const to of [phone, phone, other, phone]) {
      // Two equal codes would say nothing.
      do {
        clock.advance(MINUTE)
        await sendTo(visitor, to)
      } while (codes.includes(await codeFor(visitor, to)))
      codes.push(await codeFor(visitor, to))
    }
    const [first = '', second = '', third = '', fresh = ''] = codes
    expect(await enter(visitor, other, third)).toMatchObject(refusedCode(mobileMessages.noCode))
    for (const code of [first, second])
      expect(await enter(visitor, phone, code)).toMatchObject({ status: 422 })
    expect((await enter(visitor, phone, fresh)).status).toBe(200)
  })
})

describe('the calls about numbers', () => {
  const server = sharedServer({ clock, settings: { PUBLIC_URL: 'https://agency.example' } })

  it('tell of a trouble with a number its own reason, and send nothing', async () => {
    const visitor = newVisitor(server.url)
    const before = await messageCount(visitor)
    const answer = await startFor(visitor, freshAadhaar('0001'))
    expect(answer).toMatchObject(refusedField('aadhaar_number', aadhaarMessages.noMobile))
    expect([visitor.cookie(), await messageCount(visitor)]).toEqual(['', before])
  })

  const { aadhaar_no: aadhaar, phone: phoneWords } = executiveForm
  const { notIndian } = mobileMessages
  it.each([
    ['12345678901 1234567890123 XXXXXXXX9012', startFor, 'aadhaar_number', aadhaar.invalid],
    ['', startFor, 'aadhaar_number', aadhaar.required],
    ['5999999999 0123456789 1000000000', sendTo, 'phone', notIndian],
    ['900000000 90000000011 +929000000001 ৯০০০০০০০০০', sendTo, 'phone', phoneWords.invalid],
    ['', sendTo, 'phone', phoneWords.required],
  ])('send nothing to any of «%s», and say why', async (values, send, field, message) => {
    const visitor = newVisitor(server.url)
    const before = await messageCount(visitor)
    for (const value of values.split(' '))
      expect(await send(visitor, value)).toMatchObject({
        status: 422,
        body: { errors: [{ field, message }] },
      })
    expect([await messageCount(visitor), visitor.cookie()]).toEqual([before, ''])
  })

  it('take six digits for a code and nothing else', async () => {
    const [visitor, phone] = [newVisitor(server.url), freshPhone()]
    await sendTo(visitor, phone)
    for (const otp of ['12345', '1234567', '12345a', '１２３４５６'])
      expect(await enter(visitor, phone, otp)).toMatchObject({
        status: 422,
        body: { errors: [{ field: 'otp', message: otpMessages.code.invalid }] },
      })
    expect(await knownOf(visitor)).toMatchObject({ phoneOtp: { otp: { triesLeft: 5 } } })
  })

  it('send a code as the only six digits together, with the line that binds it to this site', async () => {
    const [visitor, phone] = [newVisitor(server.url), freshPhone()]
    await sendTo(visitor, phone)
    const [message] = await messagesTo(server, phone)
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
    expect(await messagesTo(server, phone)).toEqual([])
  })
})
