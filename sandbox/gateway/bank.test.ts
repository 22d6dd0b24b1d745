import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { MandateOrder } from '#server/providers/gateway/port.ts'
import { checkoutConfig } from '#server/providers/gateway/signed-messages.ts'
import { startFakeProvider } from '#tests/support/fake-provider.ts'
import { goodOrder } from '#tests/support/gateway-store.ts'
import { movingClock } from '#tests/support/server.ts'
import { ofEachTest } from '#tests/support/shared.ts'
import { entriesOf, memoryStore, type SandboxStore } from '#sandbox/store.ts'
import { type Bank, createBank } from './bank.ts'
import { mandateSchema } from './mandate.ts'

const merchant = { id: 'T000001', salt: 'TESTSALT0000AAAA', scheme: 'first' }
const clock = movingClock()
const CALL_AFTER_MS = 20

let store: SandboxStore
let bank: Bank
const product = ofEachTest(() => startFakeProvider({ status: 500, json: {} }))
let order: MandateOrder
beforeEach(() => {
  order = goodOrder(clock.now())
  store = memoryStore(clock)
  bank = start()
})

/** Creates a bank with that store, which calls this test's product. */
function start(): Bank {
  const mandates = entriesOf({ store, clock }, 'mandate', { schema: mandateSchema, lifeMs: 1e12 })
  const callbackUrl = `${product.url}/callback`
  return createBank({ mandates, merchant, clock, callbackUrl: () => callbackUrl, callAfterMs: CALL_AFTER_MS })
}
afterEach(() => bank.close())

function configOf(changes: Record<string, unknown> = {}, order = goodOrder(clock.now())) {
  const { config } = checkoutConfig(merchant, order)
  return { ...config, consumerData: { ...(config['consumerData'] as object), ...changes } }
}

describe('the gateway, before it shows a bank', () => {
  it.each<[field: string, value: unknown]>([
    ['merchantId', 'T000002'],
    ['token', 'f'.repeat(128)],
    ['txnId', 'a|b'],
    ['accountNo', ''],
    ['accountHolderName', 'आशा'],
    ['ifscCode', 'TEST000001'],
    ['debitStartDate', '19-11-2026'],
    ['maxAmount', '0'],
    ['frequency', 'ADHOC'],
  ])('refuses an order whose %s is %j, and says so', async (field, value) => {
    const opened = await bank.open(configOf({ [field]: value }))
    const fields = opened.ok ? [] : opened.problems.map((problem) => problem.field)
    expect(fields).toContain(field)
    expect(await bank.list()).toEqual([])
  })

  it.each([
    null,
    { consumerData: {} },
    { ...configOf(), features: { enableSI: false, siDetailsAtMerchantEnd: true } },
    { ...configOf(), consumerData: { items: 'none' } },
  ])('refuses what is no configuration of a mandate: %#', async (config) => {
    expect(await bank.open(config)).toMatchObject({ ok: false })
  })

  it('shows the same order again until the bank has accepted it, and stores it once', async () => {
    const config = configOf()
    await Promise.all([bank.open(config), bank.open(config)])
    expect(await bank.open(config)).toMatchObject({ ok: true })
    expect(await bank.list()).toHaveLength(1)
    await bank.authorise(config, '0398')
    expect(await bank.open(config)).toMatchObject({ ok: false, problems: [{ field: 'txnId' }] })
  })

  it('accepts no decision about an order that was never opened, or without its token', async () => {
    const word = (token: string) => bank.decide({ transactionId: order.transactionId, token }, '0300')
    expect(await word('')).toMatchObject({ ok: false })
    await bank.open(configOf({}, order))
    expect(await word('f'.repeat(128))).toMatchObject({ ok: false })
    expect(await bank.list()).toMatchObject([{ status: 'open' }])
  })
})

describe('the script’s answer to the page', () => {
  it('has the same shape as the real answer', async () => {
    const answered = await bank.authorise(configOf({}, order), '0398')
    const answer = answered.ok ? answered.answer : undefined
    const id = expect.stringMatching(/^\d{9,10}$/)
    const paymentTransaction = {
      ...{ amount: '1.00', dateTime: '20-11-2026 12:00:00', errorMessage: 'NA', identifier: id },
      ...{ statusCode: '0398', statusMessage: 'initiated' },
      instruction: { id, statusCode: '', errorcode: '', errordesc: '' },
    }
    expect(answer).toMatchObject({
      ...{ merchantCode: 'T000001', merchantTransactionIdentifier: order.transactionId, error: null },
      ...{ merchantTransactionRequestType: 'TAR', responseType: 'websh2', transactionState: 'F' },
      paymentMethod: { token: '', error: { code: '', desc: '' }, paymentTransaction },
    })
    expect(answer?.stringResponse.split('|')).toHaveLength(16)
    expect(answer?.merchantAdditionalDetails).toContain('~amount:5000.00~')
  })

  it('is an abort when the window is closed, before or after the bank was shown', async () => {
    const abort = { answer: { paymentMethod: { paymentTransaction: { statusCode: '0392' } } } }
    expect(await bank.abandon(configOf())).toMatchObject(abort)
    const shown = configOf()
    await bank.open(shown)
    expect(await bank.abandon(shown)).toMatchObject(abort)
  })
})

describe('the bank, later', () => {
  it('calls the product later, whatever the browser does, until it gets a receipt', async () => {
    const answered = await bank.authorise(configOf({}, order), '0398')
    const id = answered.ok ? answered.mandate.gatewayId : ''
    expect(product.heard).toEqual([])
    await expect.poll(() => product.heard.length).toBeGreaterThan(1)
    product.answer = { text: `${order.transactionId}|${id}|0` }
    expect(await bank.callProduct(order.transactionId)).toBe('no receipt')
    product.answer = { text: `${order.transactionId}|${id}|1\n` }
    expect(await bank.callProduct(order.transactionId)).toBeUndefined()
    const calls = product.heard.length
    expect(await bank.callProduct(order.transactionId)).toBeUndefined()
    expect(product.heard).toHaveLength(calls)
  })

  it('reports outcomes to the product after a restart', async () => {
    await bank.authorise(configOf({}, order), '0300')
    bank.close()
    bank = start()
    await bank.resume()
    await expect.poll(() => product.heard.length).toBeGreaterThan(0)
  })
})
