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
  const server = sharedServer({ engine, clock, settings: { AGENCY_NAME: 'A&B <i>Agency</i>' } })

  async function messages(query: string) {
    const response = await fetch(server.url + sandbox.messages + query)
    expect(response.status).toBe(200)
    return sandboxMessagesResponse.parse(await response.json()).messages
  }

  it('shows every e-mail, newest first, with everything that a mailbox shows', async () => {
    for (const name of ['First', 'Second', 'Third']) {
      clock.advance(1000)
      await postEnquiry(server.url, { ...goodEnquiry, name })
      await server.workOff()
    }
    // The sender gets a mail too.
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

  it('lists every mandate, newest first, with its account masked', async () => {
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

  /** Takes a person to the bank, whose browser does not deliver the bank's answer. */
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

  it('reports a later decision to the product before it answers the person who made it', async () => {
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
  ])('reports %s to the product if no browser did', async (decision, status) => {
    const mandate = await atTheBank(decision)
    expect(await mandate.status()).not.toBe(status)
    expect(await mandate.called()).toBeUndefined()
    expect(await mandate.status()).toBe(status)
  })

  async function form(fields: Record<string, string>) {
    const body = new URLSearchParams(fields)
    const response = await fetch(server.url + sandbox.bank, { method: 'POST', body })
    return { status: response.status, headers: response.headers, html: await response.text() }
  }
  const open = (change?: Parameters<typeof goodOrder>[1]) => {
    const { checkout } = server.deps.gateway.checkout(goodOrder(clock.now(), change))
    return form({ config: JSON.stringify(checkout.config) })
  }

  it('shows the mandate in words in the bank’s window, with a button for each answer', async () => {
    const { status, html } = await open()
    expect(status).toBe(200)
    const terms = ['XXXXXXXX2222 of Namuna Person, TEST0000001', '₹5,000 each time', 'As and when presented']
    const days = ['20 November 2026', '17 November 2066']
    for (const words of ['A&amp;B &lt;i&gt;Agency&lt;/i&gt;', ...terms, ...days, '₹1, to test the account'])
      expect(html).toContain(words)
    expect(html).not.toContain('000011112222')
    const buttons = [...html.matchAll(/<button name="decision" value="(\w+)"[^>]*>[^<]+/g)]
    expect(buttons.map(([, value]) => value)).toEqual(['0398', '0300', '0399', 'none', '0392'])
  })

  it('has a bank’s window that runs only its own script, and keeps its opener', async () => {
    const { headers } = await open()
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self';")
    expect(policy).toContain("frame-ancestors 'none'; require-trusted-types-for 'script'")
    const kept = { 'cross-origin-opener-policy': 'unsafe-none', 'cache-control': 'no-store' }
    const type = { 'content-type': 'text/html; charset=utf-8' }
    expect(Object.fromEntries(headers)).toMatchObject({ ...kept, ...type })
  })

  it('omits the parts of the script that this browser’s switches name, and tells the script which others exist', async () => {
    const { script } = server.deps.gateway.checkout(goodOrder(clock.now())).checkout
    const cookie = 'sandbox-gateway=no-core.panel.nonsense'
    const part = (file: string, headers = {}) =>
      fetch(server.url + script.replace('checkout.js', file), { headers })
    expect((await part('checkout-core.js', { cookie })).status).toBe(404)
    for (const found of [await part('checkout-ui.js', { cookie }), await part('checkout-core.js')])
      expect(found.status).toBe(200)
    const told = /^Object\.assign\(window, .*"sandboxSwitches":\["panel","no-core"\]\}\)\n/
    expect(await (await part('checkout.js', { cookie })).text()).toMatch(told)
  })

  it('lists the faults of an order in the bank’s window instead', async () => {
    const { status, html } = await open({ ifscCode: '<b>X</b>', accountNo: '' })
    expect(status).toBe(422)
    expect(html).toContain('<li>accountNo must be digits, at most 35</li>')
    expect(html).toContain('<li>ifscCode must be 11 letters and digits</li>')
    expect(html).not.toContain('<button')
    for (const fields of [{ config: 'nonsense' }, {}] as Record<string, string>[])
      expect((await form(fields)).status).toBe(422)
  })
})

it.each([
  ['127.0.0.1', 'IPv4', 'http://127.0.0.1:80'],
  ['0.0.0.0', 'IPv4', 'http://127.0.0.1:80'],
  ['::', 'IPv6', 'http://[::1]:80'],
  ['::1', 'IPv6', 'http://[::1]:80'],
])('the origin to call a listener on %s', (address, family, origin) => {
  expect(originOf({ address, family, port: 80 })).toBe(origin)
})

it('has no bank with a real gateway', async () => {
  await using server = await startServer({ settings: { ...liveProviders, MAIL_PROVIDER: 'sandbox' } })
  const gets = [sandbox.mandates, `${sandbox.gateway}paynimocheckout/server/lib/checkout.js`, sandbox.bank]
  for (const path of gets) expect((await fetch(server.url + path)).status, path).toBe(404)
  for (const path of [sandbox.authorise, sandbox.abandon, sandbox.bank]) {
    expect((await newVisitor(server.url).post(path, {})).status, path).toBe(404)
  }
  expect(server.deps.gateway.hosts.strict).toBe(false)
})
