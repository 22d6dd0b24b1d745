import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import {
  deliveryList,
  endpointList,
  endpointWithSecret,
  type WebhookEvent,
} from '#contract/schemas/staff-webhooks.ts'
import { webhookDelaysMs } from '#server/features/webhooks/jobs.ts'
import { erasePerson } from '#server/features/privacy/erasure-store.ts'
import { auditOf, deskAs } from '#tests/support/desk-records.ts'
import { goodEnquiry, postEnquiry } from '#tests/support/enquiry.ts'
import { everythingOf } from '#tests/support/person.ts'
import { engines } from '#tests/support/place.ts'
import { movingClock } from '#tests/support/server.ts'
import { sharedServer } from '#tests/support/shared.ts'
import { startReceiver, verified, type WebhookReceiver } from '#tests/support/webhook-receiver.ts'
import { recordEvent } from '#server/features/onboarding/mandate/service.ts'
import { newId } from '#server/platform/ids.ts'
import { addExecutive, mandateIdOf, postSigning, signAgreement } from '#tests/support/executive.ts'
import { newSecret } from '#server/features/webhooks/signature-rules.ts'
import { insertEndpoint } from './store.ts'

const HOUR_MS = 3_600_000

describe.each(engines)('webhooks on %s', (engine) => {
  let receiver: WebhookReceiver
  const clock = movingClock()
  const server = sharedServer({ engine, clock })
  beforeEach(async () => {
    receiver = await startReceiver()
    await server.deps.db.deleteFrom('webhook_endpoints').execute()
    await server.deps.db.deleteFrom('jobs').execute()
    await server.deps.db.deleteFrom('records').execute()
    return () => receiver[Symbol.asyncDispose]()
  })

  const call = async (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object) =>
    (await deskAs(server, 'owner'))(`webhooks${path}`, body, method)
  async function add(events: readonly WebhookEvent[] = ['record.received'], url = receiver.url) {
    const answer = await call('POST', '', { url, events })
    expect(answer.status).toBe(201)
    const { endpoint, secret } = endpointWithSecret.parse(answer.body)
    return { id: endpoint.id, secret }
  }
  /** Sends an enquiry and runs the jobs that it enqueues. */
  async function happen(enquiry = goodEnquiry) {
    expect((await postEnquiry(server.url, enquiry)).status).toBe(201)
    await server.workOff()
  }
  const deliveries = async (id: string) =>
    deliveryList.parse((await call('GET', `/${id}/deliveries`)).body).deliveries
  const idsReceived = () => receiver.received.map(({ headers }) => headers['webhook-id'])
  const verifiedLast = (secret: string) => {
    const last = receiver.received.at(-1)
    return last && verified(secret, last, clock.now())
  }

  it('send events to those who asked for them, signed as Standard Webhooks requires, without personal data', async () => {
    const { id, secret } = await add()
    const other = await add(['record.status_changed'])
    await happen()
    const records = server.deps.db.selectFrom('records').select(['reference', 'version'])
    const { reference, version } = await records.executeTakeFirstOrThrow()
    const link = `${server.deps.config.publicUrl}/staff/enquiries/${reference}`
    expect(verifiedLast(secret)).toEqual({
      type: 'record.received',
      timestamp: new Date(clock.now()).toISOString(),
      data: { reference, status: 'new', link },
    })
    expect(verifiedLast(other.secret)).toBe('No matching signature found')
    expect(await deliveries(other.id)).toEqual([])
    const [delivery] = await deliveries(id)
    expect(delivery).toMatchObject({ reference, state: 'delivered', attempts: 1, outcome: '204' })
    const agent = `agency-webhooks (+${server.deps.config.publicUrl})`
    expect(receiver.received[0]?.headers).toMatchObject({ 'user-agent': agent, 'webhook-id': delivery?.id })
    const rows = await server.deps.db.selectFrom('webhook_deliveries').selectAll().execute()
    const all = JSON.stringify([receiver.received, delivery, rows, server.log()])
    for (const value of Object.values(goodEnquiry)) expect(all).not.toContain(value)
    const desk = await deskAs(server, 'recruiter')
    await desk(`records/enquiries/${reference}`, { version, status: 'contacted' }, 'PATCH')
    await server.workOff()
    const changed = { type: 'record.status_changed', data: { reference, status: 'contacted' } }
    expect([verifiedLast(other.secret), receiver.received.length]).toMatchObject([changed, 2])
  })

  it('are tried for three days at the set times under one id, and then given up', async () => {
    const { id, secret } = await add()
    receiver.status = 500
    await postEnquiry(server.url)
    for (const delay of webhookDelaysMs) {
      await server.workOff()
      clock.advance(delay - 1)
      const before = receiver.received.length
      await server.workOff()
      expect(receiver.received).toHaveLength(before)
      clock.advance(1)
    }
    await server.workOff()
    expect(receiver.received).toHaveLength(10)
    expect(new Set(idsReceived()).size).toBe(1)
    expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1)
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(10)
    expect(verifiedLast(secret)).toMatchObject({ type: 'record.received' })
    expect(await deliveries(id)).toMatchObject([{ state: 'failed', attempts: 10, outcome: '500' }])
  })

  it('are sent again on request, under the same id', async () => {
    const { id } = await add()
    receiver.status = 503
    await happen()
    const [delivery] = await deliveries(id)
    receiver.status = 200
    expect((await call('POST', `/deliveries/${delivery?.id}/again`)).status).toBe(202)
    await server.workOff()
    clock.advance(HOUR_MS)
    await server.workOff()
    expect(idsReceived()).toEqual([delivery?.id, delivery?.id])
    expect(await deliveries(id)).toMatchObject([{ state: 'delivered', attempts: 1, outcome: '200' }])
    expect((await call('POST', '/deliveries/msg_none/again')).status).toBe(404)
    expect((await call('POST', '/deliveries/%00/again')).status).toBe(422)
    expect((await call('GET', `/${id}/deliveries?after=1.%00`)).status).toBe(200)
  })

  it('stop at an endpoint that answers 410, until it is enabled again', async () => {
    const { id } = await add()
    receiver.status = 410
    await postEnquiry(server.url)
    await happen()
    const [endpoint] = endpointList.parse((await call('GET', '')).body).endpoints
    expect(endpoint?.disabled).toEqual({ at: new Date(clock.now()).toISOString(), by: 'gone' })
    const [delivery] = await deliveries(id)
    expect((await call('POST', `/deliveries/${delivery?.id}/again`)).status).toBe(409)
    const before = receiver.received.length
    await happen()
    expect(receiver.received).toHaveLength(before)
    receiver.status = 204
    await call('PATCH', `/${id}`, { enabled: true })
    await happen()
    expect(receiver.received).toHaveLength(before + 1)
  })

  it('that wait when their endpoint is disabled are stopped, and no new ones are added', async () => {
    const { id } = await add()
    await postEnquiry(server.url)
    await call('PATCH', `/${id}`, { enabled: false })
    await happen()
    expect([receiver.received, await deliveries(id)]).toMatchObject([[], [{ state: 'stopped', attempts: 0 }]])
  })

  it('are signed with both secrets for a day after a rotation, and two rotations at once lose no secret', async () => {
    const { id, secret: before } = await add()
    const rotate = async () => endpointWithSecret.parse((await call('POST', `/${id}/rotate`)).body)
    const { endpoint, secret } = await rotate()
    expect(endpoint.rotatingUntil).toBe(new Date(clock.now() + 24 * HOUR_MS).toISOString())
    const signed = async (secrets: string[]) => {
      await happen()
      return secrets.map((one) => typeof verifiedLast(one) === 'object')
    }
    expect([secret === before, await signed([before, secret])]).toEqual([false, [true, true]])
    clock.advance(24 * HOUR_MS - 1)
    expect(await signed([before, secret])).toEqual([true, true])
    clock.advance(1)
    expect(await signed([before, secret])).toEqual([false, true])
    const atOnce = await Promise.all([rotate(), rotate()])
    expect(await signed(atOnce.map((one) => one.secret))).toEqual([true, true])
  })

  it('of an erased person are deleted, even while they are being sent', async () => {
    const { id } = await add()
    receiver.status = 500
    await happen({ ...goodEnquiry, email: 'gone@example.in', phone: '9123450000' })
    expect(await deliveries(id)).toHaveLength(1)
    const person = await everythingOf(server.deps, 'gone@example.in')
    await erasePerson(server.deps, person, 'system')
    expect(await deliveries(id)).toEqual([])
    clock.advance(HOUR_MS)
    await server.workOff()
    expect(receiver.received).toHaveLength(1)
  })

  it('have their secrets encrypted, and show them once', async () => {
    const { id, secret } = await add()
    const read = [await call('GET', ''), await call('PATCH', `/${id}`, { events: ['mandate.failed'] })]
    expect(read.map(({ text }) => text).join()).not.toContain(secret)
    const stored = await server.deps.db.selectFrom('webhook_endpoints').selectAll().execute()
    for (const hidden of [secret, receiver.url]) expect(JSON.stringify(stored)).not.toContain(hidden)
  })

  it('are not sent to a deleted endpoint, its log is deleted, and the audit log has each change', async () => {
    const { id } = await add()
    const other = await add()
    await call('PATCH', `/${id}`, { events: ['record.received', 'mandate.failed'] })
    await postEnquiry(server.url)
    const left = await call('DELETE', `/${id}`)
    expect(endpointList.parse(left.body).endpoints.map((one) => one.id)).toEqual([other.id])
    await server.workOff()
    expect(receiver.received).toHaveLength(1)
    expect((await call('GET', `/${id}/deliveries`)).status).toBe(404)
    expect((await call('DELETE', `/${id}`)).status).toBe(404)
    const { db } = server.deps
    const rows = db.selectFrom('webhook_deliveries').where('endpoint_id', '=', id)
    expect(await rows.selectAll().execute()).toEqual([])
    const entry = { action: 'webhooks', actor: expect.stringMatching(/^staff:/) }
    const details = ['added', 'events', 'deleted'].map((change) => JSON.stringify({ change }))
    expect(await auditOf(server, id)).toEqual(details.map((detail) => ({ ...entry, detail })))
  })

  it('are sent to at most twenty enabled endpoints; disabled ones do not count', async () => {
    const added = []
    for (let count = 0; count < 20; count += 1) added.push(await add())
    const one = { url: receiver.url, events: ['record.received'] }
    const refused = { status: 422, body: { message: expect.stringContaining('20 enabled endpoints') } }
    expect(await call('POST', '', one)).toMatchObject(refused)
    await call('PATCH', `/${added[0]?.id}`, { enabled: false })
    expect((await call('POST', '', one)).status).toBe(201)
    expect(await call('PATCH', `/${added[0]?.id}`, { enabled: true })).toMatchObject(refused)
    expect((await call('DELETE', `/${added[1]?.id}`)).status).toBe(200)
    expect((await call('PATCH', `/${added[0]?.id}`, { enabled: true })).status).toBe(200)
  })
})

