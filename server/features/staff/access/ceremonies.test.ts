import { describe, expect, it } from 'vitest'
import { accessMessages } from '#contract/messages/staff-access.ts'
import { staffApi } from '#contract/paths.ts'
import type { StaffRole } from '#contract/schemas/staff-permissions.ts'
import { Refused } from '#server/features/staff/desk-rules.ts'
import { tokenHash } from '#server/platform/crypto/tokens.ts'
import { newId } from '#server/platform/ids.ts'
import { type Asked, newAuthenticator } from '#tests/support/authenticator.ts'
import { lastAudit } from '#tests/support/desk-records.ts'
import { engines } from '#tests/support/place.ts'
import { movingClock, sharedServer, startServer } from '#tests/support/server.ts'
import { addStaff, signedIn } from '#tests/support/staff.ts'
import { newVisitor, type TestVisitor } from '#tests/support/visitor.ts'
import { offersFirstOwner } from './first-owner-service.ts'
import { listPasskeys } from './passkey-store.ts'
import { invitePerson } from './people-service.ts'
import { insertSession } from './session-store.ts'

const MINUTE_MS = 60_000
const origin = 'http://localhost:0'

describe.each(engines)('a passkey at the desk, on %s', (engine) => {
  const clock = movingClock()
  let people = 0
  const server = sharedServer({ engine, clock })

  async function invited(role: StaffRole = 'recruiter') {
    const person = { name: 'Asha Mehta', email: `asha${(people += 1)}@staff.example`, role }
    const given = await invitePerson(server.deps, person, { actor: 'system' })
    if (given instanceof Refused) throw given
    return given
  }

  /** A browser: it keeps each cookie that it is given. */
  function browser() {
    const cookies = new Map<string, string>()
    const post = async (path: string, body: object = {}, method: 'GET' | 'POST' = 'POST') => {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const answer = await server.app.inject({
        ...{ method, url: staffApi + path, headers: { cookie } },
        ...(method === 'POST' ? { payload: body } : {}),
      })
      for (const { name, value } of answer.cookies) cookies.set(name, value)
      return { status: answer.statusCode, body: answer.json<Record<string, unknown>>() }
    }
    const begin = async (path: string, body = {}) => (await post(path, body)).body['options'] as Asked
    return { cookies, post, begin, me: () => post('/me', {}, 'GET') }
  }

  async function enrolled(role?: StaffRole) {
    const { token, staffId } = await invited(role)
    const [at, key] = [browser(), newAuthenticator(origin)]
    const options = await at.begin('/enrol/options', { token })
    const answer = await at.post('/enrol', { token, passkey: key.create(options) })
    expect(answer).toMatchObject({ status: 200 })
    return { at, key, staffId, token }
  }

  const refusal = (message: string) => ({ status: expect.any(Number), body: { message } })
  const notAccepted = refusal(accessMessages.notAccepted)

  it('is asked to verify the person and to stay on the device, and says nothing of its maker', async () => {
    const { token } = await invited()
    const options = await browser().begin('/enrol/options', { token })
    expect(options).toMatchObject({
      rp: { id: 'localhost' },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
    expect(Buffer.from(options.user?.id ?? '', 'base64url')).toHaveLength(64)
    expect(await browser().begin('/sign-in/options')).toMatchObject({
      rpId: 'localhost',
      userVerification: 'required',
    })
  })

  it('enrols, signs out, signs in and steps up, with another cookie each time', async () => {
    const { at, key } = await enrolled('owner')
    const tokens = new Set([at.cookies.get('staff')])
    expect((await at.me()).body).toMatchObject({
      name: 'Asha Mehta',
      role: 'owner',
      steppedUpUntil: expect.any(String),
    })
    await at.post('/sign-out')
    expect((await at.me()).status).toBe(401)
    const passkey = key.use(await at.begin('/sign-in/options'))
    expect(await at.post('/sign-in', { passkey })).toMatchObject({ status: 200 })
    tokens.add(at.cookies.get('staff'))
    clock.advance(10 * MINUTE_MS)
    expect((await at.me()).body).toMatchObject({ steppedUpUntil: null })
    const again = key.use(await at.begin('/step-up/options'))
    const before = at.cookies.get('staff') ?? ''
    expect(await at.post('/step-up', { passkey: again })).toMatchObject({ status: 200 })
    expect((await at.me()).body).toMatchObject({ steppedUpUntil: expect.any(String) })
    expect(tokens.add(at.cookies.get('staff')).size).toBe(3)
    // The earlier cookie reads for a moment, and has not stepped up.
    const earlier = browser()
    earlier.cookies.set('staff', before)
    expect((await earlier.me()).body).toMatchObject({ steppedUpUntil: null })
    expect((await earlier.post('/sign-out')).status).toBe(401)
    clock.advance(15_000)
    expect((await earlier.me()).status).toBe(401)
  })

  it.each([
    ['of another relying party', { rpId: 'evil.example' }],
    ['used on another site', { origin: 'https://evil.example' }],
    ['whose device did not verify the person', { userVerified: false }],
  ])('%s is neither enrolled nor let in', async (_, lies) => {
    const { token } = await invited()
    const [at, stranger] = [browser(), newAuthenticator(origin)]
    const options = await at.begin('/enrol/options', { token })
    expect(await at.post('/enrol', { token, passkey: stranger.create(options, lies) })).toMatchObject(
      notAccepted,
    )
    const { key } = await enrolled()
    const passkey = key.use(await at.begin('/sign-in/options'), lies)
    expect(await at.post('/sign-in', { passkey })).toMatchObject(notAccepted)
    expect((await at.me()).status).toBe(401)
  })

  it('that nobody enrolled, or that names somebody else, is not let in', async () => {
    const [{ key }, { key: other }] = [await enrolled(), await enrolled()]
    const at = browser()
    const stranger = newAuthenticator(origin).use(await at.begin('/sign-in/options'))
    expect(await at.post('/sign-in', { passkey: stranger })).toMatchObject(notAccepted)
    const options = await at.begin('/sign-in/options')
    const { userHandle } = other.use(options).response
    const mixed = key.use(options)
    const passkey = { ...mixed, response: { ...mixed.response, userHandle } }
    expect(await at.post('/sign-in', { passkey })).toMatchObject(notAccepted)
  })

  it('that does not say to stay on the device is not enrolled', async () => {
    const { token } = await invited()
    const at = browser()
    const passkey = newAuthenticator(origin).create(await at.begin('/enrol/options', { token }))
    const clientExtensionResults = { credProps: { rk: false } }
    expect(await at.post('/enrol', { token, passkey: { ...passkey, clientExtensionResults } })).toMatchObject(
      refusal(accessMessages.notResident),
    )
  })

  it('whose count goes back, or stands, is refused as a copy', async () => {
    const { at, key } = await enrolled()
    const use = async (counter: number) =>
      at.post('/sign-in', { passkey: key.use(await at.begin('/sign-in/options'), { counter }) })
    expect((await use(5)).status).toBe(200)
    for (const counter of [5, 4, 0]) expect(await use(counter)).toMatchObject(refusal(accessMessages.copied))
    expect((await use(6)).status).toBe(200)
    expect(server.log()).toContain('the count of a passkey did not grow')
  })

  it('answers a challenge once, within five minutes, in the browser that asked', async () => {
    const { key } = await enrolled()
    const at = browser()
    const passkey = key.use(await at.begin('/sign-in/options'))
    const over = refusal(accessMessages.ceremonyOver)
    expect(await browser().post('/sign-in', { passkey })).toMatchObject(over)
    expect((await at.post('/sign-in', { passkey })).status).toBe(200)
    expect(await at.post('/sign-in', { passkey })).toMatchObject(over)
    const late = key.use(await at.begin('/sign-in/options'))
    clock.advance(5 * MINUTE_MS)
    expect(await at.post('/sign-in', { passkey: late })).toMatchObject(over)
  })

  it('of somebody else steps nobody up', async () => {
    const [mine, theirs] = [await enrolled(), await enrolled()]
    const passkey = theirs.key.use(await mine.at.begin('/step-up/options'))
    expect(await mine.at.post('/step-up', { passkey })).toMatchObject(notAccepted)
  })

  it('is joined by a second, renamed, and removed, but never the last', async () => {
    const { at, staffId } = await enrolled()
    const second = newAuthenticator(origin)
    const options = await at.begin('/me/passkeys/options')
    expect(options).toMatchObject({ excludeCredentials: [{ id: expect.any(String) }] })
    expect((await at.post('/me/passkeys', { passkey: second.create(options) })).status).toBe(200)
    const list = async () => (await at.post('/me/passkeys', {}, 'GET')).body['passkeys'] as { id: string }[]
    const [first, other] = await list()
    expect((await at.post(`/me/passkeys/${other?.id}`, { name: 'Key on my ring' })).status).toBe(200)
    expect(await list()).toMatchObject([{ id: first?.id }, { name: 'Key on my ring' }])
    expect((await at.post('/me/passkeys/nothing/remove')).status).toBe(404)
    const removed = await Promise.all([first, other].map((one) => at.post(`/me/passkeys/${one?.id}/remove`)))
    expect(removed.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await listPasskeys(server.deps, staffId)).toHaveLength(1)
  })

  it('that is removed ends at once the sessions that it began, and no others', async () => {
    const { at, key, staffId } = await enrolled('owner')
    const signedInBy = async (passkey: typeof key) => {
      const browserOf = browser()
      await browserOf.post('/sign-in', { passkey: passkey.use(await browserOf.begin('/sign-in/options')) })
      return browserOf
    }
    const second = newAuthenticator(origin)
    await at.post('/me/passkeys', { passkey: second.create(await at.begin('/me/passkeys/options')) })
    const [lost, kept, colleague] = [await signedInBy(second), await signedInBy(key), await enrolled()]
    const before = await sessionOfBefore(staffId)
    const { passkeys } = (await at.post('/me/passkeys', {}, 'GET')).body as { passkeys: { id: string }[] }
    const answer = await at.post(`/me/passkeys/${passkeys[1]?.id}/remove`)
    expect(answer.status).toBe(200)
    expect((await lost.me()).status).toBe(401)
    expect((await before.me()).status).toBe(401)
    for (const one of [at, kept, colleague.at]) expect((await one.me()).status).toBe(200)
    const entry = await lastAudit(server)
    expect(entry).toMatchObject({ action: 'staff_passkey', reference: staffId })
    expect(JSON.parse(entry.detail)).toEqual({ what: 'removed', ended: 2 })
  })

  /** One that a version began which did not write down the passkey. */
  async function sessionOfBefore(staffId: string) {
    const { db } = server.deps
    const { cookie } = await signedIn(server, 'owner', { staffId })
    const hash = tokenHash(cookie.slice('staff='.length))
    await db.updateTable('staff_sessions').set({ passkey_id: null }).where('hash', '=', hash).execute()
    const at = browser()
    at.cookies.set('staff', cookie.slice('staff='.length))
    expect((await at.me()).status).toBe(200)
    return at
  }

  it('that is removed in the middle of a sign-in begins no session', async () => {
    const { staffId } = await enrolled()
    const session = { id: newId(), staffId, passkeyId: newId(), hash: newId(), browser: '' }
    await expect(
      insertSession(server.deps, { ...session, now: clock.now(), steppedUp: true }),
    ).rejects.toThrow(/foreign key/i)
  })

  it('of a disabled person is not let in', async () => {
    const { key, staffId } = await enrolled()
    const { db } = server.deps
    await db.updateTable('staff').set({ disabled_at: clock.now() }).where('id', '=', staffId).execute()
    const at = browser()
    const passkey = key.use(await at.begin('/sign-in/options'))
    expect(await at.post('/sign-in', { passkey })).toMatchObject(notAccepted)
  })

  describe('by an enrolment link', () => {
    const over = { status: 404, body: { message: accessMessages.linkOver } }

    it('is enrolled once', async () => {
      const { token } = await enrolled()
      expect(await browser().post('/enrol/options', { token })).toMatchObject(over)
    })

    it('is enrolled within thirty minutes', async () => {
      const { token } = await invited()
      const at = browser()
      clock.advance(29 * MINUTE_MS)
      const options = await at.begin('/enrol/options', { token })
      clock.advance(MINUTE_MS)
      const passkey = newAuthenticator(origin).create(options)
      expect(await at.post('/enrol', { token, passkey })).toMatchObject(over)
      expect(await at.post('/enrol/options', { token })).toMatchObject(over)
    })

    it('that two browsers opened is enrolled by one, each with its own challenge', async () => {
      const { token } = await invited()
      const [first, second] = [browser(), browser()]
      const options = [
        await first.begin('/enrol/options', { token }),
        await second.begin('/enrol/options', { token }),
      ]
      const [one, other] = options.map((asked) => newAuthenticator(origin).create(asked))
      expect(await browser().post('/enrol', { token, passkey: one })).toMatchObject(
        refusal(accessMessages.ceremonyOver),
      )
      const answers = await Promise.all([
        first.post('/enrol', { token, passkey: one }),
        second.post('/enrol', { token, passkey: other }),
      ])
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404])
    })

    it('says whether the new passkey takes the place of others', async () => {
      const { token } = await invited()
      expect((await browser().post('/enrol/options', { token })).body).toMatchObject({ replaces: false })
      const { at, staffId } = await enrolled('owner')
      const given = (await at.post(`/people/${staffId}/link`)).body['link'] as string
      const again = { token: given.split('#')[1] }
      expect((await browser().post('/enrol/options', again)).body).toMatchObject({ replaces: true })
    })

    it('given again takes the place of the first link, of all passkeys and of all sessions', async () => {
      const { at, key, staffId } = await enrolled('owner')
      const given = (await at.post(`/people/${staffId}/link`)).body['link'] as string
      const newest = (await at.post(`/people/${staffId}/link`)).body['link'] as string
      const tokenOf = (link: string) => link.split('#')[1] ?? ''
      expect(newest).toMatch(/^http:\/\/localhost:0\/staff\/enrol#[\w-]{32}$/)
      expect(await browser().post('/enrol/options', { token: tokenOf(given) })).toMatchObject(over)
      const elsewhere = browser()
      const token = tokenOf(newest)
      const passkey = newAuthenticator(origin).create(await elsewhere.begin('/enrol/options', { token }))
      expect((await elsewhere.post('/enrol', { token, passkey })).status).toBe(200)
      expect((await at.me()).status).toBe(401)
      const old = key.use(await at.begin('/sign-in/options'))
      expect(await at.post('/sign-in', { passkey: old })).toMatchObject(notAccepted)
    })
  })
})

describe('the first owner of a trial', () => {
  const offer = async (visitor: TestVisitor) => (await visitor.get(`${staffApi}/first-owner`)).body['offered']

  it('is offered on this machine until somebody has enrolled', async () => {
    await using server = await startServer({ settings: { PUBLIC_URL: 'http://localhost:3000' } })
    const visitor = newVisitor(server.url)
    expect(await offer(visitor)).toBe(true)
    const { body } = await visitor.post(`${staffApi}/first-owner`, {})
    expect(body['token']).toMatch(/^[\w-]{32}$/)
    const again = await visitor.post(`${staffApi}/first-owner`, {})
    expect(again.body['token']).not.toBe(body['token'])
    await addStaff(server.deps, 'viewer')
    expect(await offer(visitor)).toBe(false)
    expect((await visitor.post(`${staffApi}/first-owner`, {})).status).toBe(404)
  })

  it.each([
    ['through a proxy', {}, { 'x-forwarded-for': '127.0.0.1' }],
    ['through a proxy that names the caller otherwise', {}, { 'x-real-ip': '127.0.0.1' }],
    ['through a tunnel', {}, { 'cf-connecting-ip': '192.0.2.1' }],
    ['by another name', {}, { host: 'tunnel.example' }],
    ['of a site with another name', { PUBLIC_URL: 'https://www.agency.example' }, {}],
    ['of a site that sends real mail', { MAIL_PROVIDER: 'smtp', SMTP_URL: 'smtp://localhost:1' }, {}],
  ])('is not offered %s', async (_, settings, headers) => {
    await using server = await startServer({ settings: { PUBLIC_URL: 'http://localhost:3000', ...settings } })
    const { app } = server
    const url = `${staffApi}/first-owner`
    expect((await app.inject({ url, headers })).json()).toEqual({ offered: false })
    const posted = await app.inject({ method: 'POST', url, headers, payload: {} })
    expect(posted.statusCode).toBe(404)
  })

  it('is not offered in production', async () => {
    await using server = await startServer()
    const request = { socket: { remoteAddress: '::1' }, ip: '::1', headers: { host: 'localhost' } } as never
    const sandbox = { provider: 'sandbox' }
    const providers = { mail: sandbox, aadhaar: sandbox, sms: sandbox, mandate: { gateway: sandbox } }
    const config = { publicUrl: 'http://localhost:3000', ...providers }
    const offered = (production: boolean) =>
      offersFirstOwner({ ...server.deps, config: { ...config, production } }, request)
    expect([await offered(false), await offered(true)]).toEqual([true, false])
  })

  it('is limited in its attempts by address', async () => {
    await using server = await startServer({ settings: { RATE_LIMIT_SCALE: '0.1' } })
    const visitor = newVisitor(server.url)
    const statuses: number[] = []
    for (let count = 0; count < 7; count += 1)
      statuses.push((await visitor.post(`${staffApi}/sign-in/options`, {})).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429])
  })
})
