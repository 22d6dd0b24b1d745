import { describe, expect, it } from 'vitest'
import { laterAnswers } from '#contract/messages/en/links.ts'
import { registrationErrors } from '#contract/messages/en/registrations.ts'
import { continueFragment, api, recordPages } from '#contract/paths.ts'
import { knownOf } from '#tests/support/codes.ts'
import { statusesOf, thenOf } from '#tests/support/repeat.ts'
import { enginesInTurn } from '#tests/support/rounds.ts'
import {
  type Applicant,
  askToken,
  mandated,
  recordIdOf,
  register,
  registered,
  verifiedVisitor,
} from '#tests/support/registration.ts'
import { movingClock, startServer } from '#tests/support/server.ts'
import { sharedServer } from '#tests/support/shared.ts'
import { codeFor, messagesTo, newVisitor, type TestVisitor } from '#tests/support/visitor.ts'
import { enqueue } from '#server/platform/jobs/store.ts'
import { notifyFailure, notifyStaff } from '#server/features/onboarding/mandate/service.ts'
import { notifyAgency, notifyPerson } from './jobs.ts'

const DAY_MS = 86_400_000

describe.each(enginesInTurn)('a registration that is continued later, on %s,', (engine) => {
  const clock = movingClock()
  const server = sharedServer({ engine, clock })
  const gone = { status: 404, body: { message: laterAnswers.unknown, code: 'not_found' } }

  const pause = ({ visitor, fields: { email } }: Applicant, change: object = {}) =>
    visitor.post(api.pauseRegistration, { email, typed: { country: 'India' }, ...change })
  const verified = () => verifiedVisitor(server, { now: clock.now() })
  /** Returns the token of the newest mail to a person. */
  async function tokenIn({ fields }: Applicant): Promise<string> {
    await server.workOff({ documents: false })
    const [newest] = await messagesTo(server, fields['email'] ?? '')
    return new RegExp(`/register${continueFragment}([\\w-]{32})$`, 'm').exec(newest?.text ?? '')?.[1] ?? ''
  }
  async function paused() {
    const person = await verified()
    expect((await pause(person)).body.message).toBe(laterAnswers.sent)
    const token = await tokenIn(person)
    // The newest message is found by its time.
    clock.advance(1000)
    return { person, phone: person.fields['phone'] ?? '', token }
  }
  const ask = (token: string, visitor = newVisitor(server.url)) => visitor.post(api.pausedOtp, { id: token })
  const enter = (token: string, otp: string, visitor: TestVisitor) =>
    visitor.post(api.resumeRegistration, { id: token, otp })
  /** Asks for the code and enters it, as another device does. */
  async function resume(token: string, phone: string, visitor = newVisitor(server.url)) {
    const sent = await ask(token, visitor)
    return sent.status === 200 ? enter(token, await codeFor(visitor, phone), visitor) : sent
  }

  it('opens on another device with a code to the verified phone, once, and nothing needs to be verified again', async () => {
    const { person, token, phone } = await paused()
    const visitor = newVisitor(server.url)
    const sent = { message: laterAnswers.codeSent, data: { phone: `******${phone.slice(-4)}` } }
    expect((await ask(token, visitor)).body).toMatchObject(sent)
    const before = visitor.cookie()
    const resumed = await enter(token, await codeFor(visitor, phone), visitor)
    expect([resumed.status, resumed.body.message]).toEqual([200, laterAnswers.resumed])
    expect(visitor.cookie()).not.toBe(before)
    const { aadhaar } = await knownOf(person.visitor)
    const typed = { email: person.fields['email'], country: 'India' }
    expect(await knownOf(visitor)).toMatchObject({ step: 2, phone, aadhaar, typed })
    expect((await register(await mandated({ ...person, visitor }))).status).toBe(201)
    expect(await resume(token, phone)).toMatchObject(gone)
  })

  it('does not return the typed bank details, in that browser or on another device', async () => {
    const person = await verified()
    expect((await askToken(person)).status).toBe(200)
    await pause(person)
    const visitor = newVisitor(server.url)
    expect((await resume(await tokenIn(person), person.fields['phone'] ?? '', visitor)).status).toBe(200)
    for (const one of [person.visitor, visitor]) {
      const known = await knownOf(one)
      expect(known.step).toBe(2)
      for (const typed of ['accountNo', 'ifscCode'])
        expect(JSON.stringify(known)).not.toContain(person.fields[typed])
    }
  })

  it('keeps the photo of the Aadhaar record, and stores nothing readable in the database', async () => {
    const person = await verifiedVisitor(server.url, { now: clock.now() })
    await pause(person)
    const token = await tokenIn(person)
    const rows = JSON.stringify(await server.deps.db.selectFrom('paused_registrations').selectAll().execute())
    const { email = '', phone = '', name = '' } = person.fields
    for (const secret of [token, email, phone, name]) expect(rows).not.toContain(secret)
    const visitor = newVisitor(server.url)
    clock.advance(1000)
    await resume(token, phone, visitor)
    expect((await knownOf(visitor)).aadhaar?.person.profile_image).not.toBe('')
  })

  it('opens for one of two at once, and never by a link that was replaced', async () => {
    const first = await paused()
    await pause(first.person)
    const token = await tokenIn(first.person)
    expect(token).not.toBe(first.token)
    expect(await resume(first.token, first.phone)).toMatchObject(gone)
    const codes: [TestVisitor, string][] = []
    for (const visitor of [newVisitor(server.url), newVisitor(server.url)]) {
      clock.advance(60_000)
      await ask(token, visitor)
      codes.push([visitor, await codeFor(visitor, first.phone)])
    }
    const answers = await Promise.all(codes.map(([visitor, code]) => enter(token, code, visitor)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404])
  })

  it('opens until the seventh day and not after it', async () => {
    const { token, phone } = await paused()
    clock.advance(7 * DAY_MS - 60_000)
    expect((await ask(token)).status).toBe(200)
    clock.advance(60_000)
    expect(await resume(token, phone)).toMatchObject(gone)
  })

  it('replaces what another person had verified in that browser', async () => {
    const one = await paused()
    const { visitor } = await verified()
    expect((await resume(one.token, one.phone, visitor)).status).toBe(200)
    const masked = `XXXXXXXX${one.person.aadhaar.slice(-4)}`
    expect(await knownOf(visitor)).toMatchObject({ phone: one.phone, aadhaar: { masked } })
  })

  it('needs both proofs, an e-mail address, and no registration yet', async () => {
    const person = await verified()
    expect((await pause({ ...person, visitor: newVisitor(server.url) })).status).toBe(403)
    expect((await pause(person, { email: 'nowhere' })).body.errors?.[0]?.field).toBe('email')
    const late = await pause(await registered(server, { now: clock.now() }))
    expect([late.status, late.body.message]).toEqual([409, registrationErrors.registered])
  })

  it('is deleted once the person has registered where they began', async () => {
    const { person, token, phone } = await paused()
    expect((await register(await mandated(person))).status).toBe(201)
    expect(await resume(token, phone)).toMatchObject(gone)
  })
})

