import { describe, expect, it } from 'vitest'
import { mobileMessages } from '#contract/messages/en/identity.ts'
import { laterAnswers } from '#contract/messages/en/links.ts'
import { registrationErrors } from '#contract/messages/en/registrations.ts'
import { continueFragment, api, recordPages } from '#contract/paths.ts'
import type { OnboardingSession } from '#contract/schemas/identity.ts'
import { erasePerson } from '#server/features/privacy/erasure-store.ts'
import { emptyVisitor } from '#server/platform/sessions/store.ts'
import { personOf } from '#tests/support/person.ts'
import { enginesInTurn } from '#tests/support/rounds.ts'
import {
  type Applicant,
  mandated,
  recordIdOf,
  register,
  registered,
  verifiedVisitor,
} from '#tests/support/registration.ts'
import { movingClock, type TestServer, startServer } from '#tests/support/server.ts'
import { sharedServer } from '#tests/support/shared.ts'
import { codeFor, messagesTo, newVisitor, provePhone, type TestVisitor } from '#tests/support/visitor.ts'
import { putPaused } from './pause-store.ts'
import { enqueue } from '#server/platform/jobs/store.ts'
import { notifyStaff } from '#server/features/onboarding/mandate/service.ts'
import { notifyAgency, notifyFailure, notifyPerson } from './jobs.ts'

const DAY_MS = 86_400_000
const gone = [404, { message: laterAnswers.unknown, code: 'not_found' }]

function pause({ visitor, fields }: Applicant, email = fields['email']) {
  return visitor.post(api.pauseRegistration, { email, typed: { country: 'India' } })
}

async function sessionOf(visitor: TestVisitor): Promise<OnboardingSession> {
  return (await visitor.get(api.onboardingSession)).body['data'] as OnboardingSession
}

/** The token in the newest of so many mails to a person. */
async function tokenIn(server: TestServer, { fields }: Applicant, count = 1): Promise<string> {
  await server.workOff({ documents: false })
  const mails = await messagesTo(server, fields['email'] ?? '')
  expect(mails).toHaveLength(count)
  const [newest] = mails
  return new RegExp(`/register${continueFragment}([\\w-]{32})$`, 'm').exec(newest?.text ?? '')?.[1] ?? ''
}

/** Asks for the code and enters it, as another device does. */
async function resume(
  visitor: TestVisitor,
  { token, phone = '' }: { token: string; phone: string | undefined },
) {
  const sent = await visitor.post(api.pausedOtp, { id: token })
  if (sent.status !== 200) return sent
  return visitor.post(api.resumeRegistration, { id: token, otp: await codeFor(visitor, phone) })
}

