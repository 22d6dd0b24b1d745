import { describe, expect, it, vi } from 'vitest'
import { api } from '#contract/paths.ts'
import { engines } from '#tests/support/place.ts'
import {
  askToken,
  decide,
  type Decision,
  freshTransaction,
  mandated,
  registered,
  settle,
  verifiedVisitor,
} from '#tests/support/registration.ts'
import { sharedServer } from '#tests/support/shared.ts'
import { newVisitor, type TestVisitor } from '#tests/support/visitor.ts'

describe.each(engines)('a mandate’s status on %s', (engine) => {
  const server = sharedServer({ engine })

  const look = (visitor: TestVisitor, transactionId = '') => visitor.get(api.mandateStatus + transactionId)

  it.each<[Decision, string, string]>([
    ['0300', 'active', 'Success'],
    ['0398', 'initiated', 'Initiated'],
    ['0396', 'initiated', 'Initiated'],
    ['0399', 'failed', 'Failed'],
    ['0392', 'aborted', 'Failed'],
    ['none', 'opened', ''],
  ])('is what the bank says to the page that waits: %s is %s', async (decision, status, responseStatus) => {
    const applicant = await verifiedVisitor(server)
    const { transactionId } = applicant.fields
    const token = await askToken(applicant)
    const empty = { mandateRegNo: '', responseCode: '', responseMessage: '', responseStatus: '' }
    const waiting = await look(applicant.visitor, transactionId)
    expect([waiting.status, waiting.body['data']]).toEqual([
      200,
      { transactionId, status: 'opened', ...empty },
    ])
    await decide(server.url, token, decision)
    const { body } = await look(applicant.visitor, transactionId)
    const mandateRegNo = responseStatus === 'Success' ? expect.stringMatching(/^9\d{8}$/) : ''
    const responseCode = decision === 'none' ? '' : decision
    expect(body['data']).toMatchObject({ transactionId, status, responseStatus, mandateRegNo, responseCode })
  })

  it('is told of nobody else’s, whatever is asked for', async () => {
    const applicant = await mandated(await verifiedVisitor(server))
    const { transactionId } = applicant.fields
    const other = await verifiedVisitor(server)
    const refusals = [
      await look(other.visitor, transactionId),
      await look(newVisitor(server.url), transactionId),
    ]
    for (const path of [freshTransaction(), 'x', '..%2f', '%00', '१२३', 'x'.repeat(200)])
      refusals.push(await look(applicant.visitor, path))
    for (const { status, body } of refusals)
      expect([status, body]).toEqual([404, { message: expect.any(String), code: 'not_found' }])
    expect(new Set(refusals.map(({ body }) => body.message)).size).toBe(1)
  })

  it('is told to whoever opened the record, and follows the bank’s later decision', async () => {
    const { id, fields } = await registered(server)
    const { transactionId = '' } = fields
    const opener = newVisitor(server.url)
    expect((await look(opener, transactionId)).status).toBe(404)
    await opener.get(api.fieldExecutive + id)
    expect((await look(opener, transactionId)).body['data']).toMatchObject({ status: 'initiated' })
    await settle(server.url, transactionId, 'Success')
    expect((await look(opener, transactionId)).body['data']).toMatchObject({ status: 'active' })
  })

  it('is not known while the gateway is away, and is the same afterwards', async () => {
    const { visitor, fields } = await mandated(await verifiedVisitor(server))
    const away = vi.spyOn(server.deps.gateway, 'ask').mockResolvedValue({ ok: false, failure: 'timeout' })
    const { status, body } = await look(visitor, fields['transactionId'])
    away.mockRestore()
    expect([status, body.code]).toEqual([504, 'provider_timeout'])
    expect((await look(visitor, fields['transactionId'])).body['data']).toMatchObject({ status: 'initiated' })
  })
})
