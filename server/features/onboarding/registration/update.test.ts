import { beforeEach, describe, expect, it, vi } from 'vitest'
import { gatewayMessages, mandateErrors, mandateMessages } from '#contract/messages/en/mandates.ts'
import { errorMessages } from '#contract/messages/en/common.ts'
import { linkAnswers } from '#contract/messages/en/links.ts'
import { newConsumerId } from '#contract/schemas/mandates.ts'
import { api } from '#contract/paths.ts'
import { deliver, genuineAnswer, rewriteBooks, sendStatusChange } from '#tests/support/gateway-store.ts'
import { engines } from '#tests/support/place.ts'
import {
  type Applicant,
  askToken,
  decide,
  freshTransaction,
  mandated,
  registered,
  updateBody,
  verifiedVisitor,
  mandateOf,
} from '#tests/support/registration.ts'
import { sharedServer } from '#tests/support/shared.ts'
import { newVisitor } from '#tests/support/visitor.ts'

const notFailed = [409, { message: mandateMessages.notFailed, code: 'already_there' }]

describe.each(engines)('updateMandate on %s', (engine) => {
  const server = sharedServer({ engine })
  /** Somebody whose mandate failed, in a browser of no past in which their link was opened. */
  let person: Applicant & { id: string }
  beforeEach(async () => {
    person = await openFailed()
  })

  async function openFailed(): Promise<Applicant & { id: string }> {
    const { id, fields, aadhaar } = await registered(server)
    await sendStatusChange(server, fields['transactionId'] ?? '', { status: '0399' })
    const visitor = newVisitor(server.url)
    await visitor.get(api.fieldExecutive + id)
    const fresh = {
      transactionId: freshTransaction(),
      consumerId: newConsumerId(),
      accountNo: '555566667777',
    }
    return { id, visitor, aadhaar, fields: { ...fields, ...fresh } }
  }

  const update = (applicant: Applicant & { id: string }, change: object = {}) =>
    newVisitor(server.url).post(api.updateMandate, updateBody(applicant, applicant.id, change))

  const recordOf = async (id: string) =>
    (await newVisitor(server.url).get(api.fieldExecutive + id)).body['data'] as {
      mandate_id: { _id: string; mandateDetails: { registrationStatus: string } }
    }

  it('of two attempts that both succeed keeps one live, whichever jobs run at once', async () => {
    const other = { ...person, fields: { ...person.fields, transactionId: freshTransaction() } }
    const tokens = [await askToken(person), await askToken(other)]
    for (const token of tokens) expect((await decide(server.url, token, '0300')).status).toBe(200)
    const ids = [person, other].map(({ fields }) => fields['transactionId'] ?? '')
    for (const id of ids) {
      await deliver(server, await genuineAnswer(server, id))
    }
    await Promise.all([server.workOff(), server.deps.worker.round()])
    await server.workOff()
    const both = await Promise.all(ids.map((id) => mandateOf(server.deps, { transactionId: id })))
    const live = both.filter((mandate) => mandate?.endedAt === null)
    expect(live.map((mandate) => mandate?.id)).toEqual([(await recordOf(person.id)).mandate_id._id])
  })

  it.each([
    ['0398', 'Initiated'],
    ['0300', 'Success'],
  ] as const)(
    'puts a mandate that the bank took up (%s) in the place of one that failed',
    async (decision, status) => {
      const before = await recordOf(person.id)
      await mandated(person, decision)
      const { status: code, body } = await update(person, { accountNo: 'XXXXXXXX7777' })
      expect([code, body]).toEqual([200, { message: mandateMessages.updated }])
      const after = await recordOf(person.id)
      expect(after.mandate_id).toMatchObject({
        bankDetails: { accountNumber: 'XXXXXXXX7777' },
        mandateDetails: { registrationStatus: status },
      })
      expect(after.mandate_id._id).not.toBe(before.mandate_id._id)
      expect([(await update(person)).status, (await askToken(person)).status]).toEqual([409, 403])
    },
  )

  it('makes one of five at once', async () => {
    await mandated(person)
    const answers = await Promise.all(Array.from({ length: 5 }, () => update(person)))
    const statuses = answers.map(({ status }) => status).sort()
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.every((status) => [200, 409, 422].includes(status))).toBe(true)
  })

  it('refuses a record whose mandate did not fail, and one that is not there', async () => {
    const fine = await registered(server)
    const { status, body } = await update(fine)
    expect([status, body]).toEqual(notFailed)
    for (const id of ['x', 'x'.repeat(32), '\u0000', 'é'.repeat(40)]) {
      const nobody = await update({ ...fine, id })
      expect([nobody.status, nobody.body]).toEqual([404, { message: linkAnswers.unknown, code: 'not_found' }])
    }
  })

  const failed = { message: gatewayMessages.failed, code: 'invalid' }
  const unknown = { message: gatewayMessages.invalid, code: 'invalid' }

  it.each([
    ['0399', failed],
    ['0392', failed],
    ['none', unknown],
  ] as const)(
    'refuses a try to which the bank said %s, and another try is possible',
    async (decision, refusal) => {
      await mandated(person, decision)
      const before = await recordOf(person.id)
      const { status, body } = await update(person, { responseCode: '0300', responseStatus: 'Success' })
      expect([status, body]).toEqual([422, refusal])
      expect((await recordOf(person.id)).mandate_id).toEqual(before.mandate_id)
      person.fields['transactionId'] = freshTransaction()
      await mandated(person)
      expect((await update(person)).status).toBe(200)
    },
  )

  it('refuses what is another’s: a transaction of another record, of a registration, or of nobody', async () => {
    const other = await mandated(await openFailed())
    const registering = await mandated(await verifiedVisitor(server))
    for (const { fields } of [other, registering]) {
      const { status, body } = await update({ ...person, fields })
      expect([status, body]).toEqual([422, unknown])
    }
    expect((await update(person)).body).toEqual(unknown)
  })

  it('refuses other terms than the bank was asked for, and other terms in the gateway’s books', async () => {
    await mandated(person, '0300')
    const { status, body } = await update(person, { ifscCode: 'SBIN0000001' })
    expect([status, body.errors]).toEqual([422, [{ field: 'ifscCode', message: mandateErrors.otherTerms }]])
    await rewriteBooks(server, person.fields['transactionId'] ?? '', { accountNo: '999999999999' })
    expect((await update(person)).body).toEqual(failed)
  })

  it('is for nobody else’s session to begin, and pays nobody twice', async () => {
    expect((await askToken({ ...person, visitor: newVisitor(server.url) })).status).toBe(403)
    // The bank takes it up, and the page is closed before it hears of it.
    await mandated(person, '0300')
    const { status, body } = await askToken(person, { transactionId: freshTransaction() })
    expect([status, body]).toEqual(notFailed)
    expect((await recordOf(person.id)).mandate_id.mandateDetails.registrationStatus).toBe('Success')
  })

  it('begins nothing more where the mandate that failed was set up after all, which nobody told us', async () => {
    const { _id: id } = (await recordOf(person.id)).mandate_id
    const failed = await mandateOf(server.deps, { id })
    await rewriteBooks(server, failed?.transactionId ?? '', { status: '0300', umrn: 'HDFC7000000000000001' })
    const asked = vi
      .spyOn(server.deps.gateway, 'ask')
      .mockResolvedValueOnce({ ok: false, failure: 'timeout' })
    const away = await askToken(person)
    asked.mockRestore()
    expect(away.status).toBe(504)
    const { status, body } = await askToken(person)
    expect([status, body]).toEqual(notFailed)
    const after = await recordOf(person.id)
    expect(after.mandate_id).toMatchObject({ _id: id, mandateDetails: { registrationStatus: 'Success' } })
  })

  it('begins nothing more where it was set up on other terms: that is live too, and for people to look at', async () => {
    const { _id: id } = (await recordOf(person.id)).mandate_id
    const failed = await mandateOf(server.deps, { id })
    const other = { status: '0300', umrn: 'HDFC7000000000000001', accountNo: '999999999999' } as const
    await rewriteBooks(server, failed?.transactionId ?? '', other)
    const { status, body } = await askToken(person)
    expect([status, body.message]).toEqual([409, mandateErrors.lookedInto])
  })

  it('is refused as failed where the bank refuses between its answer and the update', async () => {
    await mandated(person, '0398')
    const { transactionId = '' } = person.fields
    const { db } = server.deps
    const begin = db.transaction.bind(db)
    // The first transaction records the gateway's answer, the second is the update.
    const spy = vi.spyOn(db, 'transaction').mockImplementationOnce(begin)
    spy.mockImplementationOnce(() => {
      const fail = db.updateTable('mandates').set({ status: 'failed' })
      const execute = async (work: Parameters<ReturnType<typeof begin>['execute']>[0]) => {
        await fail.where('transaction_id', '=', transactionId).execute()
        return begin().execute(work)
      }
      return { execute } as ReturnType<typeof begin>
    })
    const answer = await update(person)
    spy.mockRestore()
    expect([answer.status, answer.body]).toEqual([422, failed])
    expect((await recordOf(person.id)).mandate_id.mandateDetails.registrationStatus).toBe('Failed')
  })

  it('waits for a gateway that is away', async () => {
    await mandated(person)
    const asked = vi
      .spyOn(server.deps.gateway, 'ask')
      .mockResolvedValueOnce({ ok: false, failure: 'timeout' })
    const away = await update(person)
    asked.mockRestore()
    expect([away.status, away.body.message]).toEqual([504, errorMessages.providerTimeout])
    expect((await update(person)).status).toBe(200)
  })
})
