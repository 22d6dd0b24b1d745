import { beforeEach, describe, expect, it } from 'vitest'
import { createBreaker } from '#server/platform/http-client/circuit-breaker.ts'
import { createLog } from '#server/platform/observability/log.ts'
import { type FakeAnswer, startFakeProvider } from '#tests/support/fake-provider.ts'
import { goodOrder } from '#tests/support/gateway-store.ts'
import { movingClock } from '#tests/support/server.ts'
import { ofEachTest } from '#tests/support/shared.ts'
import { withBreaker } from '#server/open-providers.ts'
import { createPaynimo } from './paynimo.ts'
import type { GatewayPort } from './port.ts'
import { requestToken } from './signed-messages.ts'

const merchant = { id: 'T000001', salt: 'TESTSALT0000AAAA', scheme: 'first' }
const clock = movingClock()
const order = goodOrder(clock.now())

const lines: string[] = []
const log = createLog('info', { write: (line) => lines.push(line) })

const fake = ofEachTest(startFakeProvider)
let port: GatewayPort
beforeEach(() => {
  lines.length = 0
  port = createPaynimo({ url: fake.url, merchant }, { clock, log, timeoutMs: 30_000 })
})

const nothing = { code: '', desc: '' }

/** Builds a reply of the gateway, with changed values. */
function envelope(transaction: object, method: object = {}, rest: object = {}): object {
  return {
    merchantCode: merchant.id,
    merchantTransactionIdentifier: order.transactionId,
    merchantAdditionalDetails: null,
    paymentMethod: {
      ...{ token: '', instrumentToken: null, aCS: null, error: nothing, ...method },
      paymentTransaction: { amount: null, errorMessage: '', statusMessage: '', ...transaction },
    },
    error: null,
    ...rest,
  }
}

describe('the configuration of the script', () => {
  it('holds the order, a token over the same values, and neither phone nor e-mail address', () => {
    const { token, checkout } = port.checkout(order)
    const [start, end] = [order.debitStartDate, order.debitEndDate].map((date) =>
      date.split('-').reverse().join('-'),
    )
    const consumerData = {
      ...{ deviceId: 'WEBSH2', token, returnUrl: order.returnUrl, paymentMode: 'netBanking' },
      ...{ merchantId: 'T000001', currency: 'INR', txnId: order.transactionId },
      consumerId: order.consumerId,
      items: [{ itemId: 'first', amount: '1', comAmt: '0' }],
      ...{ accountNo: order.accountNo, accountHolderName: order.accountName, accountType: 'Saving' },
      ...{ ifscCode: order.ifscCode, debitStartDate: start, debitEndDate: end },
      ...{ maxAmount: order.maxAmount, amountType: 'M', frequency: 'ADHO' },
    }
    const asked = { enableSI: true, siDetailsAtMerchantEnd: true, enableNewWindowFlow: true }
    const features = { ...asked, enableAbortResponse: true, showPGResponseMsg: false }
    expect(checkout).toEqual({
      library: `${fake.url}/paynimocheckout/client/lib/jquery.min.js`,
      script: `${fake.url}/paynimocheckout/server/lib/checkout.js`,
      config: { tarCall: false, features, consumerData },
    })
    const parts = {
      ...order,
      phone: '',
      email: '',
      merchantId: 'T000001',
      amount: '1',
      amountType: 'M',
      frequency: 'ADHO',
    }
    const dates = { startDate: start ?? '', endDate: end ?? '' }
    expect(token).toBe(requestToken({ ...parts, ...dates }, merchant.salt))
  })

  it.each([
    ["Asha D'Souza", 'Asha DSouza'],
    ['Zoë  Müller-Lüdenscheidt', 'Zoe Muller Ludenscheidt'],
    ['Dr. A. P. Namuna (Jr) 2', 'Dr. A. P. Namuna Jr'],
    ['आशा', ''],
    ['x'.repeat(60), 'x'.repeat(50)],
  ])('writes the account name %s as a bank does', (name, written) => {
    const { config } = port.checkout({ ...order, accountName: name }).checkout
    expect(config).toMatchObject({ consumerData: { accountHolderName: written } })
  })
})

