import { describe, expect, it } from 'vitest'
import { postApplication, somebody } from '#tests/support/application.ts'
import { enter, freshPhone, sendTo } from '#tests/support/codes.ts'
import { addExecutive, drawForm, postSigning } from '#tests/support/executive.ts'
import { deliver, genuineAnswer, rewriteBooks } from '#tests/support/gateway-store.ts'
import { engines } from '#tests/support/place.ts'
import {
  askToken,
  mandated,
  mandateEvents,
  recordOf,
  register,
  verifiedVisitor,
} from '#tests/support/registration.ts'
import { sharedServer } from '#tests/support/shared.ts'
import { codeFor, newVisitor } from '#tests/support/visitor.ts'

const CROWD = 24
/** Visitors with files or documents, of which a server handles few at a time. */
const WITH_FILES = 12

describe.each(engines)('many at once on %s', (engine) => {
  const server = sharedServer({ engine, settings: { RATE_LIMIT_SCALE: '10' } })

  /** Asks so many times at once; returns how often each status came, and fails after any fault of ours. */
  async function crowd(ask: () => Promise<{ status: number }>, length = CROWD) {
    const answers = await Promise.all(Array.from({ length }, ask))
    expect(answers.filter(({ status }) => status >= 500)).toEqual([])
    const counts: Record<number, number> = {}
    for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
    return counts
  }

  it('who enter the one code of a phone: one of them has proven it', async () => {
    const visitor = newVisitor(server.url)
    const phone = freshPhone()
    await sendTo(visitor, phone)
    const code = await codeFor(visitor, phone)
    const counts = await crowd(() => enter(newVisitor(server.url, visitor.cookie()), phone, code))
    expect(counts[200]).toBe(1)
  })

  it('who ask for the same mandate: it exists once', async () => {
    const person = await verifiedVisitor(server.url)
    const counts = await crowd(() => askToken(person))
    expect(counts[200]).toBeGreaterThan(0)
    const { transactionId = '' } = person.fields
    const rows = server.deps.db.selectFrom('mandates').select('id')
    expect(await rows.where('transaction_id', '=', transactionId).execute()).toHaveLength(1)
  })

  it('who register with one Aadhaar number: one record, the same in every answer', async () => {
    const person = await mandated(await verifiedVisitor(server.url))
    const records = new Set<string>()
    const counts = await crowd(async () => {
      const answer = await register(person)
      if (answer.status === 201) records.add(recordOf(answer))
      return answer
    }, WITH_FILES)
    expect([counts, records.size]).toEqual([{ 201: WITH_FILES }, 1])
    const { db } = server.deps
    expect(await db.selectFrom('executives').select('id').execute()).toHaveLength(1)
    expect(await db.selectFrom('consents').select('purpose').execute()).toHaveLength(2)
    const drawn = db.selectFrom('jobs').select('id').where('kind', '=', 'agreements.draw-form')
    expect(await drawn.execute()).toHaveLength(1)
  })

  it('who apply with one mailbox: one application', async () => {
    const person = somebody()
    const counts = await crowd(() => postApplication(server.url, person), WITH_FILES)
    expect(counts).toEqual({ 201: 1, 409: WITH_FILES - 1 })
  })

  it('who accept one agreement: it is accepted once', async () => {
    const { id, link, name } = await addExecutive(server.deps)
    await drawForm(server, id)
    const counts = await crowd(() => postSigning(server.url, { id: link, signName: name }), WITH_FILES)
    expect(counts).toEqual({ 200: 1, 409: WITH_FILES - 1 })
  })

  it('who deliver one answer of the gateway: it has one effect', async () => {
    const person = await mandated(await verifiedVisitor(server.url), '0398')
    const { transactionId = '' } = person.fields
    const failed = { status: '0399', mandateRegNo: '' } as const
    await rewriteBooks(server, transactionId, failed)
    const message = await genuineAnswer(server, transactionId, failed)
    expect(await crowd(() => deliver(server, message))).toEqual({ 200: CROWD })
    const { mandate, told } = await mandateEvents(server.deps, transactionId)
    expect([mandate?.status, told.length]).toEqual(['failed', 1])
  })
})
