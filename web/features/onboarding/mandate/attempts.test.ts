import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { api } from '#contract/paths.ts'
import {
  createReadyAttempt,
  keepOpenAttempt,
  type Order,
  prepareAttempt,
  type Prepared,
  readOpenAttempt,
  type Terms,
} from './attempts.ts'

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

/** Tokens that come when the test lets them, numbered. */
function tokens() {
  const waiting: ((prepared: Prepared) => void)[] = []
  let now = 0
  const ready = createReadyAttempt(
    () => new Promise<Prepared>((resolve) => waiting.push(resolve)),
    () => now,
  )
  const blank = { ...details, consumerId: 'c', maxAmount: '', debitStartDate: '', debitEndDate: '' }
  const attempt = (transactionId: string) => ({
    order: { ...blank, transactionId },
    checkout: { library: '', script: '', config: {} },
  })
  return {
    ready,
    asked: () => waiting.length,
    comes: (number: number) => waiting[number]?.({ ok: true, attempt: attempt(String(number)) }),
    fails: (number: number) =>
      waiting[number]?.({ ok: false, message: 'No.', errors: [], cause: { reason: 'timeout' } }),
    later: (milliseconds: number) => (now += milliseconds),
  }
}

test('a token is asked for once for the same terms, and is there for one use', async () => {
  const { ready, asked, comes } = tokens()
  const both = [ready.get(terms), ready.get({ ...terms, details: { ...details } })]
  expect(ready.take(terms)).toBeUndefined()
  comes(0)
  await Promise.all(both)
  expect(asked()).toBe(1)
  expect(ready.has(terms)).toBe(true)
  expect(ready.take(terms)?.order.transactionId).toBe('0')
  expect(ready.take(terms)).toBeUndefined()
})

test('other details, another maximum or another record need another token', async () => {
  const { ready, asked, comes } = tokens()
  const first = ready.get(terms)
  comes(0)
  await first
  for (const other of [
    { ...terms, details: { ...details, accountNo: '100020003001' } },
    { ...terms, maxAmount: '6000' },
    { ...terms, recordId: 'x' },
  ]) {
    expect(ready.take(other)).toBeUndefined()
    void ready.get(other)
  }
  expect(asked()).toBe(4)
})

test('a token that comes after the details were changed is not taken for them', async () => {
  const { ready, comes } = tokens()
  const other = { ...terms, maxAmount: '6000' }
  const early = ready.get(terms)
  void ready.get(other)
  comes(0)
  await early
  expect(ready.take(other)).toBeUndefined()
  expect(ready.take(terms)).toBeUndefined()
})

test('a failure is reported once, and the next request is a new one', async () => {
  const { ready, asked, comes, fails } = tokens()
  const failed = ready.get(terms)
  fails(0)
  expect(await failed).toMatchObject({ ok: false, message: 'No.' })
  const again = ready.get(terms)
  expect(asked()).toBe(2)
  comes(1)
  expect(await again).toMatchObject({ ok: true })
})

test('a token that has waited for ten minutes is not used', async () => {
  const { ready, comes, later } = tokens()
  const coming = ready.get(terms)
  comes(0)
  await coming
  later(10 * 60_000)
  expect(ready.take(terms)).toBeUndefined()
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
