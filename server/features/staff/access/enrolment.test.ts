import { describe, expect, it } from 'vitest'
import { accessMessages } from '#contract/messages/staff-access.ts'
import { newAuthenticator } from '#tests/support/authenticator.ts'
import { enginesInTurn } from '#tests/support/rounds.ts'
import { movingClock } from '#tests/support/server.ts'
import { sharedServer } from '#tests/support/shared.ts'
import { lastAudit } from '#tests/support/desk-records.ts'
import { messagesTo } from '#tests/support/visitor.ts'
import { findPerson } from './people-store.ts'
import { enrolled, invited, origin, staffBrowser } from '#tests/support/staff-browser.ts'

const MINUTE_MS = 60_000
const over = { status: 404, body: { message: accessMessages.linkOver } }

describe.each(enginesInTurn)('an enrolment link, on %s', (engine) => {
  const clock = movingClock()
  const server = sharedServer({ engine, clock })
  const browser = () => staffBrowser(server)
  const opened = (token: string) => browser().post('/enrol/options', { token })

  it('enrols within thirty minutes', async () => {
    const { token } = await invited(server)
    const at = browser()
    clock.advance(29 * MINUTE_MS)
    const options = await at.begin('/enrol/options', { token })
    clock.advance(MINUTE_MS)
    const passkey = newAuthenticator(origin).create(options)
    expect(await at.post('/enrol', { token, passkey })).toMatchObject(over)
    expect(await opened(token)).toMatchObject(over)
  })

  it('that two browsers opened enrols in one, each with its own challenge', async () => {
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

  it('says whether the new passkey takes the place of others', async () => {
    const { token } = await invited(server)
    expect((await opened(token)).body).toMatchObject({ replaces: false })
    const { at, staffId } = await enrolled(server, 'owner')
    expect((await opened(await at.newLink(staffId))).body).toMatchObject({ replaces: true })
  })

  it('given again takes the place of the first, of all passkeys and of all sessions', async () => {
    const { at, key, staffId } = await enrolled(server, 'owner')
    const [given, newest] = [await at.newLink(staffId), await at.newLink(staffId)]
    expect(newest).toMatch(/^[\w-]{32}$/)
    expect(await opened(given)).toMatchObject(over)
    expect((await browser().enrol(newest, newAuthenticator(origin))).status).toBe(200)
    expect((await at.me()).status).toBe(401)
    expect((await at.signIn(key)).body).toMatchObject({ message: accessMessages.notAccepted })
  })

  it('from a colleague is told to the person by mail, without the link, and marks the sessions that it leads to', async () => {
    const [owner, colleague] = [await enrolled(server, 'owner'), await enrolled(server)]
    const token = await owner.at.newLink(colleague.staffId)
    await server.workOff()
    const { email } = (await findPerson(server.deps, colleague.staffId)) ?? { email: '' }
    const [mail] = await messagesTo(server, email)
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
    expect(entries[0]?.detail).toEqual({ 'by a link from': 'Asha Mehta' })
  })
})
