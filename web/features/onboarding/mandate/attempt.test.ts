import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { api } from '#contract/paths.ts'
import { prepareAttempt, type Terms } from './attempt.ts'

const details = { accountName: 'Field Worker', accountNo: '100020003000', ifscCode: 'HDFC0000001' }
const terms: Terms = { details, maxAmount: '5000', fallback: 'Failed.' }
const recordId = 'e-1'

interface Answer {
  status: number
  code: string
  message: string
}
const unverified: Answer = { status: 403, code: 'unverified', message: 'Please verify first.' }
const unknown: Answer = { status: 404, code: 'not_found', message: 'No such record.' }

/** A server that refuses every token, and every record. */
function serverWith(record: Answer) {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url)
    const { status, ...body } = url === api.generateMandateToken ? unverified : record
    return Response.json(body, { status })
  })
  return asked
}

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined))
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('a refusal on the page of a record opens that record again, and says why it cannot be', async () => {
  const asked = serverWith(unknown)
  const prepared = await prepareAttempt({ ...terms, recordId })
  expect(prepared).toMatchObject({ ok: false, message: unknown.message, cause: { code: 'unverified' } })
  expect(asked).toEqual([api.generateMandateToken, api.fieldExecutive + recordId])
})

test('in the registration there is no record to open', async () => {
  const asked = serverWith(unknown)
  const prepared = await prepareAttempt(terms)
  expect(prepared).toMatchObject({ ok: false, message: unverified.message })
  expect(asked).toEqual([api.generateMandateToken])
})
