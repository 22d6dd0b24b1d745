import cookie from '@fastify/cookie'
import { beforeEach, describe, expect, it } from 'vitest'
import { createFieldCipher } from '#server/platform/crypto/field-cipher.ts'
import type { Db } from '#server/platform/db/client.ts'
import { engines } from '#tests/support/place.ts'
import { movingClock } from '#tests/support/server.ts'
import { sharedDatabase } from '#tests/support/shared.ts'
import type { VisitorData } from './store.ts'
import { createSessions } from './sessions.ts'
import Fastify, { type FastifyInstance } from 'fastify'

const MINUTE = 60_000

function opening(what: string) {
  return (data: VisitorData) => ({ ...data, opened: [...data.opened, what] })
}

async function forgetTokens(trx: Db): Promise<void> {
  await trx.updateTable('sessions').set({ hash: 'another' }).execute()
}

describe.each(engines)('a visitor’s session on %s', (engine) => {
  const cipher = createFieldCipher(Buffer.alloc(32, 7))
  let clock = movingClock()
  const database = sharedDatabase(engine)
  let app: FastifyInstance

  /** A second server on the same database, with a few calls that use sessions. */
  async function open(db = database.open()): Promise<FastifyInstance> {
    const sessions = createSessions({ db, cipher, clock, config: { publicUrl: 'http://localhost' } })
    const server = Fastify()
    await server.register(cookie)
    server.get('/', async (request) => (await sessions.read(request)) ?? {})
    server.get('/photo', async (request) => {
      const visitor = await sessions.read(request)
      return { photo: visitor && (await sessions.photo(visitor)) }
    })
    server.post<{ Querystring: { add: string; rotate?: string; photo?: string } }>('/', (request, reply) => {
      const { add, rotate, photo } = request.query
      const options = { rotate: rotate !== undefined, ...(photo === undefined ? {} : { photo }) }
      return sessions.change(reply, opening(add), options)
    })
    server.post('/twice', async (_, reply) => {
      await sessions.change(reply, opening('first'))
      return sessions.change(reply, opening('second'), { rotate: true })
    })
    // Two of these calls wait for each other, so that both begin before either changes anything.
    const begun: (() => void)[] = []
    server.post<{ Querystring: { add: string } }>('/begun', async (request, reply) => {
      if (await sessions.read(request)) {
        await new Promise<void>((resolve) => begun.push(resolve) === 2 && begun.forEach((go) => go()))
      }
      return sessions.change(reply, opening(request.query.add), { rotate: true })
    })
    server.post('/ended', async (request, reply) => {
      await sessions.read(request)
      await db.deleteFrom('sessions').execute()
      return sessions.change(reply, opening('late'))
    })
    server.post('/look', async (request) => (await sessions.read(request)) ?? {})
    server.post('/also', (_, reply) => sessions.change(reply, (data) => data, { also: forgetTokens }))
    return server
  }

  /** Sends a request and returns the answer with the visitor's token afterwards. */
  async function call(method: 'GET' | 'POST', url: string, token?: string, server = app) {
    const response = await server.inject({ method, url, cookies: token ? { v: token } : {} })
    if (response.statusCode === 401) return { refused: true, token }
    const given = response.cookies.find(({ name }) => name === 'v')?.value
    const body: { id?: string; data?: { opened: string[] }; photo?: string } = response.json()
    return { id: body.id, seen: body.data?.opened, photo: body.photo, given, token: given ?? token }
  }

  beforeEach(async () => {
    clock = movingClock()
    app = await open(database.db)
    await database.db.deleteFrom('sessions').execute()
  })

  it('begins with the first change, never with a read', async () => {
    expect(await call('GET', '/')).toEqual({})
    const { token, seen } = await call('POST', '/?add=a')
    expect([token, seen]).toEqual([expect.stringMatching(/^[\w-]{32}$/), ['a']])
    expect(await call('GET', '/', token)).toMatchObject({ seen: ['a'], given: undefined })
    expect(await call('POST', '/?add=b', token)).toMatchObject({ seen: ['a', 'b'], given: undefined })
    expect(await database.db.selectFrom('sessions').select('id').execute()).toHaveLength(1)
  })

  it('ends thirty minutes after its last use', async () => {
    const { token } = await call('POST', '/?add=a')
    for (let uses = 0; uses < 3; uses += 1) {
      clock.advance(29 * MINUTE)
      expect((await call('GET', '/', token)).seen).toEqual(['a'])
    }
    clock.advance(30 * MINUTE)
    expect((await call('GET', '/', token)).seen).toBeUndefined()
    const next = await call('POST', '/?add=b', token)
    expect([next.seen, next.token === token]).toEqual([['b'], false])
  })

  it('ends when a clock that was ahead is corrected, except by a minute', async () => {
    clock.advance(25 * 60 * MINUTE)
    const { token } = await call('POST', '/?add=a')
    clock.advance(-MINUTE)
    expect((await call('GET', '/', token)).seen).toEqual(['a'])
    clock.advance(-24 * 60 * MINUTE)
    expect((await call('GET', '/', token)).seen).toBeUndefined()
  })

  it('ends after four hours, however often it is used', async () => {
    const { token } = await call('POST', '/?add=a')
    for (let passed = 20; passed < 240; passed += 20) {
      clock.advance(20 * MINUTE)
      expect((await call('POST', `/?add=${passed}`, token)).seen?.[0]).toBe('a')
    }
    clock.advance(20 * MINUTE)
    expect((await call('GET', '/', token)).seen).toBeUndefined()
  })

  it('has a new token after a proof; the earlier one works until the new one is used', async () => {
    const before = await call('POST', '/?add=a')
    const after = await call('POST', '/?add=b&rotate', before.token)
    expect([after.id, after.token === before.token]).toEqual([before.id, false])
    expect((await call('GET', '/', before.token)).seen).toEqual(['a', 'b'])
    expect((await call('GET', '/', after.token)).seen).toEqual(['a', 'b'])
    expect((await call('GET', '/', before.token)).seen).toBeUndefined()
  })

  it('is not opened by the earlier token after fifteen seconds', async () => {
    const before = await call('POST', '/?add=a')
    const after = await call('POST', '/?add=b&rotate', before.token)
    clock.advance(14_999)
    expect((await call('GET', '/', before.token)).seen).toEqual(['a', 'b'])
    clock.advance(1)
    expect((await call('GET', '/', before.token)).seen).toBeUndefined()
    expect((await call('GET', '/', after.token)).seen).toEqual(['a', 'b'])
  })

  it('cannot be changed with the earlier token, which gets no new one', async () => {
    const before = await call('POST', '/?add=a')
    const after = await call('POST', '/?add=b&rotate', before.token)
    expect(await call('POST', '/?add=c', before.token)).toEqual({ refused: true, token: before.token })
    expect((await call('POST', '/look', before.token)).seen).toBeUndefined()
    expect((await call('GET', '/', after.token)).seen).toEqual(['a', 'b'])
  })

  it('is changed by only one of two simultaneous rotations', async () => {
    const { token } = await call('POST', '/begun?add=a')
    const answers = await Promise.all(['b', 'c'].map((add) => call('POST', `/begun?add=${add}`, token)))
    const [one, ...others] = answers.filter((answer) => !('refused' in answer))
    expect(others).toEqual([])
    expect((await call('GET', '/', one?.token)).seen).toEqual(one?.seen)
  })

  it('is not begun again by a request during which it ended', async () => {
    const { token } = await call('POST', '/?add=a')
    expect(await call('POST', '/ended', token)).toEqual({ refused: true, token })
    expect(await database.db.selectFrom('sessions').select('id').execute()).toEqual([])
  })

  it('loses none of many changes at once, in two processes', async () => {
    const { token } = await call('POST', '/?add=first')
    const other = await open()
    const names = Array.from({ length: 20 }, (_, at) => `n${at}`)
    await Promise.all(names.map((name, at) => call('POST', `/?add=${name}`, token, at % 2 ? app : other)))
    const { seen } = await call('GET', '/', token, other)
    expect(seen?.toSorted()).toEqual(['first', ...names].toSorted())
  })

  it('is one session when one answer changes it twice', async () => {
    const { token, seen } = await call('POST', '/twice')
    expect(seen).toEqual(['first', 'second'])
    expect((await call('GET', '/', token)).seen).toEqual(['first', 'second'])
    expect(await database.db.selectFrom('sessions').select('id').execute()).toHaveLength(1)
  })

  it('writes accompanying rows even if the session does not change', async () => {
    const { token } = await call('POST', '/?add=a')
    await call('POST', '/also', token)
    expect((await call('GET', '/', token)).seen).toBeUndefined()
  })

  it('is not opened by an altered or malformed token', async () => {
    const { token = '' } = await call('POST', '/?add=a')
    const other = token.startsWith('a') ? 'b' : 'a'
    for (const bad of [other + token.slice(1), token.slice(1), `${token}a`, '', "' or 1=1 --", '%00']) {
      expect([bad, (await call('GET', '/', bad)).seen]).toEqual([bad, undefined])
    }
    const { hash } = await database.db.selectFrom('sessions').select('hash').executeTakeFirstOrThrow()
    expect((await call('GET', '/', hash)).seen).toBeUndefined()
  })

  it('stores a photo until it is replaced or removed', async () => {
    const { token } = await call('POST', '/?add=a&photo=QUJD')
    expect((await call('GET', '/photo', token)).photo).toBe('QUJD')
    await call('POST', '/?add=b', token)
    await call('POST', '/?add=c&photo=REVG', token)
    expect((await call('GET', '/photo', token)).photo).toBe('REVG')
    await call('POST', '/?add=d&photo=', token)
    expect((await call('GET', '/photo', token)).photo).toBeUndefined()
  })

  it('is deleted together with its photo', async () => {
    const photos = () => database.db.selectFrom('session_photos').selectAll().execute()
    await call('POST', '/?add=a&photo=QUJD')
    expect(await photos()).toHaveLength(1)
    await database.db.deleteFrom('sessions').execute()
    expect(await photos()).toEqual([])
  })
})
