import { beforeEach, expect, test, vi } from 'vitest'
import { api } from '#contract/paths.ts'
import { keepOpenAttempt, type Order, prepareAttempt, readOpenAttempt, type Terms } from './attempts.ts'

const details = { accountName: 'Field Worker', accountNo: '100020003000', ifscCode: 'HDFC0000001' }
const terms: Terms = { details, maxAmount: '5000', fallback: 'Failed.' }
const recordId = 'e-1'

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined))

test.each([
  ['opens that of its page again, and says why it cannot be', recordId, 'No such record.'],
  ['has none to open in the registration', undefined, 'Please verify first.'],
])('a refusal because a record is not verified %s', async (_, id, message) => {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url)
    return url === api.generateMandateToken
      ? Response.json({ code: 'unverified', message: 'Please verify first.' }, { status: 403 })
      : Response.json({ code: 'not_found', message: 'No such record.' }, { status: 404 })
  })
  const prepared = await prepareAttempt(id === undefined ? terms : { ...terms, recordId: id })
  expect(prepared).toMatchObject({ ok: false, message, cause: { code: 'unverified' } })
  expect(asked).toEqual([api.generateMandateToken, ...(id === undefined ? [] : [api.fieldExecutive + id])])
})

test.each([
  ['/register', '/gu/register', true],
  ['/hi/register', '/register', true],
  ['/gu/mandate-failure/e-1', '/hi/mandate-failure/e-1', true],
  ['/gu/register', '/gu/mandate-failure/e-1', false],
])('an attempt begun at %s is found again at %s: %s', (begun, page, isFound) => {
  const held = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => held.get(key) ?? null,
    setItem: (key: string, value: string) => held.set(key, value),
  })
  const days = { debitStartDate: '2026-11-22', debitEndDate: '2066-11-21' }
  const order: Order = { ...details, ...days, maxAmount: '5000', consumerId: 'c', transactionId: '1' }
  vi.stubGlobal('location', { pathname: begun })
  keepOpenAttempt(order)
  vi.stubGlobal('location', { pathname: page })
  expect(readOpenAttempt()).toEqual(isFound ? { ...order, accountNo: 'XXXXXXXX3000' } : undefined)
})
