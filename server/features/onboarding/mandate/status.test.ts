import { afterAll, beforeAll, describe, expect, it } from 'vitest'
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
import { startServer, type TestServer } from '#tests/support/server.ts'
import { newVisitor, type TestVisitor } from '#tests/support/visitor.ts'

describe.each(engines)('how a mandate stands on %s', { timeout: 60_000 }, (engine) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer({ engine })
  })
  afterAll(() => server.stop())

  const look = (visitor: TestVisitor, transactionId = '') => visitor.get(api.mandateStatus + transactionId)

  it.each([
    ['0300', 'active', 'Success'],
    ['0398', 'initiated', 'Initiated'],
    ['0396', 'initiated', 'Initiated'],
    ['0399', 'failed', 'Failed'],
    ['0392', 'aborted', 'Failed'],
    ['none', 'opened', ''],
  ] as [Decision, string, string][])(
    'is told to the page that waits as the bank says it: %s is %s',
    async (decision, status, responseStatus) => {
      const applicant = await verifiedVisitor(server.url)
      const { transactionId } = applicant.fields
      const token = await askToken(applicant)
      const waiting = await look(applicant.visitor, transactionId)
      expect([waiting.status, waiting.body['data']]).toEqual([
        200,
        {
          transactionId,
          status: 'opened',
          ...{ mandateRegNo: '', responseCode: '', responseMessage: '', responseStatus: '' },
        },
      ])
      await decide(server.url, token, decision)
      const { body } = await look(applicant.visitor, transactionId)
      const mandateRegNo = responseStatus === 'Success' ? expect.stringMatching(/^9\d{8}$/) : ''
      expect(body['data']).toMatchObject({ transactionId, status, responseStatus, mandateRegNo })
      expect(body['data']).toMatchObject({ responseCode: decision === 'none' ? '' : decision })
    },
  )

  it('is told of nobody else’s, whatever is asked for', async () => {
    const applicant = await mandated(await verifiedVisitor(server.url))
    const { transactionId } = applicant.fields
    const other = await verifiedVisitor(server.url)
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

  it('is told to whoever opened the record, and says the bank’s later word', async () => {
    const { id, fields } = await registered(server.url)
    const opener = newVisitor(server.url)
    expect((await look(opener, fields['transactionId'])).status).toBe(404)
    await opener.get(api.fieldExecutive + id)
    expect((await look(opener, fields['transactionId'])).body['data']).toMatchObject({ status: 'initiated' })
    await settle(server.url, fields['transactionId'] ?? '', 'Success')
    expect((await look(opener, fields['transactionId'])).body['data']).toMatchObject({ status: 'active' })
  })

  it.each([
    ['timeout', 504],
    ['rubbish', 502],
    ['circuit_open', 503],
  ] as const)(
    'is not known while the gateway is away (%s), and is the same afterwards',
    async (failure, status) => {
      const applicant = await mandated(await verifiedVisitor(server.url))
      const { transactionId } = applicant.fields
      const { gateway } = server.deps
      const ask = gateway.ask.bind(gateway)
      gateway.ask = async () => ({ ok: false, failure })
      const away = await look(applicant.visitor, transactionId)
      gateway.ask = ask
      expect([away.status, away.body.code]).toEqual([status, expect.any(String)])
      expect((await look(applicant.visitor, transactionId)).body['data']).toMatchObject({
        status: 'initiated',
      })
    },
  )
})
