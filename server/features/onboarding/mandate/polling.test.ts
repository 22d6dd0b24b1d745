import { afterEach, describe, expect, it, vi } from 'vitest'
import { api, recordPages } from '#contract/paths.ts'
import { deliver, genuineAnswer, rewriteBooks, sendStatusChange } from '#tests/support/gateway-store.ts'
import { withoutTable } from '#tests/support/place.ts'
import { enginesInTurn } from '#tests/support/rounds.ts'
import {
  askToken,
  freshTransaction,
  mandated,
  mandateOf,
  referenceOf,
  registered,
  settle,
  verifiedVisitor,
} from '#tests/support/registration.ts'
import { movingClock } from '#tests/support/server.ts'
import { sharedServer } from '#tests/support/shared.ts'
import { messagesTo } from '#tests/support/visitor.ts'
import { pollMandates } from './jobs.ts'
import type { Db } from '#server/platform/db/client.ts'
import { planOf } from '#tests/support/query-plan.ts'
import { activeBeside, openAttempts, unclaimed, unclaimedSince } from './store.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

describe.each(enginesInTurn)('mandates whose page was closed, on %s', (engine) => {
  const clock = movingClock()
  const server = sharedServer({ engine, clock })
  afterEach(async () => {
    vi.restoreAllMocks()
    // The server of the next test must neither poll these nor send their mails.
    const { db } = server.deps
    await db.updateTable('mandates').set({ poll_at: null }).execute()
    for (const table of ['jobs', 'sandbox_entries'] as const) await db.deleteFrom(table).execute()
  })

  const statusOf = async (transactionId = '') => (await mandateOf(server.deps, { transactionId }))?.status

  /** Lets time pass in steps, each with a poll and the jobs that are due. */
  async function pass(ms: number, step = ms): Promise<void> {
    for (let passed = 0; passed < ms; passed += step) {
      clock.advance(step)
      await pollMandates(server.deps)
      await server.workOff({ documents: false })
    }
  }

  /** Registers a person whose mandate is in progress. */
  async function person() {
    const applicant = await registered(server, { now: clock.now() })
    const { transactionId = '', email = '' } = applicant.fields
    return { ...applicant, transactionId, email }
  }

  /** Registers a person whose first mandate failed and whose second one is active. */
  async function personWithSecond() {
    const first = await person()
    await rewriteBooks(server, first.transactionId, { status: '0399' })
    await pass(MINUTE_MS)
    await first.visitor.get(api.fieldExecutive + first.id)
    const fields = { ...first.fields, transactionId: freshTransaction() }
    await mandated({ visitor: first.visitor, aadhaar: '', fields }, '0300')
    await pass(3 * HOUR_MS, 30 * MINUTE_MS)
    return first
  }

  const retryMails = async (email: string) =>
    (await messagesTo(server, email)).filter(({ text }) => text.includes(recordPages.mandateFailure))
  const staffMails = async () =>
    (await messagesTo(server, 'inbox@agency.example')).filter(({ subject }) => subject?.includes('mandate'))
  const staffSubjects = async () => (await staffMails()).map(({ subject }) => subject)

  it('that fail send the person the link to try again, once, even if a process stopped before it asked', async () => {
    const { id, transactionId, email } = await person()
    await rewriteBooks(server, transactionId, { status: '0399' })
    clock.advance(MINUTE_MS)
    await pollMandates(server.deps, AbortSignal.abort())
    expect(await statusOf(transactionId)).toBe('initiated')
    await pass(10 * MINUTE_MS, MINUTE_MS)
    expect(await statusOf(transactionId)).toBe('failed')
    await pass(DAY_MS, 6 * HOUR_MS)
    const [mail, ...more] = await retryMails(email)
    expect([mail?.subject, more]).toEqual(['Your bank mandate was not set up', []])
    expect(mail?.text).toContain(recordPages.mandateFailure + id)
  })

  it('that fail and then succeed before the mail was sent send none', async () => {
    const { transactionId, email } = await person()
    await rewriteBooks(server, transactionId, { status: '0399' })
    clock.advance(MINUTE_MS)
    await pollMandates(server.deps)
    expect(await statusOf(transactionId)).toBe('failed')
    await deliver(server, await genuineAnswer(server, transactionId, { status: '0300' }))
    await pass(MINUTE_MS)
    expect([await statusOf(transactionId), await retryMails(email)]).toEqual(['active', []])
  })

  it('expire after seven days: the person gets the link, staff are notified, and a late success counts', async () => {
    const { id, transactionId, email } = await person()
    const neverOpened = await verifiedVisitor(server, { now: clock.now() })
    await askToken(neverOpened)
    await pass(6 * DAY_MS, 8 * HOUR_MS)
    clock.advance(2 * DAY_MS)
    // Everything is stored, or nothing.
    await withoutTable(server.deps.db, 'jobs', () => pollMandates(server.deps))
    expect(await statusOf(transactionId)).toBe('initiated')
    await pass(HOUR_MS)
    expect(await statusOf(transactionId)).toBe('expired')
    expect(await statusOf(neverOpened.fields['transactionId'])).toBe('expired')
    expect((await messagesTo(server, email))[0]?.text).toContain(recordPages.mandateFailure + id)
    expect(await staffSubjects()).toEqual([`The bank never decided about a mandate: ${transactionId}`])
    const settled = await settle(server.url, transactionId, 'Success')
    expect([settled.status, await statusOf(transactionId)]).toEqual([200, 'active'])
  })

  it('are reported to staff once if they are live for hours without a registration', async () => {
    const { fields } = await mandated(await verifiedVisitor(server, { now: clock.now() }), '0300')
    await registered(server, { now: clock.now() })
    await pass(3 * HOUR_MS, 30 * MINUTE_MS)
    await pass(DAY_MS, 6 * HOUR_MS)
    const [mail, ...more] = await staffMails()
    const subject = `A person set up a mandate and did not register: ${fields['transactionId']}`
    expect([mail?.subject, more]).toEqual([subject, []])
    expect(mail?.text).toContain(`Phone:       ${fields['phone']}`)
    expect(mail?.text).not.toContain(fields['accountNo'])
  })

  it('that were to replace a failed one do so although the page was closed; if the first succeeds too, the second is ended', async () => {
    const { id, visitor, transactionId } = await personWithSecond()
    const { body } = await visitor.get(api.fieldExecutive + id)
    expect(body['data']).toMatchObject({ mandate_id: { mandateDetails: { registrationStatus: 'Success' } } })
    expect(await staffMails()).toEqual([])
    const late = { status: '0300', mandateRegNo: '970000007' } as const
    for (let times = 0; times < 3; times += 1) await sendStatusChange(server, transactionId, late)
    await pass(MINUTE_MS)
    expect(await server.deps.sandbox?.mandates.read(transactionId)).toMatchObject({ cancelled: true })
    expect(await staffSubjects()).toEqual([`We ended a person’s second mandate: ${transactionId}`])
  })

  it('do not expire while the gateway is unavailable, however long, but once it has answered', async () => {
    const { transactionId } = await person()
    const away = vi.spyOn(server.deps.gateway, 'ask')
    away.mockResolvedValue({ ok: false, failure: 'unreachable' })
    await pass(9 * DAY_MS, 8 * HOUR_MS)
    expect(await statusOf(transactionId)).toBe('initiated')
    away.mockRestore()
    await pass(DAY_MS, 8 * HOUR_MS)
    expect(await statusOf(transactionId)).toBe('expired')
  })

  it('do not expire when the bank set up other terms: staff are notified, and the person gets no link', async () => {
    const { id, transactionId, email } = await person()
    await deliver(server, await genuineAnswer(server, transactionId, { status: '0300', maxAmount: '9000' }))
    await pass(9 * DAY_MS, 8 * HOUR_MS)
    expect([await statusOf(transactionId), await retryMails(email)]).toEqual(['initiated', []])
    const [mail, ...more] = await staffMails()
    expect(more).toEqual([])
    expect(mail?.text).toContain('A person has registered with it')
    const reference = await referenceOf(server.deps, id)
    expect(mail?.text).toContain(`Record:      ${reference}`)
    expect(mail?.text).toContain(`/staff/executives/${reference}`)
  })

  it('that the gateway refuses to end, although their record has another, are left to staff', async () => {
    const { transactionId } = await personWithSecond()
    const answers = [{ ok: false, failure: 'timeout' } as const, { ok: true, ended: false } as const]
    const end = vi.spyOn(server.deps.gateway, 'end')
    end.mockImplementation(async () => answers.shift() ?? expect.unreachable('it is asked until it answers'))
    const umrn = 'HDFC7000000000000007'
    await sendStatusChange(server, transactionId, { status: '0300', mandateRegNo: '970000007', umrn })
    await pass(HOUR_MS, 10 * MINUTE_MS)
    expect(await staffSubjects()).toEqual([`A person has two mandates: ${transactionId}`])
  })

  it('do not block others if one was altered in the database, in progress or without a registration', async () => {
    const live = async () =>
      (await mandated(await verifiedVisitor(server, { now: clock.now() }), '0300')).fields
    const [bad, lost, good] = [await person(), await live(), await person()]
    const unregistered = await live()
    const bent = server.deps.db.updateTable('mandates').set({ account_no: 'v1.k.n.c.t' })
    for (const id of [bad.transactionId, lost['transactionId'] ?? ''])
      await bent.where('transaction_id', '=', id).execute()
    for (const { transactionId } of [bad, good]) await rewriteBooks(server, transactionId, { status: '0300' })
    await pass(3 * HOUR_MS, 30 * MINUTE_MS)
    expect(await statusOf(good.transactionId)).toBe('active')
    const lonely = `A person set up a mandate and did not register: ${unregistered['transactionId']}`
    expect(await staffSubjects()).toEqual([lonely])
    expect(server.log()).toContain('a mandate cannot be decrypted')
  })
})

const server = sharedServer()
const first = { before: 1, count: 1 }

const keeping = { ...first, unreadable: () => undefined }

it.each<[what: string, index: string, query: (db: Db) => Promise<unknown>]>([
  ['active beside', 'executive_id', (db) => activeBeside(db, 'person')],
  ['begun before', 'executive_id', (db) => openAttempts(db, { holderIndex: 'index', retryOf: 'person' })],
  ['nobody’s, staff not notified', 'unclaimed', (db) => unclaimed(db, server.deps.cipher, keeping)],
  ['nobody’s, on Today', 'unclaimed', (db) => unclaimedSince(db, first)],
])('mandates (%s) are found by the index of %s without reading all', async (_, index, query) => {
  const plan = await planOf(server.deps.db, query)
  expect(plan).toContain(`mandates_${index}`)
  expect(plan).not.toMatch(/SCAN mandates(?! USING)|mandates_status|mandates_created/)
})
