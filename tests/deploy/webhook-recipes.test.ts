import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { sharedDesk } from '#tests/support/desk-records.ts'
import { postEnquiry } from '#tests/support/enquiry.ts'
import { shared, sharedServer } from '#tests/support/shared.ts'
import { type ReceivedWebhook, startReceiver, verified } from '#tests/support/webhook-receiver.ts'

const guide = readFileSync(join(import.meta.dirname, '../../docs/staff-owners.md'), 'utf8')

/** Returns the only block of code in that language in the owners' guide. */
function recipe(language: string): string {
  const [found, ...others] = [...guide.matchAll(new RegExp(`^\`\`\`${language}\n([^]*?)\n\`\`\``, 'gm'))]
  expect(others).toEqual([])
  return found?.[1] ?? ''
}

/** Returns what n8n's Code node answers to an item of its Webhook node, in the mode for all items. */
function runInN8n({ headers, body }: ReceivedWebhook, secret: string): unknown {
  const item = { json: { headers }, binary: { data: { data: Buffer.from(body).toString('base64') } } }
  const names = ['require', '$input', '$env']
  const node = new Function(...names, recipe('js')) as (...values: unknown[]) => unknown
  return node(createRequire(import.meta.url), { first: () => item }, { AGENCY_WEBHOOK_SECRET: secret })
}

/** Evaluates Odoo's “Target Record” for each payload over a model without leads; returns the leads. */
const odoo = `
import json, sys
leads = []
class Model:
    def search(self, domain, limit):
        [(field, operator, value)] = domain
        assert operator == '='
        return [lead for lead in leads if lead[field] == value][:limit]
    def create(self, values):
        leads.append(values)
        return [values]
expression, payloads = json.load(sys.stdin)
for payload in payloads:
    assert eval(expression, {'model': Model(), 'payload': payload})
print(json.dumps(leads))
`

interface WithSecret {
  endpoint: { id: string }
  secret: string
}

function withHeader(name: string, value: string) {
  return ({ headers, body }: ReceivedWebhook) => ({ headers: { ...headers, [name]: value }, body })
}

describe('the owners’ guide to webhooks', () => {
  const server = sharedServer()
  const receiver = shared(startReceiver)
  const call = sharedDesk(server, 'owner')
  let made: WithSecret
  beforeAll(async () => {
    made = (await call<WithSecret>('webhooks', { url: receiver.url, events: ['record.received'] })).body
  })

  async function deliver(): Promise<ReceivedWebhook> {
    expect((await postEnquiry(server.url)).status).toBe(201)
    await server.workOff()
    const delivery = receiver.received.at(-1)
    if (!delivery) throw new Error('Nothing was delivered')
    return delivery
  }

  it('verifies a delivery in n8n as the package of Standard Webhooks does', async () => {
    const delivery = await deliver()
    const payload = verified(made.secret, delivery, Date.now())
    expect(payload).toMatchObject({ type: 'record.received' })
    expect(runInN8n(delivery, made.secret)).toEqual([{ json: payload }])
  })

  it('verifies in n8n with either secret during a rotation', async () => {
    const { body } = await call<WithSecret>(`webhooks/${made.endpoint.id}/rotate`, {})
    const delivery = await deliver()
    for (const secret of [made.secret, body.secret]) {
      expect(runInN8n(delivery, secret)).toEqual([{ json: JSON.parse(delivery.body) }])
    }
  })

  it.each<[string, (delivery: ReceivedWebhook) => ReceivedWebhook]>([
    ['an altered text', ({ headers, body }) => ({ headers, body: body.replace('"new"', '"won"') })],
    ['another id', withHeader('webhook-id', 'msg_other')],
    ['a signature of another length', withHeader('webhook-signature', 'v1,AAAA')],
    ['a time that is not the signed one', withHeader('webhook-timestamp', '1')],
  ])('refuses %s in n8n', async (_, change) => {
    const delivery = change(await deliver())
    expect(() => runInN8n(delivery, made.secret)).toThrow('not from the agency’s site')
  })

  it('refuses in n8n what was signed with another secret, or too long ago', async () => {
    const delivery = await deliver()
    expect(() => runInN8n(delivery, `whsec_${Buffer.alloc(32).toString('base64')}`)).toThrow('not from')
    const { now } = Date
    try {
      Date.now = () => now() + 301_000
      expect(() => runInN8n(delivery, made.secret)).toThrow('not from')
    } finally {
      Date.now = now
    }
  })

  it('makes one lead of each record in Odoo, however often it is delivered', async ({ skip }) => {
    if (spawnSync('python3', ['--version']).error) skip('python3 is not installed')
    const payloads = [await deliver(), await deliver()].map(({ body }) => JSON.parse(body))
    const input = JSON.stringify([recipe('python'), [...payloads, ...payloads]])
    const { stdout, stderr } = spawnSync('python3', ['-c', odoo], { input, encoding: 'utf8' })
    expect(stderr).toBe('')
    const leads = payloads.map(({ data }) => ({ name: data.reference, website: data.link }))
    expect(JSON.parse(stdout)).toEqual(leads)
  })
})
