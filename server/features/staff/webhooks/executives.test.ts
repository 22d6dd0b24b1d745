import { beforeEach, describe, expect, it } from 'vitest'
import type { WebhookEvent } from '#contract/schemas/staff-webhooks.ts'
import { recordEvent } from '#server/features/onboarding/mandate/service.ts'
import { newId } from '#server/platform/ids.ts'
import { addExecutive, postSigning, signAgreement, type TestExecutive } from '#tests/support/executive.ts'
import { movingClock } from '#tests/support/server.ts'
import { sharedServer } from '#tests/support/shared.ts'
import { startReceiver, verified, type WebhookReceiver } from '#tests/support/webhook-receiver.ts'
import { newSecret } from './service.ts'
import { insertEndpoint } from './store.ts'

describe('webhooks about an executive', () => {
  let receiver: WebhookReceiver
  let secret: string
  const clock = movingClock()
  const server = sharedServer({ clock })
  beforeEach(async () => {
    receiver = await startReceiver()
    return () => receiver[Symbol.asyncDispose]()
  })

  async function listenTo(...events: WebhookEvent[]) {
    await server.deps.db.deleteFrom('webhook_endpoints').execute()
    await server.deps.db.deleteFrom('webhook_deliveries').execute()
    secret = newSecret()
    const endpoint = { id: newId(), createdAt: clock.now(), url: receiver.url, secret, events }
    await insertEndpoint(server.deps, endpoint)
  }

  async function mandateOf({ id }: TestExecutive): Promise<string> {
    const row = server.deps.db.selectFrom('executives').select('mandate_id').where('id', '=', id)
    return (await row.executeTakeFirstOrThrow()).mandate_id
  }

  /** What is waiting or was sent, in the tables and at the receiver. */
  async function enqueued() {
    await server.workOff()
    const rows = await server.deps.db.selectFrom('webhook_deliveries').select('type').execute()
    return { rows: rows.map(({ type }) => type), received: receiver.received.length }
  }

  async function expectOnly(type: WebhookEvent, person: TestExecutive, status: string) {
    const at = clock.now()
    expect(await enqueued()).toEqual({ rows: [type], received: 1 })
    const { publicUrl } = server.deps.config
    const { reference, id, link, name, email, phone } = person
    expect(receiver.received.map((one) => verified(secret, one, at))).toEqual([
      {
        type,
        timestamp: new Date(at).toISOString(),
        data: { reference, status, link: `${publicUrl}/staff/executives/${reference}` },
      },
    ])
    const all = JSON.stringify(receiver.received)
    for (const personal of [id, link, name, email, phone, 'Surat', '123456789012'])
      expect(all).not.toContain(personal)
  }

  it.each([
    ['active', 'mandate.active', 'active'],
    ['failed', 'mandate.failed', 'signed_mandate_failed'],
  ] as const)('tell of a mandate that is %s, with the change or not at all', async (status, type, shown) => {
    await listenTo('mandate.active', 'mandate.failed')
    const person = await addExecutive(server.deps)
    // It counts as active once the agreement is signed.
    await signAgreement(server, person)
    const event = { mandateId: await mandateOf(person), at: clock.now(), source: 'asked', status } as const
    const { db } = server.deps
    const undone = db.transaction().execute(async (trx) => {
      await recordEvent(trx, server.deps.cipher, event)
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect(await enqueued()).toEqual({ rows: [], received: 0 })
    await db.transaction().execute((trx) => recordEvent(trx, server.deps.cipher, event))
    await db.transaction().execute((trx) => recordEvent(trx, server.deps.cipher, event))
    await expectOnly(type, person, shown)
  })

  it('tell once of an agreement that two requests sign, and nobody of one that is refused', async () => {
    await listenTo('agreement.signed')
    const person = await addExecutive(server.deps)
    await server.workOff()
    expect((await postSigning(server.url, { id: person.link, signName: 'Somebody Else' })).status).toBe(422)
    expect(await enqueued()).toEqual({ rows: [], received: 0 })
    const sign = () => postSigning(server.url, { id: person.link, signName: person.name })
    const statuses = (await Promise.all([sign(), sign()])).map(({ status }) => status)
    expect(statuses).toContain(200)
    await expectOnly('agreement.signed', person, 'signed')
  })
})