describe('a status query', () => {
  it('uses both forms the gateway knows, names the day, and sends no secret', async () => {
    fake.answer = { json: envelope({ statusCode: '0398' }) }
    await port.ask(order)
    const asked = fake.heard.map(({ method, path, body }) => ({ method, path, body: JSON.parse(body) }))
    const day = order.date.split('-').reverse().join('-')
    const common = { deviceIdentifier: 'S', currency: 'INR', identifier: order.transactionId, dateTime: day }
    const mandate = {
      merchant: { identifier: 'T000001' },
      payment: { instruction: {} },
      transaction: { ...common, requestType: 'TSI', type: '002', subType: '002' },
      consumer: { identifier: order.consumerId },
    }
    const payment = { merchant: mandate.merchant, transaction: { ...common, requestType: 'O' } }
    expect(asked.map(({ body }) => body)).toEqual(expect.arrayContaining([payment, mandate]))
    expect(asked).toHaveLength(2)
    expect(asked[0]).toMatchObject({ method: 'POST', path: '/api/paynimoV2.req' })
    expect(JSON.stringify(fake.heard)).not.toContain(merchant.salt)
  })

  it.each<[string, object, object]>([
    [
      'a code sent as a number, and a mandate with nothing but its UMRN',
      { statusCode: 300, bankReferenceIdentifier: 'TEST7000000000000001' },
      { state: 'active', code: '0300' },
    ],
    ['the word null', { statusCode: 'null' }, { state: 'unknown', code: '' }],
    ['no code', {}, { state: 'unknown', code: '' }],
    ['an undocumented code', { statusCode: 'ERR77' }, { state: 'unknown', code: 'ERR77' }],
  ])('understands %s', async (_, transaction, expected) => {
    fake.answer = { json: envelope(transaction) }
    expect(await port.ask(order)).toMatchObject({ ok: true, answer: expected })
  })

  it('reads a whole recorded answer', async () => {
    const words = 'Mandate Verification Successfull'
    const transaction = {
      ...{ amount: null, balanceAmount: null, dateTime: null, errorMessage: words, statusMessage: words },
      ...{ bankReferenceIdentifier: 'TEST7000000000000001', identifier: '1900000001', statusCode: '0300' },
    }
    const method = { token: '970000001', instrumentToken: '000011112222', error: { code: '', desc: words } }
    fake.answer = { json: envelope(transaction, method) }
    const answer = {
      ...{ transactionId: order.transactionId, state: 'active', code: '0300', message: words, reason: words },
      ...{ gatewayId: '1900000001', mandateRegNo: '970000001', umrn: 'TEST7000000000000001' },
      registered: { accountNo: '000011112222' },
    }
    expect(await port.ask(order)).toEqual({ ok: true, answer })
  })

  it.each([
    ['another transaction', { merchantTransactionIdentifier: '0000000000000' }],
    ['nothing named', { merchantTransactionIdentifier: null }],
    ['another merchant', { merchantCode: 'L0000' }],
  ])('has no result when the answer is about %s', async (_, rest) => {
    fake.answer = { json: envelope({ statusCode: '0300' }, {}, rest) }
    expect(await port.ask(order)).toEqual({ ok: false, failure: 'unreadable' })
  })

  it('accepts «not found» without the ids it asked about', async () => {
    fake.answer = { json: envelope({ statusCode: '9999' }, {}, { merchantTransactionIdentifier: '' }) }
    expect(await port.ask(order)).toMatchObject({ ok: true, answer: { state: 'unknown' } })
  })

  it.each<[string, FakeAnswer, string]>([
    ['a fault’s status', { status: 500, json: envelope({ statusCode: '0300' }) }, 'rubbish'],
    ['JSON of another shape', { json: { hello: 'world' } }, 'unreadable'],
    ['nothing, and a closed connection', (response) => response.destroy(), 'unreachable'],
  ])('fails without throwing when the answer is %s', async (_, answer, failure) => {
    fake.answer = answer
    expect(await port.ask(order)).toEqual({ ok: false, failure })
  })

  it('logs an unreadable answer without its text, and is asked again', async () => {
    const guarded = withBreaker(port, {
      observe: ({ work }) => work(),
      breaker: (provider) => createBreaker({ provider, log }),
    })
    const text = `<html>${order.accountNo} ${order.transactionId}</html>`
    fake.answer = { text }
    for (let times = 0; times < 10; times += 1) {
      expect(await guarded.ask(order)).toEqual({ ok: false, failure: 'unreadable' })
    }
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      ...{ status: 200, contentType: 'text/html; charset=utf-8', bytes: text.length },
      about: expect.stringMatching(/^(payment|mandate)$/),
      sha256: expect.stringMatching(/^[0-9a-f]{16}$/),
    })
    expect(lines.join('')).not.toMatch(new RegExp(`${order.accountNo}|${order.transactionId}|left alone`))
    fake.answer = { json: envelope({ statusCode: '0398' }) }
    expect(await guarded.ask(order)).toMatchObject({ ok: true })
  })

  it('fails when one half fails and the other cannot be read', async () => {
    let asked = 0
    fake.answer = (response) => {
      asked += 1
      response.writeHead(asked === 1 ? 200 : 503).end('')
    }
    expect(await port.ask(order)).toEqual({ ok: false, failure: 'rubbish' })
  })
})
