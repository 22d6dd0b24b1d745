import { describe, expect, it } from 'vitest'
import { sandbox } from '#contract/paths.ts'
import type { MandateOrder } from '#server/providers/gateway/port.ts'
import { goodOrder } from '#tests/support/gateway-store.ts'
import { movingClock } from '#tests/support/server.ts'
import { sharedServer } from '#tests/support/shared.ts'

const clock = movingClock()
const server = sharedServer({ clock, settings: { AGENCY_NAME: 'A&B <i>Agency</i>' } })

const bankDecide = `${sandbox.bank}/decide`

async function form(path: string, fields: Record<string, string>, headers: Record<string, string> = {}) {
  const response = await fetch(server.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams(fields).toString(),
  })
  return { status: response.status, headers: response.headers, html: await response.text() }
}

function open(order: MandateOrder, features: object = {}) {
  const { config } = server.deps.gateway.checkout(order).checkout
  const changed = { ...config, features: { ...Object(config['features']), ...features } }
  return form(sandbox.bank, { config: JSON.stringify(changed) })
}

function decide(order: MandateOrder, decision: string) {
  const { token } = server.deps.gateway.checkout(order)
  return form(bankDecide, { transactionId: order.transactionId, token, decision })
}

describe('the bank’s window', () => {
  it('shows the mandate in words, and a button for each answer', async () => {
    const { status, html } = await open(goodOrder(clock.now()))
    expect(status).toBe(200)
    for (const words of [
      ...['A&amp;B &lt;i&gt;Agency&lt;/i&gt;', 'XXXXXXXX2222 of Namuna Person, TEST0000001'],
      ...['₹5,000 each time', 'As and when presented', '20 November 2026', '17 November 2066'],
      '₹1, to test the account',
    ])
      expect(html).toContain(words)
    expect(html).not.toContain('000011112222')
    const buttons = [...html.matchAll(/<button name="decision" value="(\w+)"[^>]*>([^<]+)/g)]
    expect(buttons.map(([, value, label]) => [value, label])).toEqual([
      ['0398', 'Authorise'],
      ['0300', 'Succeed at once'],
      ['0399', 'Decline'],
      ['none', 'Send no status'],
      ['0392', 'Cancel'],
    ])
  })

  it('is a document of its own that runs nothing but its own script, and keeps its opener', async () => {
    const { headers } = await open(goodOrder(clock.now()))
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self';")
    expect(policy).toContain("frame-ancestors 'none'; require-trusted-types-for 'script'")
    expect(Object.fromEntries(headers)).toMatchObject({
      ...{ 'cross-origin-opener-policy': 'unsafe-none', 'cache-control': 'no-store' },
      'content-type': 'text/html; charset=utf-8',
    })
  })

  it('lists what is wrong with an order instead', async () => {
    const order = goodOrder(clock.now(), { ifscCode: '<b>X</b>', accountNo: '' })
    const { status, html } = await open(order)
    expect(status).toBe(422)
    expect(html).toContain('<li>accountNo must be digits, at most 35</li>')
    expect(html).toContain('<li>ifscCode must be 11 letters and digits</li>')
    expect(html).not.toContain('<button')
    expect((await form(sandbox.bank, { config: 'nonsense' })).status).toBe(422)
    expect((await form(sandbox.bank, {})).status).toBe(422)
  })

  it('hands the answer to its script, for the page that opened it', async () => {
    const order = goodOrder(clock.now())
    await open(order)
    const { status, html } = await decide(order, '0398')
    expect(status).toBe(200)
    const block = /<script type="application\/json" id="answer">(.*)<\/script>/.exec(html)?.[1] ?? ''
    const { transactionId, answer } = JSON.parse(block) as { transactionId: string; answer: object }
    expect(transactionId).toBe(order.transactionId)
    expect(answer).toMatchObject({ paymentMethod: { paymentTransaction: { statusCode: '0398' } } })
    expect(html).not.toContain('<form')
  })

  it('posts the answer back where the bank was shown in the tab itself', async () => {
    const order = goodOrder(clock.now())
    await open(order)
    await open(order, { enableNewWindowFlow: false })
    const { html } = await decide(order, '0300')
    expect(html).toContain(`<form id="return" method="post" action="${order.returnUrl}">`)
    const message = /name="msg" value="([^"]+)"/.exec(html)?.[1] ?? ''
    expect(server.deps.gateway.readAnswer(message)).toMatchObject({ state: 'active' })
  })

  it('keeps back the parts of the script that this browser’s switches name, and tells the script the others', async () => {
    const { script } = server.deps.gateway.checkout(goodOrder(clock.now())).checkout
    const folder = server.url + script.slice(0, -'checkout.js'.length)
    const cookie = 'sandbox-gateway=no-core.panel.nonsense'
    const get = (file: string, headers = {}) => fetch(folder + file, { headers })
    expect((await get('checkout-core.js', { cookie })).status).toBe(404)
    expect((await get('checkout-ui.js', { cookie })).status).toBe(200)
    expect((await get('checkout-core.js')).status).toBe(200)
    expect(await (await get('checkout.js', { cookie })).text()).toMatch(
      /^Object\.assign\(window, .*"sandboxSwitches":\["panel","no-core"\]\}\)\n/,
    )
  })
})
