import { describe, expect, it } from 'vitest'
import { debitPeriod } from '#contract/dates.ts'
import { type MandateStatus, mandateStatuses, registrationStatus } from '#contract/schemas/mandates.ts'
import { alteredTerms, GIVE_UP_MS, nextPollMs, orderFaults } from './rules.ts'
import { gatewayRefusal } from './service.ts'
import { isDecided, REPEAT_MS, responseStatus, type StatusChange, transition } from './state-rules.ts'

const DAY_MS = 24 * 60 * 60 * 1000

function ordersOf<Value>(values: readonly Value[]): Value[][] {
  if (values.length < 2) return [[...values]]
  return values.flatMap((value, at) => ordersOf(values.toSpliced(at, 1)).map((rest) => [value, ...rest]))
}

type Event = [status: MandateStatus, source: StatusChange['source']]

function endOf(...events: Event[]): MandateStatus {
  return events.reduce<MandateStatus>(
    (is, [status, source]) => transition(is, { status, source }).to,
    'created',
  )
}

const sources: StatusChange['source'][] = ['visitor', 'callback', 'return', 'asked', 'clock']

/** The words of the grid: the status afterwards, and the effects. */
const words = {
  '.': () => ['stays'],
  moves: (to: MandateStatus) => [to],
  asks: () => ['stays', 'askGateway'],
  fails: (to: MandateStatus) => [to, 'keepOne', 'notifyPerson', 'webhooks', 'audit'],
  expires: (to: MandateStatus) => [to, 'keepOne', 'notifyPerson', 'webhooks', 'audit', 'notifyStaff'],
  succeeds: (to: MandateStatus) => [to, 'keepOne', 'webhooks', 'audit'],
}

/** The effect of an event on a mandate that is created, opened, initiated, active, failed, aborted, expired. */
const grid: Record<string, string> = {
  'opened by visitor': 'moves . . . . . .',
  'initiated by callback': 'moves moves . . asks asks asks',
  'initiated by return': 'moves moves . . asks asks asks',
  'initiated by asked': 'moves moves . . moves moves .',
  'active by callback': 'succeeds succeeds succeeds . succeeds succeeds succeeds',
  'active by return': 'succeeds succeeds succeeds . succeeds succeeds succeeds',
  'active by asked': 'succeeds succeeds succeeds . succeeds succeeds succeeds',
  'failed by callback': 'fails fails asks . . fails fails',
  'failed by return': 'fails fails asks . . fails fails',
  'failed by asked': 'fails fails fails . . fails fails',
  'aborted by callback': 'fails fails asks . . . fails',
  'aborted by return': 'fails fails asks . . . fails',
  'aborted by asked': 'fails fails fails . fails . fails',
  'expired by clock': 'fails fails expires . . . .',
}

