import { describe, expect, it } from 'vitest'
import { sandbox } from '#contract/paths.ts'
import { sandboxMandatesResponse, sandboxMessagesResponse } from '#contract/schemas/sandbox.ts'
import { goodEnquiry, postEnquiry } from '#tests/support/enquiry.ts'
import { goodOrder, sandboxOf } from '#tests/support/gateway-store.ts'
import { liveProviders } from '#tests/support/vendors.ts'
import { enginesInTurn } from '#tests/support/rounds.ts'
import { movingClock, startServer } from '#tests/support/server.ts'
import { sharedServer } from '#tests/support/shared.ts'
import { newVisitor } from '#tests/support/visitor.ts'
import { originOf } from './routes.ts'
import { type Decision, mandated, verifiedVisitor } from '#tests/support/registration.ts'

describe.each(enginesInTurn)('the sandbox on %s', (engine) => {
  const clock = movingClock()
  const server = sharedServer({ engine, clock })

  async function messages(query: string) {
    const response = await fetch(server.url + sandbox.messages + query)
    expect(response.status).toBe(200)
    return sandboxMessagesResponse.parse(await response.json()).messages
  }

  it('shows every e-mail, newest first, with all that a mailbox would show', async () => {
    for (const name of ['First', 'Second', 'Third']) {
      clock.advance(1000)
      await postEnquiry(server.url, { ...goodEnquiry, name })
      await server.workOff()
    }
    // Whoever wrote gets a mail too.
    const [newest, ...older] = await messages('?to=inbox@agency.example')
    expect(newest).toEqual({
      ...{ id: expect.stringMatching(/^[\w-]{32}$/), channel: 'email', attachments: [] },
      ...{ to: 'inbox@agency.example', replyTo: goodEnquiry.email },
      subject: 'New enquiry from Third',
      text: expect.stringContaining('    We need two accountants in Surat.'),
      at: new Date(clock.now()).toISOString(),
    })
    expect(older.map(({ subject }) => subject)).toEqual(['New enquiry from Second', 'New enquiry from First'])
    expect(await messages('?to=INBOX@agency.example')).toHaveLength(3)
    expect(await messages('?to=nobody@agency.example')).toEqual([])
    expect(await messages('?to=')).toEqual([])
    expect(await messages('?limit=2')).toHaveLength(2)
  })

  it('lists every mandate, newest first, its account masked', async () => {
    clock.advance(1000)
    const order = goodOrder(clock.now())
    const { config } = server.deps.gateway.checkout(order).checkout
    await newVisitor(server.url).post(sandbox.authorise, { config, decision: '0398' })
    const response = await fetch(server.url + sandbox.mandates)
    const [newest] = sandboxMandatesResponse.parse(await response.json()).mandates
    expect(newest).toEqual({
      ...{ transactionId: order.transactionId, status: '0398', reason: '', pending: true },
      ...{ accountName: 'Namuna Person', accountNo: 'XXXXXXXX2222', ifscCode: 'TEST0000001' },
      ...{ maxAmount: '5000', at: new Date(clock.now()).toISOString() },
    })
  })

  /** Somebody at the bank, whose browser brings nothing of it back. */
  async function atTheBank(decision: Decision) {
    const { visitor, fields } = await mandated(await verifiedVisitor(server, { now: clock.now() }), decision)
    const transactionId = fields['transactionId'] ?? ''
    return {
      called: () => sandboxOf(server).bank.callProduct(transactionId),
      settle: (status: 'Success' | 'Failed') =>
        visitor.post(`${sandbox.mandates}/${transactionId}/settle`, { status }),
      async status() {
        const mandates = server.deps.db.selectFrom('mandates').select('status')
        const found = mandates.where('transaction_id', '=', transactionId)
        return (await found.executeTakeFirstOrThrow()).status
      },
    }
  }

  it('tells the product of a decision that comes later, before whoever made it is answered', async () => {
    const success = await atTheBank('0398')
    expect((await success.settle('Success')).body.message).toBe('The bank has decided.')
    expect(await success.status()).toBe('active')
    const failed = await atTheBank('none')
    await failed.settle('Failed')
    expect(await failed.status()).toBe('failed')
  })

  it.each<[Decision, string]>([
    ['0300', 'active'],
    ['0399', 'failed'],
    ['0392', 'aborted'],
  ])('tells the product of %s, when no browser did', async (decision, status) => {
    const mandate = await atTheBank(decision)
    expect(await mandate.status()).not.toBe(status)
    expect(await mandate.called()).toBeUndefined()
    expect(await mandate.status()).toBe(status)
  })
})

describe('the origin to call a listener by', () => {
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
  it('there is no bank', async () => {
    await using server = await startServer({ settings: { ...liveProviders, MAIL_PROVIDER: 'sandbox' } })
    const gets = [sandbox.mandates, `${sandbox.gateway}paynimocheckout/server/lib/checkout.js`, sandbox.bank]
    for (const path of gets) expect((await fetch(server.url + path)).status, path).toBe(404)
    for (const path of [sandbox.authorise, sandbox.abandon, sandbox.bank]) {
      expect((await newVisitor(server.url).post(path, {})).status, path).toBe(404)
    }
    expect(server.deps.gateway.hosts.strict).toBe(false)
  })
})
