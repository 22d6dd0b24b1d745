import { beforeEach, expect, test, vi } from 'vitest'
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
