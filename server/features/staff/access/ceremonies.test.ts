import { describe, expect, it } from 'vitest'
import { accessMessages } from '#contract/messages/staff-access.ts'
import { tokenHash } from '#server/platform/crypto/digest.ts'
import { newId } from '#server/platform/ids.ts'
import { newAuthenticator } from '#tests/support/authenticator.ts'
import { lastAudit } from '#tests/support/desk-records.ts'
import { enginesInTurn } from '#tests/support/rounds.ts'
import { movingClock } from '#tests/support/server.ts'
import { sharedServer } from '#tests/support/shared.ts'
import { enrolled as enrolledAt, invited, origin, staffBrowser } from '#tests/support/staff-browser.ts'
import { signedIn } from '#tests/support/staff.ts'
import { mailsTo } from '#tests/support/visitor.ts'
import { findPerson } from './people-store.ts'
import { listPasskeys } from './passkey-store.ts'
import { insertSession } from './session-store.ts'

const MINUTE_MS = 60_000
function refusal(message: string) {
  return { status: expect.any(Number), body: { message } }
}
const notAccepted = refusal(accessMessages.notAccepted)
const linkOver = refusal(accessMessages.linkOver)

describe.each(enginesInTurn)('a passkey at the desk, on %s', (engine) => {
  const clock = movingClock()
  const server = sharedServer({ engine, clock })
  const browser = () => staffBrowser(server)
  const enrolled = (role?: 'owner') => enrolledAt(server, role)

  it('must verify the person and be stored on the device, and its maker is not asked for', async () => {
    const { token } = await invited(server)
    const options = await browser().begin('/enrol/options', { token })
    const authenticatorSelection = { residentKey: 'required', userVerification: 'required' }
    expect(options).toMatchObject({ rp: { id: 'localhost' }, attestation: 'none', authenticatorSelection })
    expect(Buffer.from(options.user?.id ?? '', 'base64url')).toHaveLength(64)
    const asked = { rpId: 'localhost', userVerification: 'required' }
    expect(await browser().begin('/sign-in/options')).toMatchObject(asked)
  })

  it('enrols, signs out, signs in and steps up, each time with a new cookie, and another person’s passkey cannot', async () => {
    const { at, key } = await enrolled('owner')
    const tokens = new Set([at.cookies.get('staff')])
    const steppedUp = { name: 'Asha Mehta', role: 'owner', steppedUpUntil: expect.any(String) }
    expect((await at.me()).body).toMatchObject(steppedUp)
    await at.post('/sign-out')
    expect((await at.me()).status).toBe(401)
    expect(await at.signIn(key)).toMatchObject({ status: 200 })
    tokens.add(at.cookies.get('staff'))
    clock.advance(10 * MINUTE_MS)
    expect((await at.me()).body).toMatchObject({ steppedUpUntil: null })
    const earlier = browser()
    earlier.cookies.set('staff', at.cookies.get('staff') ?? '')
    expect(await at.stepUp((await enrolled()).key)).toMatchObject(notAccepted)
    expect(await at.stepUp(key)).toMatchObject({ status: 200 })
    expect((await at.me()).body).toMatchObject(steppedUp)
    expect(tokens.add(at.cookies.get('staff')).size).toBe(3)
    // The earlier cookie is valid for reading for a moment, and has no step-up.
    expect((await earlier.me()).body).toMatchObject({ steppedUpUntil: null })
    expect((await earlier.post('/sign-out')).status).toBe(401)
    clock.advance(15_000)
    expect((await earlier.me()).status).toBe(401)
  })

  it.each([
    ['of another relying party', { rpId: 'evil.example' }],
    ['used on another site', { origin: 'https://evil.example' }],
    ['used in a frame on another site', { crossOrigin: true }],
    ['whose device did not verify the person', { userVerified: false }],
  ])('%s can neither be enrolled nor sign in', async (_, lies) => {
    const at = browser()
    const { token } = await invited(server)
    expect(await at.enrol(token, newAuthenticator(origin), lies)).toMatchObject(notAccepted)
    const { key } = await enrolled()
    expect(await at.signIn(key, lies)).toMatchObject(notAccepted)
    expect((await at.me()).status).toBe(401)
  })

  it('that is unknown, names another person, or belongs to a disabled person cannot sign in', async () => {
    const [{ key, staffId }, { key: other }] = [await enrolled(), await enrolled()]
    const at = browser()
    expect(await at.signIn(newAuthenticator(origin))).toMatchObject(notAccepted)
    const options = await at.begin('/sign-in/options')
    const { userHandle } = other.use(options).response
    const mixed = key.use(options)
    const passkey = { ...mixed, response: { ...mixed.response, userHandle } }
    expect(await at.post('/sign-in', { passkey })).toMatchObject(notAccepted)
    const staff = server.deps.db.updateTable('staff').where('id', '=', staffId)
    await staff.set({ disabled_at: clock.now() }).execute()
    expect(await at.signIn(key)).toMatchObject(notAccepted)
  })

  it('that is not stored on the device cannot be enrolled', async () => {
    const { token } = await invited(server)
    const at = browser()
    const created = newAuthenticator(origin).create(await at.begin('/enrol/options', { token }))
    const passkey = { ...created, clientExtensionResults: { credProps: { rk: false } } }
    expect(await at.post('/enrol', { token, passkey })).toMatchObject(refusal(accessMessages.notResident))
  })

  it('whose count decreases or stays is refused as a copy', async () => {
    const { at, key } = await enrolled()
    expect((await at.signIn(key, { counter: 5 })).status).toBe(200)
    for (const counter of [5, 4, 0])
      expect(await at.signIn(key, { counter })).toMatchObject(refusal(accessMessages.copied))
    expect((await at.signIn(key, { counter: 6 })).status).toBe(200)
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

  it('ignores timestamps of a clock that was ahead: session, step-up, challenge and link', async () => {
    const { at, key } = await enrolled('owner')
    const ahead = 25 * 60 * MINUTE_MS
    clock.advance(ahead)
    await at.signIn(key)
    expect((await at.me()).body).toMatchObject({ steppedUpUntil: expect.any(String) })
    const stranger = browser()
    const passkey = key.use(await stranger.begin('/sign-in/options'))
    const { token } = await invited(server)
    clock.advance(-ahead)
    expect((await at.me()).status).toBe(401)
    expect(await stranger.post('/sign-in', { passkey })).toMatchObject(refusal(accessMessages.ceremonyOver))
    expect(await browser().post('/enrol/options', { token })).toMatchObject(refusal(accessMessages.linkOver))
    // An earlier session, in which a passkey was used meanwhile, asks for it again.
    await at.signIn(key)
    const rows = server.deps.db.updateTable('staff_sessions').set({ stepped_up_at: clock.now() + ahead })
    await rows.execute()
    expect((await at.me()).body).toMatchObject({ steppedUpUntil: null })
  })

  it('can be joined by a second one, renamed and removed, but never the last', async () => {
    const { at, staffId } = await enrolled()
    const options = await at.begin('/me/passkeys/options')
    expect(options).toMatchObject({ excludeCredentials: [{ id: expect.any(String) }] })
    const second = newAuthenticator(origin).create(options)
    expect((await at.post('/me/passkeys', { passkey: second })).status).toBe(200)
    const list = async () => (await at.get('/me/passkeys')).body['passkeys'] as { id: string }[]
    const [first, other] = await list()
    expect((await at.post(`/me/passkeys/${other?.id}`, { name: 'Key on my ring' })).status).toBe(200)
    expect(await list()).toMatchObject([{ id: first?.id }, { name: 'Key on my ring' }])
    expect((await at.post('/me/passkeys/nothing/remove')).status).toBe(404)
    const removed = await Promise.all([first, other].map((one) => at.post(`/me/passkeys/${one?.id}/remove`)))
    expect(removed.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await listPasskeys(server.deps, staffId)).toHaveLength(1)
  })

  it('that is removed immediately ends the sessions that it began, and no others', async () => {
    const { at, key, staffId } = await enrolled('owner')
    const second = newAuthenticator(origin)
    clock.advance(1)
    await at.post('/me/passkeys', { passkey: second.create(await at.begin('/me/passkeys/options')) })
    const [lost, kept, colleague] = [browser(), browser(), await enrolled()]
    await lost.signIn(second)
    await kept.signIn(key)
    const before = await sessionOfBefore(staffId)
    const [, added] = await listPasskeys(server.deps, staffId)
    expect((await at.post(`/me/passkeys/${added?.id}/remove`)).status).toBe(200)
    for (const one of [lost, before]) expect((await one.me()).status).toBe(401)
    for (const one of [at, kept, colleague.at]) expect((await one.me()).status).toBe(200)
    // Any of the person's step-ups may have used that passkey.
    const steps = await Promise.all([at, kept, colleague.at].map(async (one) => (await one.me()).body))
    expect(steps.map(({ steppedUpUntil }) => steppedUpUntil !== null)).toEqual([false, false, true])
    const entry = await lastAudit(server)
    expect(entry).toMatchObject({ action: 'staff_passkey', reference: staffId })
    expect(JSON.parse(entry.detail)).toEqual({ what: 'removed', ended: 2 })
  })

  /** Begins a session as a version did that stored no passkey with it. */
  async function sessionOfBefore(staffId: string) {
    const { db } = server.deps
    const { cookie } = await signedIn(server, 'owner', { staffId })
    const token = cookie.slice('staff='.length)
    const session = db.updateTable('staff_sessions').where('hash', '=', tokenHash(token))
    await session.set({ passkey_id: null }).execute()
    const at = browser()
    at.cookies.set('staff', token)
    expect((await at.me()).status).toBe(200)
    return at
  }

  it('that is removed during a sign-in begins no session', async () => {
    const { staffId } = await enrolled()
    const session = { id: newId(), staffId, passkeyId: newId(), hash: newId(), browser: '' }
    const inserted = insertSession(server.deps, { ...session, now: clock.now(), steppedUp: true })
    await expect(inserted).rejects.toThrow(/foreign key/i)
  })

  const opened = (token: string) => browser().post('/enrol/options', { token })

  it('is enrolled by a link within thirty minutes', async () => {
    const { token } = await invited(server)
    const at = browser()
    clock.advance(29 * MINUTE_MS)
    const options = await at.begin('/enrol/options', { token })
    clock.advance(MINUTE_MS)
    const passkey = newAuthenticator(origin).create(options)
    expect(await at.post('/enrol', { token, passkey })).toMatchObject(linkOver)
    expect(await opened(token)).toMatchObject(linkOver)
  })

  it('is enrolled in one of two browsers that opened a link, each with its own challenge', async () => {
    const { token } = await invited(server)
    const begun = [browser(), browser()].map(async (at) => {
      const passkey = newAuthenticator(origin).create(await at.begin('/enrol/options', { token }))
      return { at, sent: { token, passkey } }
    })
    const both = await Promise.all(begun)
    const elsewhere = await browser().post('/enrol', both[0]?.sent)
    expect(elsewhere.body).toMatchObject({ message: accessMessages.ceremonyOver })
    const answers = await Promise.all(both.map(({ at, sent }) => at.post('/enrol', sent)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404])
  })

  it('no longer works, with all others and all sessions, once a new link is used, and the answer says so', async () => {
    expect((await opened((await invited(server)).token)).body).toMatchObject({ replaces: false })
    const { at, key, staffId } = await enrolled('owner')
    const [given, newest] = [await at.newLink(staffId), await at.newLink(staffId)]
    expect(newest).toMatch(/^[\w-]{32}$/)
    expect(await opened(given)).toMatchObject(linkOver)
    expect((await opened(newest)).body).toMatchObject({ replaces: true })
    expect((await browser().enrol(newest, newAuthenticator(origin))).status).toBe(200)
    expect((await at.me()).status).toBe(401)
    expect((await at.signIn(key)).body).toMatchObject({ message: accessMessages.notAccepted })
  })

  it('from a colleague’s link is announced to the person by mail, and marks the sessions that it begins', async () => {
    const [owner, colleague] = [await enrolled('owner'), await enrolled()]
    const token = await owner.at.newLink(colleague.staffId)
    const { email } = (await findPerson(server.deps, colleague.staffId)) ?? { email: '' }
    const [mail] = await mailsTo(server, email)
    expect(mail?.text).toContain('Asha Mehta made a new enrolment link for you on ')
    expect(mail?.text).not.toContain(token)
    const [at, key] = [browser(), newAuthenticator(origin)]
    expect((await at.enrol(token, key)).status).toBe(200)
    const detail = JSON.stringify({ link_by: owner.staffId })
    expect(await lastAudit(server)).toMatchObject({ action: 'staff_enrol', detail })
    await at.signIn(key)
    expect(await lastAudit(server)).toMatchObject({ action: 'staff_sign_in', detail })
    expect((await at.get('/me/sessions')).body).toMatchObject({ sessions: [{ linkFrom: 'Asha Mehta' }] })
    expect((await owner.at.get('/me/sessions')).body).toMatchObject({ sessions: [{ linkFrom: null }] })
    const { entries } = (await owner.at.get('/privacy/audit')).body as { entries: { detail: object }[] }
    expect(entries[0]?.detail).toEqual({ link_by: 'Asha Mehta' })
  })
})