describe.each(enginesInTurn)('a registration that is continued later, on %s,', (engine) => {
  const clock = movingClock()
  const server = sharedServer({ engine, clock })
  const paused = async () => {
    const person = await verifiedVisitor(server, { now: clock.now() })
    expect((await pause(person)).status).toBe(200)
    return { person, phone: person.fields['phone'], token: await tokenIn(server, person) }
  }

  it('opens on another device with a code to the verified phone, and nothing is verified twice', async () => {
    const person = await verifiedVisitor(server.url, { now: clock.now() })
    expect((await pause(person)).body.message).toBe(laterAnswers.sent)
    const token = await tokenIn(server, person)
    const visitor = newVisitor(server.url)
    const { phone = '', email } = person.fields
    // Which message is the newest shows by its time.
    clock.advance(1000)
    const sent = await visitor.post(api.pausedOtp, { id: token })
    expect(sent.body).toMatchObject({
      message: laterAnswers.codeSent,
      data: { phone: `******${phone.slice(-4)}` },
    })
    const otp = await codeFor(visitor, phone)
    const before = visitor.cookie()
    const resumed = await visitor.post(api.resumeRegistration, { id: token, otp })
    expect([resumed.status, resumed.body.message]).toEqual([200, laterAnswers.resumed])
    expect(visitor.cookie()).not.toBe(before)

    const session = await sessionOf(visitor)
    const original = await sessionOf(person.visitor)
    expect(session).toMatchObject({
      step: 2,
      phone,
      aadhaar: original.aadhaar,
      typed: { email, country: 'India' },
    })
    expect(session.aadhaar?.person.profile_image).not.toBe('')
    const elsewhere = await mandated({ ...person, visitor })
    expect((await register(elsewhere)).status).toBe(201)
    expect(await resume(newVisitor(server.url), { token, phone })).toMatchObject({ status: 404 })
  })

  it('is opened once, and by nobody for whom the link was replaced', async () => {
    const { person, phone, token } = await paused()
    clock.advance(1000)
    await pause(person)
    const newer = await tokenIn(server, person, 2)
    expect(newer).not.toBe(token)
    const first = await resume(newVisitor(server.url), { token, phone })
    expect([first.status, first.body]).toEqual(gone)
    const [one, other] = [newVisitor(server.url), newVisitor(server.url)]
    await one.post(api.pausedOtp, { id: newer })
    const code = await codeFor(one, phone ?? '')
    clock.advance(60_000)
    await other.post(api.pausedOtp, { id: newer })
    const otherCode = await codeFor(other, phone ?? '')
    const enter = (visitor: TestVisitor, otp: string) =>
      visitor.post(api.resumeRegistration, { id: newer, otp })
    const answers = await Promise.all([enter(one, code), enter(other, otherCode)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404])
  })

  it('opens until the seventh day and not after it', async () => {
    const { phone, token } = await paused()
    clock.advance(7 * DAY_MS - 60_000)
    expect((await newVisitor(server.url).post(api.pausedOtp, { id: token })).status).toBe(200)
    clock.advance(60_000)
    const late = await resume(newVisitor(server.url), { token, phone })
    expect([late.status, late.body]).toEqual(gone)
  })

  it('keeps nothing of it that can be read in the database', async () => {
    const { person, token } = await paused()
    const rows = JSON.stringify(await server.deps.db.selectFrom('paused_registrations').selectAll().execute())
    const { email = '', phone = '', name = '' } = person.fields
    for (const secret of [token, email, phone, name]) expect(rows).not.toContain(secret)
  })
})

