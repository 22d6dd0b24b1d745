import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { api, recordPages, sandbox } from '#contract/paths.ts'
import type { SandboxMessage } from '#contract/schemas/sandbox.ts'
import { storeOf, genuineAnswer, rewriteBooks, sendStatusChange } from '#tests/support/gateway-store.ts'
import { engines } from '#tests/support/place.ts'
import {
  askToken,
  freshTransaction,
  mandated,
  referenceOf,
  registered,
  verifiedVisitor,
  mandateOf,
} from '#tests/support/registration.ts'
import { movingClock, type MovingClock, startServer, type TestServer } from '#tests/support/server.ts'
import { newVisitor } from '#tests/support/visitor.ts'
import { pollMandates } from './jobs.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

describe.each(engines)('mandates that nobody looks at, on %s', { timeout: 60_000 }, (engine) => {
  let clock: MovingClock
  let server: TestServer
  beforeEach(async () => {
    clock = movingClock()
    server = await startServer({ engine, clock })
  })
  afterEach(() => server.stop())

  const now = () => clock.now()
  const statusOf = async (transactionId = '') => (await mandateOf(server.deps, { transactionId }))?.status

  /** Lets time pass in steps in which everything that is due gets its turn. */
  async function pass(ms: number, step = ms): Promise<void> {
    for (let passed = 0; passed < ms; passed += step) {
      clock.advance(step)
      await pollMandates(server.deps)
      await server.workOff()
    }
  }

  async function mails(to: string): Promise<SandboxMessage[]> {
    const { body } = await newVisitor(server.url).get(`${sandbox.messages}?to=${encodeURIComponent(to)}`)
    return body['messages'] as SandboxMessage[]
  }

  it('that fail send the person the link to try again, once', async () => {
    const { id, fields } = await registered(server.url, { now: now() })
    const { transactionId = '', email = '' } = fields
    await rewriteBooks(server, transactionId, { status: '0399' })
    await pass(10 * MINUTE_MS, MINUTE_MS)
    expect(await statusOf(transactionId)).toBe('failed')
    await pass(DAY_MS, 6 * HOUR_MS)
    const links = (await mails(email)).filter(({ text }) => text.includes(recordPages.mandateFailure + id))
    expect(links.map(({ subject }) => subject)).toEqual(['Your bank mandate was not set up'])
  })

  it('that fail and stand after all before the mail left send none', async () => {
    const { fields } = await registered(server.url, { now: now() })
    const { transactionId = '', email = '' } = fields
    await rewriteBooks(server, transactionId, { status: '0399' })
    clock.advance(MINUTE_MS)
    await pollMandates(server.deps)
    expect(await statusOf(transactionId)).toBe('failed')
    const message = await genuineAnswer(server, transactionId, { status: '0300' })
    await newVisitor(server.url).get(`${api.gatewayCallback}?msg=${encodeURIComponent(message)}`)
    await pass(MINUTE_MS)
    expect(await statusOf(transactionId)).toBe('active')
    expect((await mails(email)).filter(({ text }) => text.includes(recordPages.mandateFailure))).toEqual([])
  })

  it('are given up after seven days: the person gets the link, staff hear of it, and a late success still counts', async () => {
    const { id, fields } = await registered(server.url, { now: now() })
    const { transactionId = '', email = '' } = fields
    const neverOpened = await verifiedVisitor(server.url, { now: now() })
    await askToken(neverOpened)
    await pass(8 * DAY_MS, 4 * HOUR_MS)
    expect(await statusOf(transactionId)).toBe('expired')
    expect(await statusOf(neverOpened.fields['transactionId'])).toBe('expired')
    expect((await mails(email))[0]?.text).toContain(recordPages.mandateFailure + id)
    const told = (await mails('inbox@agency.example')).filter(({ subject }) => subject?.includes('mandate'))
    expect(told.map(({ subject }) => subject)).toEqual([
      `A bank never answered about a mandate: ${transactionId}`,
    ])
    const settled = await newVisitor(server.url).post(`${sandbox.mandates}/${transactionId}/settle`, {
      status: 'Success',
    })
    expect([settled.status, await statusOf(transactionId)]).toEqual([200, 'active'])
  })

  it('are told to staff when they stand for hours without a registration, once', async () => {
    const left = await mandated(await verifiedVisitor(server.url, { now: now() }), '0300')
    await registered(server.url, { now: now() })
    await pass(3 * HOUR_MS, 30 * MINUTE_MS)
    await pass(DAY_MS, 6 * HOUR_MS)
    const told = (await mails('inbox@agency.example')).filter(({ subject }) => subject?.includes('mandate'))
    expect(told.map(({ subject }) => subject)).toEqual([
      `A mandate stands without a registration: ${left.fields['transactionId']}`,
    ])
    expect(told[0]?.text).toContain(`Phone:       ${left.fields['phone']}`)
    expect(told[0]?.text).not.toContain(left.fields['accountNo'])
  })

  it('that were to mend a record do, though the page was closed', async () => {
    const { id, visitor, fields } = await registered(server.url, { now: now() })
    await rewriteBooks(server, fields['transactionId'] ?? '', { status: '0399' })
    await pass(MINUTE_MS)
    await visitor.get(api.fieldExecutive + id)
    const retry = { visitor, aadhaar: '', fields: { ...fields, transactionId: freshTransaction() } }
    await mandated(retry, '0300')
    await pass(3 * HOUR_MS, 30 * MINUTE_MS)
    const { body } = await visitor.get(api.fieldExecutive + id)
    expect(body['data']).toMatchObject({ mandate_id: { mandateDetails: { registrationStatus: 'Success' } } })
    const told = (await mails('inbox@agency.example')).filter(({ subject }) => subject?.includes('mandate'))
    expect(told).toEqual([])
  })

  it('are not given up while the gateway is away, however long, but once it has answered', async () => {
    const { fields } = await registered(server.url, { now: now() })
    const { transactionId } = fields
    const { gateway } = server.deps
    const ask = gateway.ask.bind(gateway)
    gateway.ask = async () => ({ ok: false, failure: 'unreachable' })
    await pass(9 * DAY_MS, 8 * HOUR_MS)
    expect(await statusOf(transactionId)).toBe('initiated')
    gateway.ask = ask
    await pass(DAY_MS, 8 * HOUR_MS)
    expect(await statusOf(transactionId)).toBe('expired')
  })

  it('are not given up when the bank set them up on other terms: staff hear of it, and the person gets no link', async () => {
    const { id, fields } = await registered(server.url, { now: now() })
    const { transactionId = '', email = '' } = fields
    const message = await genuineAnswer(server, transactionId, { status: '0300', maxAmount: '9000' })
    await newVisitor(server.url).get(`${api.gatewayCallback}?msg=${encodeURIComponent(message)}`)
    await pass(9 * DAY_MS, 8 * HOUR_MS)
    expect(await statusOf(transactionId)).toBe('initiated')
    expect((await mails(email)).filter(({ text }) => text.includes(recordPages.mandateFailure))).toEqual([])
    const told = (await mails('inbox@agency.example')).filter(({ subject }) => subject?.includes('mandate'))
    expect(told.map(({ text }) => text)).toEqual([expect.stringContaining('A person is registered with it')])
    expect(told[0]?.text).toContain(`Record:      ${await referenceOf(server.deps, id)}`)
    expect(told[0]?.text).toMatch(/npm run -s ops -- mandate \d{13} --refresh/)
  })

  it('are given up wholly or not at all', async () => {
    const { fields } = await registered(server.url, { now: now() })
    const { transactionId } = fields
    const { db } = server.deps
    await pass(6 * DAY_MS, 8 * HOUR_MS)
    await sql`alter table jobs rename to jobs_away`.execute(db)
    clock.advance(2 * DAY_MS)
    await expect(pollMandates(server.deps)).rejects.toThrow(/jobs/)
    expect(await statusOf(transactionId)).toBe('initiated')
    await sql`alter table jobs_away rename to jobs`.execute(db)
    await pass(HOUR_MS)
    expect(await statusOf(transactionId)).toBe('expired')
    const told = (await mails('inbox@agency.example')).filter(({ subject }) => subject?.includes('mandate'))
    expect(told).toHaveLength(1)
  })

  it('that succeed after their record went on to another are ended at the gateway, and staff hear of it', async () => {
    const { id, visitor, fields } = await registered(server.url, { now: now() })
    const { transactionId = '' } = fields
    await rewriteBooks(server, transactionId, { status: '0399' })
    await pass(MINUTE_MS)
    await visitor.get(api.fieldExecutive + id)
    await mandated({ visitor, aadhaar: '', fields: { ...fields, transactionId: freshTransaction() } }, '0300')
    await pass(3 * HOUR_MS, 30 * MINUTE_MS)
    for (let times = 0; times < 3; times += 1) {
      await sendStatusChange(server, transactionId, { status: '0300', mandateRegNo: '970000007' })
    }
    await pass(MINUTE_MS)
    expect(await storeOf(server).read(transactionId)).toMatchObject({ cancelled: true })
    const told = (await mails('inbox@agency.example')).filter(({ subject }) => subject?.includes('mandate'))
    expect(told.map(({ subject }) => subject)).toEqual([`A second mandate was ended: ${transactionId}`])
  })

  it('that the gateway does not end, though their record has another, are for staff to see to', async () => {
    const { id, visitor, fields } = await registered(server.url, { now: now() })
    const { transactionId = '' } = fields
    await rewriteBooks(server, transactionId, { status: '0399' })
    await pass(MINUTE_MS)
    await visitor.get(api.fieldExecutive + id)
    await mandated({ visitor, aadhaar: '', fields: { ...fields, transactionId: freshTransaction() } }, '0300')
    await pass(3 * HOUR_MS, 30 * MINUTE_MS)
    const { gateway } = server.deps
    const end = gateway.end.bind(gateway)
    const answers = [{ ok: false, failure: 'timeout' } as const, { ok: true, ended: false } as const]
    gateway.end = async () => answers.shift() ?? expect.unreachable('it is asked until it answers')
    await sendStatusChange(server, transactionId, {
      status: '0300',
      mandateRegNo: '970000007',
      umrn: 'HDFC7000000000000007',
    })
    await pass(HOUR_MS, 10 * MINUTE_MS)
    gateway.end = end
    const told = (await mails('inbox@agency.example')).filter(({ subject }) => subject?.includes('mandate'))
    expect(told.map(({ subject }) => subject)).toEqual([
      `A mandate stands beside the one of its record: ${transactionId}`,
    ])
  })

  it('wait while the gateway is away, and are asked about again', async () => {
    const { fields } = await registered(server.url, { now: now() })
    const { gateway } = server.deps
    const ask = gateway.ask.bind(gateway)
    let asks = 0
    gateway.ask = async () => {
      asks += 1
      return { ok: false, failure: 'timeout' }
    }
    await pass(2 * HOUR_MS, MINUTE_MS)
    expect(asks).toBeGreaterThan(3)
    expect(asks).toBeLessThan(10)
    gateway.ask = ask
    await rewriteBooks(server, fields['transactionId'] ?? '', { status: '0300' })
    await pass(3 * HOUR_MS, 10 * MINUTE_MS)
    expect(await statusOf(fields['transactionId'])).toBe('active')
  })
})
