import { once } from 'node:events'
import { connect } from 'node:net'
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify'
import { describe, expect, it } from 'vitest'
import { answerError } from '#server/platform/http/http-errors.ts'
import { createFormCharges } from './form-charges.ts'
import { createFloodLimits } from './flood-limits.ts'
import { ifLeft } from './limit-reached.ts'

const STORED_BYTES = 16 * 1024 * 1024

interface Body {
  /** The route's answer. */
  status: number
  text?: string
}

/** A form whose route stores what it answers with 201. */
async function formOf(rateLimitScale = 1) {
  const app = Fastify({ bodyLimit: STORED_BYTES })
  app.decorate('languages', ['en'])
  app.setErrorHandler(answerError)
  const budgets = { smsDailyBudget: 1, aadhaarDailyBudget: 1, inboxDailyBudget: 1 }
  const charges = createFormCharges(createFloodLimits({ ...budgets, rateLimitScale }), 'enquiry')
  const route = {
    ...charges.hooks,
    async handler(request: FastifyRequest<{ Body: Body }>, reply: FastifyReply) {
      const { status, text = '' } = request.body
      const hasRoom = await ifLeft(charges.checkBytes(request, text.length).then(() => true))
      if (status === 201 && !hasRoom) reply.code(507)
      else if (status === 201) await charges.stored(request, text.length)
      if (!reply.sent && reply.statusCode !== 507) reply.code(status)
      return {}
    },
  }
  app.route({ method: 'POST', url: '/', ...route } as never)
  const post = async (body: Body, from = '203.0.113.1') => {
    const answer = await app.inject({ method: 'POST', url: '/', remoteAddress: from, payload: body })
    return { status: answer.statusCode, wait: answer.headers['retry-after'] }
  }
  return { app, post }
}

describe('an address', () => {
  it('stores a thousand records an hour, here a tenth, without delaying others', async () => {
    const { post } = await formOf(0.1)
    for (let count = 0; count < 100; count += 1) expect((await post({ status: 201 })).status).toBe(201)
    const wait = expect.stringMatching(/^3[56]\d\d$/)
    expect(await post({ status: 201 })).toMatchObject({ status: 429, wait })
    expect((await post({ status: 201 }, '203.0.113.2')).status).toBe(201)
  })

  it('is not charged for attempts: corrected and repeated forms cost almost nothing', async () => {
    const { post } = await formOf(0.1)
    for (let count = 0; count < 200; count += 1) expect((await post({ status: 422 })).status).toBe(422)
    expect((await post({ status: 201 })).status).toBe(201)
  })

  it('that got the answer «already applied» too often waits ten minutes at most', async () => {
    // Two of the 200 MiB.
    const { post } = await formOf(0.01)
    for (let count = 0; count < 12; count += 1) expect((await post({ status: 409 })).status).toBe(409)
    const wait = expect.stringMatching(/^(600|5\d\d)$/)
    expect(await post({ status: 201 })).toMatchObject({ status: 429, wait })
    expect((await post({ status: 201 }, '203.0.113.2')).status).toBe(201)
  })

  it('is charged nothing for faults of ours', async () => {
    const { post } = await formOf(0.001)
    for (let count = 0; count < 300; count += 1) await post({ status: 503 })
    expect((await post({ status: 201 })).status).toBe(201)
  })

  it('stores so many bytes, and is refused before more are stored', async () => {
    const { post } = await formOf()
    const letter = { status: 201, text: 'x'.repeat(STORED_BYTES / 2 - 100) }
    const tried = [letter, letter, letter, { status: 201 }]
    const statuses: number[] = []
    for (const one of tried) statuses.push((await post(one)).status)
    expect(statuses).toEqual([201, 201, 507, 201])
  })
})

describe('the bytes of what was refused', () => {
  it('are those that arrived, not those that the sender announced', async () => {
    // 200 KiB in ten minutes.
    const { app } = await formOf(0.001)
    const url = await app.listen({ port: 0, host: '127.0.0.1' })
    const post = async (text = '') =>
      (await fetch(url, { method: 'POST', ...json, body: JSON.stringify({ status: 422, text }) })).status
    const announced = `POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 900000\r\n\r\n{`
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    const aborted = new Promise((resolve) => app.server.once('connection', (at) => at.once('close', resolve)))
    socket.write(announced)
    await once(app.server, 'request')
    socket.destroy()
    await aborted
    const sizes = [0, 60_000, 60_000, 60_000]
    for (const size of sizes) expect(await post('x'.repeat(size))).toBe(422)
    expect(await post()).toBe(429)
    await app.close()
  })
})

const json = { headers: { 'content-type': 'application/json' } }
