import { describe, expect, it, vi } from 'vitest'
import { bankForm, mandateErrors } from '#contract/messages/en/mandates.ts'
import { registrationErrors } from '#contract/messages/en/registrations.ts'
import { errorMessages } from '#contract/messages/en/common.ts'
import type { MandateStatus } from '#contract/schemas/mandates.ts'
import { api } from '#contract/paths.ts'
import { statusesOf, thenOf } from '#tests/support/repeat.ts'
import { enginesInTurn } from '#tests/support/rounds.ts'
import { knownOf } from '#tests/support/codes.ts'
import {
  type Applicant,
  askToken,
  decide,
  type Decision,
  freshTransaction,
  mandated,
  mandateEvents,
  mandateOf,
  recordIdOf,
  recordOf,
  register,
  registered,
  settle,
  verifiedVisitor,
} from '#tests/support/registration.ts'
import { startServer } from '#tests/support/server.ts'
import { sharedServer } from '#tests/support/shared.ts'
import { newVisitor, proveAadhaar, provePhone, type TestVisitor } from '#tests/support/visitor.ts'
import { bankName } from './bank-name-rules.ts'

const inProgress = { status: 409, body: { message: mandateErrors.inProgress, code: 'already_there' } }

describe.each(enginesInTurn)('generate-mandate-token on %s', (engine) => {
  const server = sharedServer({ engine })

  const rowOf = async (transactionId = '') => mandateOf(server.deps, { transactionId })
  const setStatus = (id = '', status: MandateStatus) =>
    server.deps.db.updateTable('mandates').set({ status }).where('transaction_id', '=', id).execute()
  const again = (applicant: Applicant) => askToken(applicant, { transactionId: freshTransaction() })
  const count = async () => (await server.deps.db.selectFrom('mandates').select('id').execute()).length

  it('returns the token and all the script needs, after the attempt is on disk', async () => {
    const applicant = await verifiedVisitor(server)
    const { status, body } = await askToken(applicant)
    const { fields } = applicant
    expect([status, body['token']]).toEqual([200, expect.stringMatching(/^[0-9a-f]{128}$/)])
    expect(body['checkout']).toMatchObject({
      script: expect.stringContaining('server/lib/checkout.js'),
      config: {
        features: { enableSI: true, enableNewWindowFlow: true },
        consumerData: {
          token: body['token'],
          txnId: fields['transactionId'],
          consumerId: fields['consumerId'],
          accountNo: fields['accountNo'],
          maxAmount: '5000',
          debitStartDate: fields['debitStartDate']?.split('-').reverse().join('-'),
          returnUrl: server.deps.config.publicUrl + api.gatewayReturn,
        },
      },
    })
    const { transactionId, accountNo } = fields
    const { mandate, events } = await mandateEvents(server.deps, transactionId)
    expect(mandate).toMatchObject({ status: 'created', executiveId: null, accountNo })
    expect(events).toEqual([{ source: 'visitor', status: 'created' }])
    // A page that is loaded again does not get the typed account back.
    const account = { accountName: '', accountNo: '', ifscCode: '' }
    const known = { step: 2, mandate: { transactionId, status: 'created', ...account } }
    expect(await knownOf(applicant.visitor)).toMatchObject(known)
  })

  it('asks the gateway only about the newest five attempts of the hour, three at a time', async () => {
    const applicant = await verifiedVisitor(server)
    for (let attempt = 0; attempt < 7; attempt += 1) expect((await again(applicant)).status).toBe(200)
    const { gateway } = server.deps
    const ask = gateway.ask.bind(gateway)
    let [asking, most] = [0, 0]
    const asked = vi.spyOn(gateway, 'ask').mockImplementation(async (order) => {
      asking += 1
      most = Math.max(most, asking)
      const answer = await ask(order)
      asking -= 1
      return answer
    })
    expect((await again(applicant)).status).toBe(200)
    const times = asked.mock.calls.length
    asked.mockRestore()
    expect([times, most]).toEqual([5, 3])
  })

  it('allows one person twenty tokens an hour', async () => {
    await using limited = await startServer({ engine, settings: { RATE_LIMIT_SCALE: '1' } })
    const applicant = await verifiedVisitor(limited)
    const statuses = await statusesOf(21, () => again(applicant))
    expect(statuses).toEqual(thenOf(20, 200, 1, 429))
  })

  it('keeps what was typed for a browser without storage, and masks the account of a live mandate', async () => {
    const applicant = await verifiedVisitor(server)
    await askToken(applicant, { typed: { email: 'worker@example.in' } })
    expect(await knownOf(applicant.visitor)).toMatchObject({ typed: { email: 'worker@example.in' } })
    await setStatus(applicant.fields['transactionId'], 'initiated')
    const masked = `XXXXXXXX${applicant.fields['accountNo']?.slice(-4)}`
    expect(await knownOf(applicant.visitor)).toMatchObject({ mandate: { accountNo: masked } })
  })

  it('refuses visitors who have not proven both numbers, and whoever opened a record whose mandate did not fail', async () => {
    const applicant = await verifiedVisitor(server)
    const { id } = await registered(server)
    const before = await count()
    const proofs = [
      async () => undefined,
      (visitor: TestVisitor) => proveAadhaar(visitor, applicant.aadhaar),
      (visitor: TestVisitor) => provePhone(visitor, '9000000002'),
      (visitor: TestVisitor) => visitor.get(api.fieldExecutive + id),
    ]
    const unverified = { status: 403, body: { message: errorMessages.unverified, code: 'unverified' } }
    for (const prove of proofs) {
      const visitor = newVisitor(server.url)
      await prove(visitor)
      expect(await askToken({ ...applicant, visitor })).toMatchObject(unverified)
    }
    expect(await count()).toBe(before)
  })

  it.each([
    ['maxAmount', '5001', ['maxAmount'], mandateErrors.otherAmount],
    ['debitStartDate', '2020-01-01', ['debitStartDate', 'debitEndDate'], mandateErrors.otherPeriod],
    ['accountNo', 'XXXXXXXX1234', ['accountNo'], bankForm.accountNo.invalid],
  ])('refuses %s «%s» under its field, and stores nothing', async (field, value, fields, message) => {
    const applicant = await verifiedVisitor(server)
    const before = await count()
    const { status, body } = await askToken(applicant, { [field]: value })
    expect([status, body.errors]).toEqual([422, fields.map((one) => ({ field: one, message }))])
    expect(await count()).toBe(before)
    expect((await askToken(applicant)).status).toBe(200)
  })

  it('refuses a transaction that was used before, by anybody', async () => {
    const applicant = await verifiedVisitor(server)
    const other = await verifiedVisitor(server)
    const { transactionId } = applicant.fields
    expect((await askToken(applicant)).status).toBe(200)
    const used = { status: 409, body: { message: mandateErrors.usedTransaction } }
    expect(await askToken(applicant)).toMatchObject(used)
    expect(await askToken(other, { transactionId })).toMatchObject(used)
  })

  it('serves one of many windows that ask for one person at the same moment, and the others after it', async () => {
    const first = await verifiedVisitor(server)
    const { aadhaar, fields } = first
    const second = await verifiedVisitor(server, { aadhaar, phone: fields['phone'] ?? '' })
    expect((await askToken(first)).status).toBe(200)
    const before = await count()
    // Windows of one browser share a session, and those of two browsers do not.
    const windows = [first, second, first, second, first, second]
    const released = holdAsks(windows.length)
    const answers = await Promise.all(windows.map(again))
    released.mockRestore()
    const told = answers.map(({ status, body }) => (status === 200 ? '200' : `${status} ${body.message}`))
    expect(told.sort()).toEqual(['200', ...Array(5).fill(`409 ${mandateErrors.otherWindow}`)])
    expect(await count()).toBe(before + 1)
    expect((await again(second)).status).toBe(200)
  })

  /** Holds the gateway's answers back until so many were requested, so that all callers have seen the same attempts. */
  function holdAsks(asks: number) {
    const { gateway } = server.deps
    const ask = gateway.ask.bind(gateway)
    const { promise: all, resolve } = Promise.withResolvers<void>()
    const spy = vi.spyOn(gateway, 'ask').mockImplementation(async (order) => {
      if (spy.mock.calls.length === asks) resolve()
      await all
      return ask(order)
    })
    return spy
  }

  it('allows another attempt until the bank has accepted one', async () => {
    const applicant = await verifiedVisitor(server)
    for (const decision of ['none', '0399', '0392'] as const) {
      const transactionId = freshTransaction()
      const token = await askToken(applicant, { transactionId })
      expect(token.status).toBe(200)
      await decide(server.url, token, decision)
    }
    // The bank accepts the mandate, and the browser never learns of it.
    await mandated(applicant, '0398')
    const before = await count()
    expect(await again(applicant)).toMatchObject(inProgress)
    expect(await count()).toBe(before)
    const mandate = { transactionId: applicant.fields['transactionId'], status: 'initiated' }
    expect(await knownOf(applicant.visitor)).toMatchObject({ mandate })
    expect((await register(applicant)).status).toBe(201)
    const registeredAlready = { status: 409, body: { message: registrationErrors.registered } }
    expect(await again(applicant)).toMatchObject(registeredAlready)
  })

  it.each(['aborted', 'expired'] as const)(
    'allows no other attempt when one that was %s is live',
    async (status) => {
      const applicant = await mandated(await verifiedVisitor(server), '0300')
      const { transactionId } = applicant.fields
      await setStatus(transactionId, status)
      expect(await again(applicant)).toMatchObject(inProgress)
      expect((await rowOf(transactionId))?.status).toBe('active')
    },
  )

  it('lets a person whose session ended continue with their mandate', async () => {
    const { aadhaar, fields } = await mandated(await verifiedVisitor(server), '0300')
    const { phone = '', transactionId } = fields
    const later = await verifiedVisitor(server, { aadhaar, phone })
    expect(await askToken(later)).toMatchObject(inProgress)
    const { status: _, ...order } = (await knownOf(later.visitor)).mandate ?? expect.unreachable()
    const answer = await register(later, order)
    const executiveId = await recordIdOf(server.deps, recordOf(answer))
    expect([answer.status, (await rowOf(transactionId))?.executiveId]).toEqual([201, executiveId])
  })

  it('refuses another payment until an unavailable gateway answers again', async () => {
    const applicant = await verifiedVisitor(server)
    expect((await askToken(applicant)).status).toBe(200)
    const before = await count()
    const away = vi.spyOn(server.deps.gateway, 'ask').mockResolvedValue({ ok: false, failure: 'timeout' })
    const refused = await again(applicant)
    away.mockRestore()
    expect([refused.status, await count()]).toEqual([504, before])
    expect((await again(applicant)).status).toBe(200)
  })

  const look = (visitor: TestVisitor, transactionId = '') => visitor.get(api.mandateStatus + transactionId)

  it.each<[Decision, string, string]>([
    ['0300', 'active', 'Success'],
    ['0396', 'initiated', 'Initiated'],
    ['0392', 'aborted', 'Failed'],
    ['none', 'opened', ''],
  ])(
    'answers the waiting page with the bank’s decision: %s is %s',
    async (decision, status, responseStatus) => {
      const applicant = await verifiedVisitor(server)
      const { transactionId } = applicant.fields
      const token = await askToken(applicant)
      const waiting = { transactionId, status: 'opened', responseStatus: '', responseCode: '' }
      expect((await look(applicant.visitor, transactionId)).body['data']).toMatchObject(waiting)
      await decide(server.url, token, decision)
      const { body } = await look(applicant.visitor, transactionId)
      const mandateRegNo = responseStatus === 'Success' ? expect.stringMatching(/^9\d{8}$/) : ''
      const responseCode = decision === 'none' ? '' : decision
      expect(body['data']).toMatchObject({
        transactionId,
        status,
        responseStatus,
        mandateRegNo,
        responseCode,
      })
    },
  )

  it('does not reveal another person’s mandate, whatever is asked for', async () => {
    const applicant = await mandated(await verifiedVisitor(server))
    const { transactionId } = applicant.fields
    const other = await verifiedVisitor(server)
    const strangers = [other.visitor, newVisitor(server.url)]
    const refusals = await Promise.all(strangers.map((one) => look(one, transactionId)))
    for (const path of [freshTransaction(), '..%2f', '%00', 'x'.repeat(200)])
      refusals.push(await look(applicant.visitor, path))
    for (const { status, body } of refusals)
      expect([status, body]).toEqual([404, { message: expect.any(String), code: 'not_found' }])
    expect(new Set(refusals.map(({ body }) => body.message)).size).toBe(1)
  })

  it('tells whoever opened the record the status of its mandate, and follows the bank’s later decision', async () => {
    const { id, fields } = await registered(server)
    const { transactionId = '' } = fields
    const opener = newVisitor(server.url)
    expect((await look(opener, transactionId)).status).toBe(404)
    await opener.get(api.fieldExecutive + id)
    expect((await look(opener, transactionId)).body['data']).toMatchObject({ status: 'initiated' })
    await settle(server.url, transactionId, 'Success')
    expect((await look(opener, transactionId)).body['data']).toMatchObject({ status: 'active' })
  })
})

