import { describe, expect, it } from 'vitest'
import { insertEndpoint } from '#server/features/staff/webhooks/store.ts'
import { newSecret } from '#server/features/staff/webhooks/service.ts'
import { newId } from '#server/platform/ids.ts'
import { startProcess } from '#tests/support/child.ts'
import { postEnquiry } from '#tests/support/enquiry.ts'
import { makePlace, type Place } from '#tests/support/place.ts'
import { openKept, passClaims } from '#tests/support/resilience/stored.ts'
import { startReceiver, verified, type WebhookReceiver } from '#tests/support/webhook-receiver.ts'

const PUBLIC_URL = 'http://localhost:3000'

async function addEndpoint(place: Place, { url }: WebhookReceiver): Promise<string> {
  await using kept = await openKept(place)
  const secret = newSecret()
  await insertEndpoint(kept, { id: newId(), createdAt: Date.now(), url, secret, events: ['record.received'] })
  return secret
}

/** Resolves once that is written down of the delivery. */
async function untilWritten(place: Place, outcome: { state: string; outcome: string }): Promise<void> {
  await using kept = await openKept(place)
  const only = () => kept.db.selectFrom('webhook_deliveries').selectAll().executeTakeFirstOrThrow()
  await expect.poll(only, { interval: 20 }).toMatchObject(outcome)
}

/** Makes the job due that the process which was killed left. */
async function makeDue(place: Place): Promise<void> {
  await using kept = await openKept(place)
  await passClaims(kept)
}

describe('a webhook', () => {
  it('whose process is killed between two attempts, and in one, goes on under the same id', async () => {
    await using place = await makePlace('sqlite')
    await using receiver = await startReceiver()
    const start = () => startProcess({ ...place.settings, PUBLIC_URL })
    receiver.status = 500
    let secret: string
    {
      await using server = start()
      const url = await server.url
      secret = await addEndpoint(place, receiver)
      expect((await postEnquiry(url)).status).toBe(201)
      await untilWritten(place, { state: 'waiting', outcome: '500' })
      await server.kill('SIGKILL')
    }
    await makeDue(place)
    receiver.onReceive = () => new Promise(() => undefined)
    {
      const before = receiver.received.length
      await using server = start()
      await expect.poll(() => receiver.received.length, { interval: 20 }).toBeGreaterThan(before)
      await server.kill('SIGKILL')
    }
    await makeDue(place)
    receiver.onReceive = () => Promise.resolve()
    receiver.status = 204
    await using last = start()
    await untilWritten(place, { state: 'delivered', outcome: '204' })
    await last.kill('SIGTERM')
    const sent = receiver.received.map(({ headers, body }) => `${headers['webhook-id']} ${body}`)
    expect(sent.length).toBeGreaterThan(2)
    expect(new Set(sent).size).toBe(1)
    for (const one of receiver.received)
      expect(verified(secret, one, Date.now())).toMatchObject({ type: 'record.received' })
  })
})
