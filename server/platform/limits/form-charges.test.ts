import { once } from 'node:events'
import { connect } from 'node:net'
import cookie from '@fastify/cookie'
import Fastify, { type FastifyRequest } from 'fastify'
import { describe, expect, it } from 'vitest'
import { createFieldCipher } from '#server/platform/crypto/field-cipher.ts'
import { type MovingClock, movingClock } from '#tests/support/server.ts'
import { createFormCharges } from './form-charges.ts'
import { createLimits } from './memory-limits.ts'

const MINUTE = 60_000
const STORED_BYTES = 5000

interface Body {
  /** What the route answers. */
  status: number
  /** Processor time that it says the request took. */
  ms?: number
  text?: string
}

/** A form whose route stores what it answers 201 to. */
async function formOf({ clock = movingClock(), publicUrl = 'https://agency.example', scale = 1 } = {}) {
  const app = Fastify()
  await app.register(cookie)
  app.decorate('languages', ['en'])
  const deps = { clock, cipher: createFieldCipher(Buffer.alloc(32, 7)), limit: createLimits(scale) }
  const config = { publicUrl, rateLimitScale: 1 }
  const charges = createFormCharges({ ...deps, config }, { name: 'letter', storedBytes: STORED_BYTES })
  const route = {
    ...charges.hooks,
    async handler(request: FastifyRequest<{ Body: Body }>, reply: Parameters<typeof charges.stored>[0]) {
      const { status, ms = 0, text = '' } = request.body
      charges.took(request, ms)
      if (status === 201 && !(await charges.mayStore(request, text.length)).allowed) reply.code(507)
      else if (status === 201) await charges.stored(reply.code(201), text.length)
      else reply.code(status)
      return {}
    },
  }
  app.route({ method: 'POST', url: '/', ...route } as never)
  const post = async (body: Body, given: { from?: string; cookie?: string } = {}) => {
    const answer = await app.inject({
      method: 'POST',
      url: '/',
      remoteAddress: given.from ?? '203.0.113.1',
      headers: given.cookie === undefined ? {} : { cookie: given.cookie },
      payload: body,
    })
    const [set = ''] = [answer.headers['set-cookie'] ?? []].flat()
    return { status: answer.statusCode, wait: answer.headers['retry-after'], set, body: answer.json() }
  }
  return { app, post, cookieOf: ({ set }: { set: string }) => set.split(';')[0] ?? '' }
}

describe('an address', () => {
  it('stores a thousand records in an hour, here a tenth, whatever browsers drop their cookie, and no other waits for it', async () => {
    const { post } = await formOf({ scale: 0.1 })
    for (let count = 0; count < 100; count += 1) expect((await post({ status: 201 })).status).toBe(201)
    const wait = expect.stringMatching(/^3[56]\d\d$/)
    expect(await post({ status: 201 })).toMatchObject({ status: 429, wait })
    expect((await post({ status: 201 }, { from: '203.0.113.2' })).status).toBe(201)
  })

  it('is not charged for attempts: what is corrected and sent again costs almost nothing', async () => {
    const { post } = await formOf({ scale: 0.1 })
    for (let count = 0; count < 200; count += 1) expect((await post({ status: 422 })).status).toBe(422)
    expect((await post({ status: 201 })).status).toBe(201)
  })

  it('that cost a minute of processor time with what was refused waits ten minutes at most', async () => {
    const { post } = await formOf()
    for (let count = 0; count < 6; count += 1) await post({ status: 415, ms: 10_000 })
    const wait = expect.stringMatching(/^(600|5\d\d)$/)
    expect(await post({ status: 201 })).toMatchObject({ status: 429, wait })
    expect((await post({ status: 201 }, { from: '203.0.113.2' })).status).toBe(201)
  })

  it('is charged nothing for faults of ours, nor for the checks of what was stored', async () => {
    const { post } = await formOf()
    for (let count = 0; count < 20; count += 1) await post({ status: 503, ms: 10_000 })
    for (let count = 0; count < 20; count += 1) await post({ status: 201, ms: 10_000 })
    expect((await post({ status: 201 })).status).toBe(201)
  })

  it('stores so many bytes, and is told before more are stored', async () => {
    const { post } = await formOf()
    const letter = { status: 201, text: 'x'.repeat(STORED_BYTES / 2) }
    const tried = [letter, letter, letter, { status: 201 }]
    const statuses: number[] = []
    for (const one of tried) statuses.push((await post(one)).status)
    expect(statuses).toEqual([201, 201, 507, 201])
  })
})

describe('the bytes of what was refused', () => {
  it('are those that came, and not those that the sender announced', async () => {
    // 200 KiB in ten minutes.
    const { app } = await formOf({ scale: 0.001 })
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

describe('a browser', () => {
  async function sentThree(clock: MovingClock) {
    const form = await formOf({ clock })
    let cookie: string | undefined
    for (let count = 0; count < 3; count += 1) {
      const answer = await form.post({ status: 201 }, cookie === undefined ? {} : { cookie })
      expect(answer.status).toBe(201)
      cookie = form.cookieOf(answer)
    }
    return { post: form.post, cookie: cookie ?? '' }
  }

  it('stores three records in an hour from the first on, wherever it is', async () => {
    const clock = movingClock()
    const { post, cookie } = await sentThree(clock)
    clock.advance(20 * MINUTE)
    const message = 'This form was sent several times from this browser. Please try again in 40 minutes.'
    const refusal = { status: 429, wait: '2400', set: '', body: { message, code: 'rate_limited' } }
    expect(await post({ status: 201 }, { cookie, from: '198.51.100.1' })).toEqual(refusal)
    clock.advance(40 * MINUTE)
    expect((await post({ status: 201 }, { cookie })).status).toBe(201)
  })

  it('is given a cookie by a stored record alone, for no script, with nothing of anybody', async () => {
    const { post } = await formOf()
    expect((await post({ status: 422 })).set).toBe('')
    expect((await post({ status: 201 })).set).toMatch(
      /^__Host-sent-letter=1\.\d{13}\.[\w-]{22}; Max-Age=3600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    )
    const plain = await (await formOf({ publicUrl: 'http://localhost' })).post({ status: 201 })
    expect(plain.set).toMatch(/^sent-letter=[^;]+; Max-Age=3600; Path=\/; HttpOnly; SameSite/)
  })

  it('is not held to a cookie that is not ours, was altered, or was given by a clock that stood ahead', async () => {
    const clock = movingClock()
    const { post, cookie } = await sentThree(clock)
    const [, endsAt = '', signature = ''] = cookie.split('.')
    const wrong = [
      `4.${endsAt}.${signature}`,
      `3.${Number(endsAt) + 1}.${signature}`,
      `3.${endsAt}.x`,
      'many',
    ]
    for (const value of wrong)
      expect((await post({ status: 201 }, { cookie: `__Host-sent-letter=${value}` })).status).toBe(201)
    expect((await post({ status: 201 }, { cookie })).status).toBe(429)
    clock.advance(-60 * MINUTE)
    expect((await post({ status: 201 }, { cookie })).status).toBe(201)
  })
})