describe('a registration that is continued later', () => {
  const server = sharedServer()
  const paused = async () => {
    const person = await verifiedVisitor(server)
    await pause(person)
    return { person, phone: person.fields['phone'], token: await tokenIn(server, person) }
  }

  it('is refused in words with a wrong code, without a code, and with the code of another phone', async () => {
    const { token } = await paused()
    const stranger = newVisitor(server.url)
    const enter = (otp: string) => stranger.post(api.resumeRegistration, { id: token, otp })
    expect((await enter('000000')).body.errors).toEqual([{ field: 'otp', message: mobileMessages.noCode }])
    const other = await verifiedVisitor(server)
    const otherPhone = other.fields['phone'] ?? ''
    await provePhone(stranger, otherPhone)
    expect((await enter(await codeFor(stranger, otherPhone))).body.errors).toEqual([
      { field: 'otp', message: mobileMessages.noCode },
    ])
    await stranger.post(api.pausedOtp, { id: token })
    const wrong = await enter('000000')
    expect([wrong.status, wrong.body.message]).toEqual([422, expect.stringMatching(/4 tries left/)])
    expect((await sessionOf(stranger)).aadhaar).toBeNull()
  })

  it('takes the place of what another person had verified in that browser', async () => {
    const { person, phone, token } = await paused()
    const { visitor } = await verifiedVisitor(server)
    expect((await resume(visitor, { token, phone })).status).toBe(200)
    const session = await sessionOf(visitor)
    expect([session.phone, session.aadhaar?.masked]).toEqual([phone, `XXXXXXXX${person.aadhaar.slice(-4)}`])
  })

  it('needs both proofs, an address to write to, and no registration yet', async () => {
    const stranger = newVisitor(server.url)
    const asked = await stranger.post(api.pauseRegistration, { email: 'a@example.in', typed: {} })
    expect(asked.status).toBe(403)
    const person = await verifiedVisitor(server)
    expect((await pause(person, 'nowhere')).body.errors?.[0]?.field).toBe('email')
    const done = await registered(server)
    const late = await pause(done)
    expect([late.status, late.body.message]).toEqual([409, registrationErrors.registered])
  })

  it('mails five links an hour to the holder of one phone, and no more', async () => {
    const person = await verifiedVisitor(server)
    const statuses: number[] = []
    for (let press = 0; press < 6; press += 1) statuses.push((await pause(person)).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  })

  it('is gone once the person has registered where they began', async () => {
    const { person, phone, token } = await paused()
    expect((await register(await mandated(person))).status).toBe(201)
    const late = await resume(newVisitor(server.url), { token, phone })
    expect([late.status, late.body]).toEqual(gone)
  })

  it('is taken by the erasure of the person whose phone it verified', async () => {
    const { id, fields } = await registered(server)
    const { phone = '', email = '' } = fields
    const { db, cipher, clock } = server.deps
    const now = clock.now()
    const data = { email, photo: '', visitor: emptyVisitor }
    await putPaused(db, cipher, { phone, language: 'en', data, now, endsAt: now + DAY_MS })
    const person = await personOf(server.deps, await recordIdOf(server.deps, id))
    const { counts } = await erasePerson(server.deps, person, 'system')
    expect(counts).toMatchObject({ paused_registrations: 1 })
  })
})

const settings = { PUBLIC_URL: 'https://agency.example', AGENCY_INBOX: 'staff@agency.example' }

describe('e-mail about a registration', () => {
  it('gives the person their link, at the public address, and staff the fact without what is private', async () => {
    await using server = await startServer({
      settings: { ...settings, PUBLIC_URL: 'http://agency.example' },
    })
    const { id, fields } = await registered(server)
    await server.workOff({ documents: false })
    const [toPerson, ...more] = await messagesTo(server, fields['email'] ?? '')
    expect(more).toEqual([])
    expect(toPerson?.text).toContain(`\nhttp://agency.example${recordPages.signAgreement}${id}\n`)
    const [toStaff, ...others] = await messagesTo(server, settings.AGENCY_INBOX)
    expect(others).toEqual([])
    expect(toStaff?.subject).toBe(`New registration from ${fields['name']}`)
    expect(toStaff?.text).toMatch(/Reference: {3}EX-[0-9A-Z]{6}\n/)
    expect(toStaff?.text).not.toContain(id)
    expect(toStaff?.text).toMatch(/\n {4}http:\/\/agency\.example\/staff\/executives\/EX-[0-9A-Z]{6}$/m)
    for (const secret of ['email', 'phone', 'accountNo', 'aadhaar_no', 'address'])
      expect([secret, toStaff?.text.includes(fields[secret] ?? '')]).toEqual([secret, false])
  })

  it('is not written about what is no longer there, or no longer so', async () => {
    await using server = await startServer()
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
    expect((await messagesTo(server, fields['email'] ?? '')).map(({ subject }) => subject)).toEqual([
      'Your registration, and your agreement',
    ])
    const kinds = [notifyPerson, notifyAgency, notifyFailure, notifyStaff].map(({ name }) => name)
    const ended = await db.selectFrom('jobs').select('status').where('kind', 'in', kinds).execute()
    expect(ended.map(({ status }) => status)).toEqual(Array(6).fill('done'))
  })
})

describe('the limit on registrations', () => {
  it('lets one address try thirty in an hour', async () => {
    await using server = await startServer({ settings: { RATE_LIMIT_SCALE: '1' } })
    const applicant = await mandated(await verifiedVisitor(server))
    const statuses: number[] = []
    for (let count = 0; count < 32; count += 1)
      statuses.push((await register(applicant, { name: '' })).status)
    expect(statuses.slice(0, 30)).toEqual(Array(30).fill(422))
    expect(statuses.slice(30)).toEqual([429, 429])
  })
})
