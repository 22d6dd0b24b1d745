import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sandbox } from '#contract/paths.ts'
import { sandboxMandatesResponse } from '#contract/schemas/sandbox.ts'
import type { MandateOrder } from '#server/providers/gateway/port.ts'
import { goodOrder } from '#tests/support/gateway-store.ts'
import { engines, makePlace, type Place } from '#tests/support/place.ts'
import { movingClock, startServer, type TestServer } from '#tests/support/server.ts'
import { liveProviders } from '#tests/support/vendors.ts'
import { originOf } from './bank-service.ts'

const clock = movingClock()

async function post(url: string, body: unknown): Promise<{ status: number; body: Record<string, unknown> }> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

describe.each(engines)('the listeners of the bank on %s', (engine) => {
  let place: Place
  let server: TestServer
  beforeAll(async () => {
    place = await makePlace(engine)
    server = await startServer({ place, clock })
  })
  afterAll(async () => {
    await server.stop()
    await place.remove()
  })

  const configOf = (order: MandateOrder) => server.deps.gateway.checkout(order).checkout.config
  const authorise = (order: MandateOrder, decision: string) =>
    post(server.url + sandbox.authorise, { config: configOf(order), decision })
  const settle = (id: string, status: string) =>
    post(`${server.url}${sandbox.mandates}/${id}/settle`, { status })

  async function mandates() {
    const response = await fetch(server.url + sandbox.mandates)
    expect(response.status).toBe(200)
    return sandboxMandatesResponse.parse(await response.json()).mandates
  }

  it.each(['0398', '0300', '0396', '0397', '0399', '0392'])('authorise with %s', async (decision) => {
    const order = goodOrder(clock.now())
    const { status, body } = await authorise(order, decision)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      merchantTransactionIdentifier: order.transactionId,
      paymentMethod: { paymentTransaction: { statusCode: decision } },
    })
    expect(server.deps.gateway.readAnswer(String(body['stringResponse']))).toMatchObject({ code: decision })
    expect(await server.deps.gateway.ask(order)).toMatchObject({ ok: true, answer: { code: decision } })
  })

  it('authorise without a status', async () => {
    const { status, body } = await authorise(goodOrder(clock.now()), 'none')
    expect(status).toBe(200)
    expect(body).toMatchObject({ paymentMethod: { paymentTransaction: { statusCode: '' } } })
  })

  it('refuse an order that was changed, one that was used, and a word no bank has', async () => {
    const order = goodOrder(clock.now())
    const config = configOf(order)
    const data = config['consumerData'] as object
    const changed = { ...config, consumerData: { ...data, accountNo: '999999999999' } }
    expect(await post(server.url + sandbox.authorise, { config: changed, decision: '0300' })).toEqual({
      status: 422,
      body: expect.objectContaining({
        code: 'invalid',
        errors: [{ field: 'token', message: 'token is not the hash of these values' }],
      }),
    })
    expect((await authorise(order, '0300')).status).toBe(200)
    expect(await authorise(order, '0300')).toMatchObject({
      status: 422,
      body: { errors: [{ field: 'txnId', message: 'txnId was used before' }] },
    })
    expect((await authorise(goodOrder(clock.now()), '0200')).status).toBe(422)
    expect((await post(server.url + sandbox.authorise, { config: 'x', decision: '0300' })).status).toBe(422)
  })

  it('list every mandate, newest first, its account masked', async () => {
    clock.advance(1000)
    const order = goodOrder(clock.now())
    await authorise(order, '0398')
    const [newest] = await mandates()
    expect(newest).toEqual({
      transactionId: order.transactionId,
      status: '0398',
      reason: '',
      accountName: 'Namuna Person',
      accountNo: 'XXXXXXXX2222',
      ifscCode: 'TEST0000001',
      maxAmount: '5000',
      pending: true,
      at: new Date(clock.now()).toISOString(),
    })
  })

  it.each([
    ['Success', '0300'],
    ['Failed', '0399'],
  ])('settle a mandate as %s, once and for all', async (status, code) => {
    const order = goodOrder(clock.now())
    await authorise(order, '0398')
    expect((await settle(order.transactionId, status)).status).toBe(200)
    const settled = (await mandates()).find(({ transactionId }) => transactionId === order.transactionId)
    expect(settled).toMatchObject({ status: code, pending: false })
    expect((await settle(order.transactionId, status)).status).toBe(200)
    const other = status === 'Success' ? 'Failed' : 'Success'
    expect(await settle(order.transactionId, other)).toMatchObject({
      status: 409,
      body: { code: 'already_there', message: 'This mandate is decided already.' },
    })
  })

  it('settle nothing that is not there, and no other way', async () => {
    expect((await settle('0000000000000', 'Success')).status).toBe(404)
    expect((await settle('0000000000000', 'Perhaps')).status).toBe(422)
  })

  it('abandon an order whose window was closed', async () => {
    const order = goodOrder(clock.now())
    const { status, body } = await post(server.url + sandbox.abandon, { config: configOf(order) })
    expect(status).toBe(200)
    expect(body).toMatchObject({ paymentMethod: { paymentTransaction: { statusCode: '0392' } } })
    expect((await post(server.url + sandbox.abandon, { config: {} })).status).toBe(422)
  })

  it('are closed to another site’s page', async () => {
    const response = await fetch(server.url + sandbox.authorise, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'sec-fetch-site': 'cross-site' },
      body: JSON.stringify({ config: configOf(goodOrder(clock.now())), decision: '0300' }),
    })
    expect(response.status).toBe(403)
  })

  it('know where this very server listens', () => {
    expect(server.deps.sandboxBank?.origin).toBe(server.url)
  })
})

describe('where a listener is called', () => {
  it.each([
    ['127.0.0.1', 'IPv4', 'http://127.0.0.1:80'],
    ['0.0.0.0', 'IPv4', 'http://127.0.0.1:80'],
    ['192.0.2.7', 'IPv4', 'http://192.0.2.7:80'],
    ['::', 'IPv6', 'http://[::1]:80'],
    ['::1', 'IPv6', 'http://[::1]:80'],
  ])('%s', (address, family, origin) => {
    expect(originOf({ address, family, port: 80 })).toBe(origin)
  })
})

describe('with a real gateway', () => {
  it('there are no listeners', async () => {
    await using server = await startServer({ settings: { ...liveProviders, MAIL_PROVIDER: 'sandbox' } })
    const gets = [sandbox.mandates, `${sandbox.gateway}paynimocheckout/server/lib/checkout.js`, sandbox.bank]
    for (const path of gets) expect((await fetch(server.url + path)).status, path).toBe(404)
    for (const path of [sandbox.authorise, sandbox.abandon, sandbox.bank]) {
      expect((await post(server.url + path, {})).status, path).toBe(404)
    }
    expect(server.deps.gateway.hosts.strict).toBe(false)
  })
})
