import { describe, expect, it } from 'vitest'
import { debitPeriod } from '#contract/dates.ts'
import { mandateStatuses, registrationStatus } from '#contract/mandates.ts'
import type { MandateStatus } from '#contract/mandates.ts'
import {
  advance,
  alteredTerms,
  gatewayRefusal,
  GIVE_UP_MS,
  nextAskMs,
  orderFaults,
  responseStatus,
} from './rules.ts'

const DAY_MS = 24 * 60 * 60 * 1000

function ordersOf<Value>(values: readonly Value[]): Value[][] {
  if (values.length < 2) return [[...values]]
  return values.flatMap((value, at) => ordersOf(values.toSpliced(at, 1)).map((rest) => [value, ...rest]))
}

function endOf(events: readonly MandateStatus[]): MandateStatus {
  return events.reduce(advance, 'created')
}

describe('a mandate', () => {
  const sets: MandateStatus[][] = [
    ['opened', 'initiated', 'failed', 'active'],
    ['opened', 'initiated', 'aborted', 'failed'],
    ['initiated', 'initiated', 'expired', 'active'],
    ['aborted', 'opened', 'initiated', 'expired'],
  ]
  it.each(sets)('ends the same in all 24 orders of %s, %s, %s, %s', (...events) => {
    const orders = ordersOf(events)
    expect(orders).toHaveLength(24)
    expect(new Set(orders.map(endOf)).size).toBe(1)
  })

  it('goes forward only, and a success outlives whatever was heard before', () => {
    expect(endOf(['active', 'failed', 'aborted', 'expired', 'initiated', 'opened', 'created'])).toBe('active')
    expect(endOf(['failed', 'initiated', 'opened'])).toBe('failed')
    expect(endOf(['aborted', 'active'])).toBe('active')
    expect(endOf(['expired', 'active'])).toBe('active')
    expect(endOf(['initiated', 'opened', 'created'])).toBe('initiated')
  })

  it('is told in the record’s words, and a page that waits is told nothing before the bank said anything', () => {
    const words = mandateStatuses.map((status) => [
      status,
      registrationStatus(status),
      responseStatus(status),
    ])
    expect(words).toEqual([
      ['created', 'Initiated', ''],
      ['opened', 'Initiated', ''],
      ['initiated', 'Initiated', 'Initiated'],
      ['active', 'Success', 'Success'],
      ['failed', 'Failed', 'Failed'],
      ['aborted', 'Failed', 'Failed'],
      ['expired', 'Failed', 'Failed'],
    ])
  })
})

describe('terms the gateway tells', () => {
  const asked = {
    consumer_id: 'c0000000000000000000',
    account_name: "Namuna  D'Person",
    account_no: '123456789012',
    ifsc_code: 'HDFC0000001',
    max_amount: '5000',
    debit_start: '2026-11-20',
    debit_end: '2066-11-17',
  }
  const right = {
    accountName: 'NAMUNA DPERSON',
    accountNo: '123456789012',
    ifscCode: 'hdfc0000001',
    maxAmount: '5000.00',
    startDate: '2026-11-20',
    endDate: '2066-11-17',
    amountType: 'M',
    frequency: 'ADHO',
  }
  const answer = { transactionId: '1', state: 'active', code: '0300', message: '' } as const

  it('are right when they are the same however they are written, or when it tells none', () => {
    const told = { ...answer, amount: '1.00', consumerId: asked.consumer_id, registered: right }
    expect(alteredTerms(asked, told)).toEqual([])
    expect(alteredTerms(asked, answer)).toEqual([])
  })

  it.each([
    ['amount', { amount: '2' }],
    ['amount', { amount: 'x' }],
    ['consumerId', { consumerId: 'c0000000000000000001' }],
    ['accountName', { registered: { ...right, accountName: 'Another Person' } }],
    ['ambiguous', { ambiguous: true as const }],
    ['accountNo', { registered: { ...right, accountNo: '123456789013' } }],
    ['ifscCode', { registered: { ...right, ifscCode: 'HDFC0000002' } }],
    ['maxAmount', { registered: { ...right, maxAmount: '5001' } }],
    ['debitStartDate', { registered: { ...right, startDate: '2026-11-21' } }],
    ['debitEndDate', { registered: { ...right, endDate: '2066-11-18' } }],
    ['amountType', { registered: { ...right, amountType: 'F' } }],
    ['frequency', { registered: { ...right, frequency: 'MNTH' } }],
  ])('are altered when %s is another', (field, change) => {
    expect(alteredTerms(asked, { ...answer, ...change })).toEqual([field])
  })
})

describe('an order', () => {
  const now = Date.parse('2026-11-20T18:25:00Z')
  const orderAt = (time: number) => {
    const { start, end } = debitPeriod(time)
    return { maxAmount: '5000', debitStartDate: start, debitEndDate: end }
  }

  it('is of the server’s maximum and of today, give or take a midnight', () => {
    for (const time of [now, now - DAY_MS, now + DAY_MS]) {
      expect(orderFaults(orderAt(time), { maxAmount: 5000, now })).toEqual([])
    }
    expect(orderFaults({ ...orderAt(now), maxAmount: '5000.00' }, { maxAmount: 5000, now })).toEqual([])
  })

  it.each([
    [{ maxAmount: '5001' }, ['maxAmount']],
    [{ maxAmount: '4999.99' }, ['maxAmount']],
    [{ debitEndDate: '2066-11-18' }, ['debitStartDate', 'debitEndDate']],
    [{ debitStartDate: '2026-11-18' }, ['debitStartDate', 'debitEndDate']],
  ])('%j is refused under its field', (change, fields) => {
    const errors = orderFaults({ ...orderAt(now), ...change }, { maxAmount: 5000, now })
    expect(errors.map(({ field }) => field)).toEqual(fields)
  })
})

describe('asking the gateway again', () => {
  it('takes longer each time, and comes to some twenty times in a week', () => {
    const waits = Array.from({ length: 40 }, (_, asks) => nextAskMs(asks))
    expect(waits.slice(0, 4)).toEqual([60_000, 120_000, 240_000, 480_000])
    expect(waits.toSorted((one, other) => one - other)).toEqual(waits)
    let [asks, passed] = [0, 0]
    while (passed < GIVE_UP_MS) passed += waits[asks++] ?? Infinity
    expect(asks).toBeGreaterThan(15)
    expect(asks).toBeLessThan(30)
  })

  it('that fails is told by its kind', () => {
    const kinds = ['timeout', 'unreachable', 'rubbish', 'circuit_open'] as const
    const codes = kinds.map((failure) => gatewayRefusal(failure).code)
    expect(codes).toEqual(['provider_timeout', 'provider_failed', 'provider_failed', 'unavailable'])
  })
})