describe('a mandate', () => {
  const delivered = (status: MandateStatus): Event => [status, 'callback']
  const asked = (status: MandateStatus): Event => [status, 'asked']
  const sets: MandateStatus[][] = [
    ['initiated', 'failed', 'active', 'aborted'],
    ['initiated', 'aborted', 'failed', 'failed'],
  ]
  it.each(sets)('ends with the gateway’s own answer, whatever was delivered: %s, %s, %s, %s', (...set) => {
    for (const order of ordersOf(set)) {
      for (const last of ['initiated', 'failed', 'aborted', 'active'] as const) {
        const end = set.includes('active') ? 'active' : last
        expect(endOf(...order.map(delivered), asked(last))).toBe(end)
        // Repeated deliveries afterwards change nothing, except for a success.
        const again = endOf(...order.map(delivered), asked(last), ...order.map(delivered))
        expect(registrationStatus(again)).toBe(registrationStatus(end))
      }
    }
  })

  it.each<[end: MandateStatus, events: Event[]]>([
    ['active', [delivered('failed'), delivered('active')]],
    ['active', [asked('failed'), asked('active'), asked('failed'), delivered('aborted'), asked('initiated')]],
    ['active', [['expired', 'clock'], delivered('active')]],
    ['initiated', [asked('failed'), asked('initiated')]],
    ['initiated', [asked('aborted'), asked('initiated'), ['opened', 'visitor'], ['created', 'visitor']]],
    ['failed', [asked('initiated'), asked('failed')]],
    ['failed', [asked('failed'), ['expired', 'clock']]],
    ['expired', [asked('initiated'), ['expired', 'clock'], asked('initiated')]],
  ])('ends as %s after %j', (end, events) => {
    expect(endOf(...events)).toBe(end)
  })

  it.each(sources.flatMap((source) => mandateStatuses.map((status): Event => [status, source])))(
    'changes as the grid says on %s by %s',
    (status, source) => {
      const does = mandateStatuses.map((current) => {
        const { to, effects } = transition(current, { status, source })
        return [to === current ? 'stays' : to, ...effects]
      })
      const cells = (grid[`${status} by ${source}`] ?? '. . . . . . .').split(' ') as (keyof typeof words)[]
      expect(does).toEqual(cells.map((cell) => words[cell](status)))
    },
  )

  it('that failed is polled as long as the person may repeat it in the gateway’s panel', () => {
    const createdAt = 1_000_000
    const decided = (status: MandateStatus, after: number) =>
      isDecided({ status, createdAt }, createdAt + after)
    expect([decided('failed', REPEAT_MS - 1), decided('failed', REPEAT_MS)]).toEqual([false, true])
    expect([decided('active', 0), decided('aborted', DAY_MS)]).toEqual([true, false])
    expect(REPEAT_MS).toBeGreaterThanOrEqual(30 * 60_000)
  })

  it('has the status words of the record, and none for a waiting page before the bank has answered', () => {
    const words = mandateStatuses.map((one) => [one, registrationStatus(one), responseStatus(one)])
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

describe('terms that the gateway reports', () => {
  const requested = {
    consumerId: 'c0000000000000000000',
    accountName: "Namuna  D'Person",
    accountNo: '123456789012',
    ifscCode: 'HDFC0000001',
    maxAmount: '5000',
    debitStart: '2026-11-20',
    debitEnd: '2066-11-17',
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

  it('are right if they are the same in any notation, or if it reports none', () => {
    const reported = { ...answer, amount: '1.00', consumerId: requested.consumerId, registered: right }
    expect(alteredTerms(requested, reported)).toEqual([])
    expect(alteredTerms(requested, answer)).toEqual([])
  })

  const masked = ['XXXXXXXX9012', 'XX9012', '0000XXXXXXXX9012', '12******9012']
  const sames = ['000123456789012', '1234 5678-9012', ...masked]
  const others = ['123456789012000', '9012', 'XXXXXXXX9013', '13******9012', '1123456789012', 'A23456789012']
  it.each([...sames, ...others])('compare the account 123456789012 or another one as %s', (accountNo) => {
    const reported = { ...answer, registered: { accountNo } }
    expect(alteredTerms(requested, reported)).toEqual(sames.includes(accountNo) ? [] : ['accountNo'])
  })

  it('may omit the leading zeros of an account', () => {
    const reported = { ...answer, registered: { accountNo: '11112222' } }
    expect(alteredTerms({ ...requested, accountNo: '000011112222' }, reported)).toEqual([])
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
  ])('are altered if %s differs', (field, change) => {
    expect(alteredTerms(requested, { ...answer, ...change })).toEqual([field])
  })
})

describe('an order', () => {
  const now = Date.parse('2026-11-20T18:25:00Z')
  const orderAt = (time: number) => {
    const { start, end } = debitPeriod(time)
    return { maxAmount: '5000', debitStartDate: start, debitEndDate: end }
  }

  it('has the server’s maximum and today’s date, or a day more or less around midnight', () => {
    for (const time of [now, now - DAY_MS, now + DAY_MS])
      expect(orderFaults(orderAt(time), { maxAmount: 5000, now })).toEqual([])
    expect(orderFaults({ ...orderAt(now), maxAmount: '5000.00' }, { maxAmount: 5000, now })).toEqual([])
  })

  it.each([
    [{ maxAmount: '5001' }, ['maxAmount']],
    [{ debitEndDate: '2066-11-18' }, ['debitStartDate', 'debitEndDate']],
    [{ debitStartDate: '2026-11-18' }, ['debitStartDate', 'debitEndDate']],
  ])('%j is refused under its field', (change, fields) => {
    const errors = orderFaults({ ...orderAt(now), ...change }, { maxAmount: 5000, now })
    expect(errors.map(({ field }) => field)).toEqual(fields)
  })
})

it('asking the gateway again takes longer each time, and happens some twenty times in a week', () => {
  const waits = Array.from({ length: 40 }, (_, asks) => nextPollMs(asks))
  expect(waits.slice(0, 4)).toEqual([60_000, 120_000, 240_000, 480_000])
  expect(waits.toSorted((one, other) => one - other)).toEqual(waits)
  let [asks, passed] = [0, 0]
  while (passed < GIVE_UP_MS) passed += waits[asks++] ?? Infinity
  expect(asks).toBeGreaterThan(15)
  expect(asks).toBeLessThan(30)
})

it.each([
  ['timeout', 'provider_timeout'],
  ['unreachable', 'provider_failed'],
  ['rubbish', 'provider_failed'],
  ['unreadable', 'provider_failed'],
  ['circuit_open', 'unavailable'],
] as const)('the failure %s of a request to the gateway is refused as %s', (failure, code) => {
  expect(gatewayRefusal(failure).refusal).toMatchObject({ code })
})
