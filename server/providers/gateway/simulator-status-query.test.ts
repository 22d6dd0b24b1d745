import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dayMonthYear } from '#contract/dates.ts'
import { createKeyValueStore } from '#server/features/sandbox/service.ts'
import { type Simulator, startSimulator } from '#server/providers/simulator-server.ts'
import { goodOrder } from '#tests/support/gateway-store.ts'
import { type MovingClock, movingClock, startServer, type TestServer } from '#tests/support/server.ts'
import { checkoutConfig } from './checkout-config.ts'
import { GATEWAY_SIMULATOR, gatewaySimulator } from './simulator-status-query.ts'
import { simulatorMandate, type SimulatorMandate } from './simulator-store.ts'
import { createBank } from './simulator.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const merchant = { id: 'T000001', salt: 'TESTSALT0000AAAA', scheme: 'first' }
let clock: MovingClock
let server: TestServer
let simulator: Simulator
let mandate: SimulatorMandate

beforeEach(async () => {
  clock = movingClock()
  server = await startServer({ clock })
  const { db, cipher } = server.deps
  const store = createKeyValueStore({ db, cipher, clock }, 'mandate_test', simulatorMandate)
  simulator = await startSimulator([(app) => gatewaySimulator(app, { store, merchant, clock })])
  const bank = createBank({ store, merchant, clock, callLater: async () => undefined })
  const order = goodOrder(clock.now())
  const answered = await bank.authorise(checkoutConfig(merchant, order).config, '0300')
  if (!answered.ok) throw new Error('refused')
  mandate = answered.mandate
})
afterEach(async () => {
  await simulator.close()
  await server.stop()
})

interface Told {
  statusCode: string
  statusMessage: string
  errorMessage: string
  identifier: string
  error: { code: string; desc: string }
}

async function ask(transaction: object, rest: object = {}): Promise<Told> {
  const response = await fetch(simulator.url + GATEWAY_SIMULATOR, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      merchant: { identifier: merchant.id },
      transaction: { deviceIdentifier: 'S', currency: 'INR', ...transaction },
      ...rest,
    }),
  })
  expect(response.status).toBe(200)
  const { paymentMethod } = (await response.json()) as {
    paymentMethod: { paymentTransaction: Omit<Told, 'error'>; error: Told['error'] }
  }
  return { ...paymentMethod.paymentTransaction, error: paymentMethod.error }
}

function debit(amount: string, endDateTime: string) {
  return { payment: { instruction: { amount, endDateTime, identifier: mandate.mandateRegNo } } }
}
const schedule = { requestType: 'TSI', type: '002', subType: '003' }

describe('the simulator’s enquiries', () => {
  it('find a payment by the gateway’s own number, on its day written either way', async () => {
    for (const dateTime of [mandate.date, dayMonthYear(mandate.date)]) {
      const told = await ask({ requestType: 'S', token: mandate.gatewayId, dateTime })
      expect(told).toMatchObject({ statusCode: '0300', identifier: mandate.gatewayId })
    }
    const unknown = { statusCode: '9999', errorMessage: 'Transactionn Not Found' }
    expect(await ask({ requestType: 'S', token: '1', dateTime: mandate.date })).toMatchObject(unknown)
    const wrongDay = { requestType: 'O', identifier: mandate.transactionId, dateTime: '19-11-2026' }
    expect(await ask(wrongDay)).toMatchObject(unknown)
  })

  it.each([
    ['another merchant', { merchant: { identifier: 'T000002' }, transaction: { requestType: 'O' } }],
    ['no transaction', { transaction: null }],
    ['a question nobody knows', { transaction: { requestType: 'Q' } }],
    ['the name of what every object has', { transaction: { requestType: 'toString' } }],
  ])('say nothing to %s', async (_, rest) => {
    expect(await ask({}, rest)).toMatchObject({ statusCode: '', error: { code: 'ERR1001' } })
  })

  it('take a debit within the mandate, tell how it goes, and take it back', async () => {
    const told = await ask({ ...schedule, identifier: 'D1' }, debit('5000', '22112026'))
    expect(told).toMatchObject({ statusCode: '0398', statusMessage: 'I', error: { code: 'S1006' } })
    const follow = { requestType: 'TSI', type: '002', subType: '004', identifier: 'D1' }
    expect(await ask(follow)).toMatchObject({ statusMessage: 'I' })
    await ask({ ...schedule, identifier: 'D2' }, debit('1', '22112026'))
    const stopped = await ask({ requestType: 'TSI', type: '001', subType: '006', token: told.identifier })
    expect(stopped).toMatchObject({ statusCode: '0300' })
    clock.advance(2 * DAY_MS)
    expect(await ask(follow)).toMatchObject({ statusMessage: 'A' })
    expect(await ask({ ...follow, identifier: 'D2' })).toMatchObject({ statusMessage: 'D' })
    expect(await ask({ ...follow, identifier: 'D3' })).toMatchObject({ statusCode: '9999' })
  })

  it.each([
    ['more than the maximum', '5000.01', '25112026'],
    ['nothing', '0', '25112026'],
    ['a day that has passed', '1', '19112026'],
    ['a day after its end', '1', '25112066'],
    ['no day', '1', '32112026'],
  ])('take no debit of %s', async (what, amount, day) => {
    const told = await ask({ ...schedule, identifier: what }, debit(amount, day))
    expect(told).toMatchObject({ statusMessage: 'F', error: { code: 'ERR1002' } })
  })

  it('take no debit twice, and none of another mandate', async () => {
    const twice = () => ask({ ...schedule, identifier: 'D1' }, debit('1', '25112026'))
    expect(await twice()).toMatchObject({ statusMessage: 'I' })
    expect(await twice()).toMatchObject({ errorMessage: 'Duplicate transaction' })
    const other = { payment: { instruction: { amount: '1', endDateTime: '25112026', identifier: '1' } } }
    expect(await ask({ ...schedule, identifier: 'D9' }, other)).toMatchObject({
      errorMessage: 'No such mandate',
    })
  })

  it('end a mandate, after which nothing is drawn on it', async () => {
    const end = { requestType: 'TSI', type: '002', subType: '005', token: mandate.mandateRegNo }
    expect(await ask(end)).toMatchObject({ statusCode: '0300' })
    expect(await ask(end)).toMatchObject({ errorMessage: 'Mandate is not active' })
    expect(await ask({ ...schedule, identifier: 'D4' }, debit('1', '25112026'))).toMatchObject({
      errorMessage: 'Mandate is not active',
    })
    const verify = { requestType: 'TSI', type: '002', subType: '002' }
    const asked = { ...verify, identifier: mandate.transactionId, dateTime: dayMonthYear(mandate.date) }
    expect(await ask(asked)).toMatchObject({ statusMessage: 'Mandate Verification rejected' })
  })
})