it('a registration that is continued later has five links mailed in an hour, and no more', async () => {
  await using server = await startServer({ settings: { RATE_LIMIT_SCALE: '1' } })
  const { visitor, fields } = await verifiedVisitor(server)
  const pause = () => visitor.post(api.pauseRegistration, { email: fields['email'], typed: {} })
  expect(await statusesOf(6, pause)).toEqual(thenOf(5, 200, 1, 429))
})

describe('e-mail about a registration', () => {
  const settings = { PUBLIC_URL: 'http://agency.example', AGENCY_INBOX: 'staff@agency.example' }
  const server = sharedServer({ settings })

  it('sends the person their link at the public address, and staff the news without private data', async () => {
    const { id, fields } = await registered(server)
    await server.workOff({ documents: false })
    const [toPerson, ...more] = await messagesTo(server, fields['email'] ?? '')
    expect(toPerson?.text).toContain(`\nhttp://agency.example${recordPages.signAgreement}${id}\n`)
    const [toStaff, ...others] = await messagesTo(server, settings.AGENCY_INBOX)
    expect([more, others]).toEqual([[], []])
    expect(toStaff?.subject).toBe(`New registration from ${fields['name']}`)
    const link = /Reference: {3}(EX-[0-9A-Z]{6})\n[^]*\n {4}http:\/\/agency\.example\/staff\/executives\/\1$/m
    expect(toStaff?.text).toMatch(link)
    for (const secret of ['email', 'phone', 'accountNo', 'aadhaar_no', 'address'])
      expect([secret, toStaff?.text.includes(fields[secret] ?? '')]).toEqual([secret, false])
    expect(toStaff?.text).not.toContain(id)
  })

  it('is not sent about a record or a state that no longer exists', async () => {
    const { id, fields } = await registered(server)
    const { db } = server.deps
    const mandateId = 'gone'
    const executiveId = await recordIdOf(server.deps, id)
    const now = Date.now()
    await enqueue(db, notifyPerson, [{ payload: { executiveId: 'nobody' }, now }])
    await enqueue(db, notifyAgency, [{ payload: { executiveId: 'nobody' }, now }])
    await enqueue(db, notifyFailure, [{ payload: { executiveId, mandateId }, now }])
    await enqueue(db, notifyStaff, [{ payload: { mandateId, about: 'expired' }, now }])
    await server.workOff({ documents: false })
    const subjects = (await messagesTo(server, fields['email'] ?? '')).map(({ subject }) => subject)
    expect(subjects).toEqual(['Your registration, and your agreement'])
    const left = db.selectFrom('jobs').select('kind').where('status', '!=', 'done')
    expect(await left.execute()).toEqual([])
  })
})

it('at most the limit of registrations is tried from one address', async () => {
  // A tenth of the usual limit: three.
  await using server = await startServer({ settings: { RATE_LIMIT_SCALE: '0.1' } })
  const applicant = await mandated(await verifiedVisitor(server))
  const statuses = await statusesOf(4, () => register(applicant, { name: '' }))
  expect(statuses).toEqual(thenOf(3, 422, 1, 429))
})