describe('what the pages read besides', () => {
  const server = sharedServer({ settings: { MANDATE_MAX_AMOUNT: '7500' } })

  it('include the maximum of the setting, in any letter case of the path', async () => {
    const visitor = newVisitor(server.url)
    for (const path of [api.maxAmount, '/api/v1/fieldExecutive/getmaxamount']) {
      const { status, body } = await visitor.get(path)
      expect([status, body['data']]).toEqual([200, { amount: 7500 }])
    }
    const applicant = await verifiedVisitor(server)
    expect((await askToken(applicant)).status).toBe(422)
    expect((await askToken(applicant, { maxAmount: 7500 })).status).toBe(200)
  })

  it('include the name of a bank, or a sentence', async () => {
    const visitor = newVisitor(server.url)
    const known = await visitor.get(`${api.bankName}HDFC0000001`)
    expect([known.status, known.body['data']]).toEqual([200, { bank: 'HDFC Bank' }])
    expect((await visitor.get(`${api.bankName}ZZZZ0000000`)).status).toBe(404)
    expect(visitor.cookie()).toBe('')
  })
})

it('the bank of an IFSC code is the smaller one if a bank lends it a branch or a prefix', () => {
  const names = ['YESB0000001', 'ZZZZ0000000', '__proto__00'].map(bankName)
  expect(names).toEqual(['Yes Bank', undefined, undefined])
  expect(bankName('APBL0001001')).not.toBe(bankName('APBL0000999'))
  expect(bankName('YESB0ACB001')).not.toBe(bankName('YESB0000001'))
})