describe('webhooks about an executive', () => {
  const clock = movingClock()
  const server = sharedServer({ clock })

  /** Adds an endpoint for these events only; returns a function that sends all jobs and returns what it received. */
  async function listenTo(...events: WebhookEvent[]) {
    const receiver = await startReceiver()
    onTestFinished(() => receiver[Symbol.asyncDispose]())
    await server.deps.db.deleteFrom('webhook_endpoints').execute()
    const secret = newSecret()
    const endpoint = { id: newId(), createdAt: clock.now(), url: receiver.url }
    await insertEndpoint(server.deps, { ...endpoint, secret, events })
    return async () => {
      await server.workOff()
      return receiver.received.map((one) => verified(secret, one, clock.now()))
    }
  }
  /** The whole content of an event. */
  const told = (type: WebhookEvent, { reference }: { reference: string }, status: string) => ({
    type,
    timestamp: new Date(clock.now()).toISOString(),
    data: { reference, status, link: `${server.deps.config.publicUrl}/staff/executives/${reference}` },
  })

  it.each([
    ['active', 'mandate.active', 'active'],
    ['failed', 'mandate.failed', 'signed_mandate_failed'],
  ] as const)(
    'report a mandate that is %s, in the commit of the change or not at all',
    async (status, type, shown) => {
      const heard = await listenTo('mandate.active', 'mandate.failed')
      const person = await addExecutive(server.deps)
      // The person counts as active once the agreement is signed.
      await signAgreement(server, person)
      const { db, cipher } = server.deps
      const mandateId = await mandateIdOf(server.deps, person.id)
      const event = { mandateId, at: clock.now(), source: 'asked', status } as const
      const undone = db.transaction().execute(async (trx) => {
        await recordEvent(trx, cipher, event)
        throw new Error('undone')
      })
      await expect(undone).rejects.toThrow('undone')
      expect(await heard()).toEqual([])
      await db.transaction().execute((trx) => recordEvent(trx, cipher, event))
      await db.transaction().execute((trx) => recordEvent(trx, cipher, event))
      expect(await heard()).toEqual([told(type, person, shown)])
    },
  )

  it('report once an agreement that two requests sign, and report no refused one', async () => {
    const heard = await listenTo('agreement.signed')
    const person = await addExecutive(server.deps)
    await server.workOff()
    const sign = (signName = person.name) => postSigning(server.url, { id: person.link, signName })
    expect((await sign('Somebody Else')).status).toBe(422)
    expect(await heard()).toEqual([])
    const statuses = (await Promise.all([sign(), sign()])).map(({ status }) => status)
    expect(statuses).toContain(200)
    expect(await heard()).toEqual([told('agreement.signed', person, 'signed')])
  })
})
