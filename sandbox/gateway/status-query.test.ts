import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dayMonthYear } from '#contract/dates.ts'
import { checkoutConfig } from '#server/providers/gateway/signed-messages.ts'
import { goodOrder } from '#tests/support/gateway-store.ts'
import { type MovingClock, movingClock } from '#tests/support/server.ts'
import { type Sandbox, startSandbox } from '#sandbox/start.ts'
import type { Mandate } from './mandate.ts'

let clock: MovingClock
let sandbox: Sandbox
let mandate: Mandate

beforeEach(async () => {
  clock = movingClock()
  sandbox = await startSandbox({ publicUrl: 'http://localhost', payee: '', smsTexts: {}, clock })
  const { config } = checkoutConfig(sandbox.gateway.merchant, goodOrder(clock.now()))
  const answered = await sandbox.bank.authorise(config, '0300')
  if (!answered.ok) throw new Error('refused')
  mandate = answered.mandate
})
afterEach(() => sandbox.close())

interface Told {
  statusCode: string
  statusMessage: string
  errorMessage: string
  identifier: string
  error: { code: string; desc: string }
}

async function ask(transaction: object, rest: object = {}): Promise<Told> {
  const response = await fetch(`${sandbox.gateway.url}/api/paynimoV2.req`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      merchant: { identifier: sandbox.gateway.merchant.id },
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

describe('the simulator’s enquiries', () => {
  it('find a payment on its day alone, written either way', async () => {
    const asked = { requestType: 'O', identifier: mandate.transactionId }
    for (const dateTime of [mandate.date, dayMonthYear(mandate.date)]) {
      const told = await ask({ ...asked, dateTime })
      expect(told).toMatchObject({ statusCode: '0300', identifier: mandate.gatewayId })
    }
    const unknown = { statusCode: '9999', errorMessage: 'Transactionn Not Found' }
    expect(await ask({ ...asked, dateTime: '19-11-2026' })).toMatchObject(unknown)
    expect(await ask({ ...asked, identifier: '1', dateTime: mandate.date })).toMatchObject(unknown)
  })

  it.each([
    ['another merchant', { merchant: { identifier: 'T000002' }, transaction: { requestType: 'O' } }],
    ['no transaction', { transaction: null }],
    ['a question nobody knows', { transaction: { requestType: 'Q' } }],
    ['the name of what every object has', { transaction: { requestType: 'toString' } }],
  ])('say nothing to %s', async (_, rest) => {
    expect(await ask({}, rest)).toMatchObject({ statusCode: '', error: { code: 'ERR1001' } })
  })

  it('end a mandate, once', async () => {
    const end = { requestType: 'TSI', type: '002', subType: '005', token: mandate.mandateRegNo }
    expect(await ask(end)).toMatchObject({ statusCode: '0300' })
    expect(await ask(end)).toMatchObject({ errorMessage: 'Mandate is not active' })
    expect(await ask({ ...end, token: '1' })).toMatchObject({ errorMessage: 'No such mandate' })
    const verify = { requestType: 'TSI', type: '002', subType: '002' }
    const asked = { ...verify, identifier: mandate.transactionId, dateTime: dayMonthYear(mandate.date) }
    expect(await ask(asked)).toMatchObject({ statusMessage: 'Mandate Verification rejected' })
  })
})
