import { describe, expect, it } from 'vitest'
import { staffApi } from '#contract/paths.ts'
import { recordMessages } from '#contract/messages/staff-timeline.ts'
import type { SearchAnswer } from '#contract/schemas/staff-records.ts'
import { newId } from '#server/platform/ids.ts'
import { deskAs, freshApplication, lastAudit } from '#tests/support/desk-records.ts'
import { addExecutive } from '#tests/support/executive.ts'
import { statusesOf, thenOf, times } from '#tests/support/repeat.ts'
import { movingClock, startServer } from '#tests/support/server.ts'
import { sharedServer } from '#tests/support/shared.ts'
import { enrolled, staffBrowser } from '#tests/support/staff-browser.ts'
import { addStaff } from '#tests/support/staff.ts'
import { limitMails } from './desk-limits.ts'

const MINUTE_MS = 60_000

describe('the limits of one session at the desk', () => {
  const clock = movingClock()
  const server = sharedServer({ clock, settings: { RATE_LIMIT_SCALE: '1' } })

  it('refuse a viewer a search by number, in words, and allow one by name or reference', async () => {
    const zubin = { full_name: 'Zubin Irani', phone: '7312345678' }
    const { reference } = await freshApplication(server.deps, zubin)
    const desk = await deskAs(server, 'viewer')
    for (const q of ['7312345678', '+91 73123 45678', '7399999999', 'zubin@example.in']) {
      const { status, body } = await desk('search', { q })
      expect([q, status, body]).toEqual([q, 403, { code: 'denied', message: recordMessages.numberSearch }])
    }
    for (const q of [reference, 'zubin'])
      expect((await desk<SearchAnswer>('search', { q })).body.hits).toMatchObject([{ reference }])
  })

  it('allow thirty searches by number in a minute, each in the audit log without the number', async () => {
    const phone = '7412345678'
    await freshApplication(server.deps, { phone })
    const staffId = await addStaff(server.deps, 'recruiter')
    const desk = await deskAs(server, 'recruiter', { staffId })
    expect((await desk('search', { q: phone })).status).toBe(200)
    const entry = { action: 'search', actor: `staff:${staffId}`, reference: null }
    expect(await lastAudit(server)).toMatchObject({ ...entry, detail: '{"by":"phone","hits":1}' })
    await desk('search', { q: 'nobody@example.in' })
    expect((await lastAudit(server)).detail).toBe('{"by":"email","hits":0}')
    const others = await statusesOf(28, (at) => desk('search', { q: String(7_400_000_000 + at) }))
    expect(others).toEqual(times(28, 200))
    // In any of the person's sessions.
    const other = await deskAs(server, 'recruiter', { staffId })
    const refused = await other('search', { q: phone })
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60'])
    expect(refused.body).toEqual({ code: 'rate_limited', message: recordMessages.tooManySearches })
    expect((await other('search', { q: 'asha' })).status).toBe(200)
    expect((await (await deskAs(server, 'recruiter'))('search', { q: phone })).status).toBe(200)
    clock.advance(MINUTE_MS)
    expect((await desk('search', { q: phone })).status).toBe(200)
  })

  it('count a person’s request by number among the searches, and record it', async () => {
    const phone = '7512345678'
    await freshApplication(server.deps, { phone })
    const desk = await deskAs(server, 'owner')
    const records = (by: string, value: string) => desk('privacy/records', { by, value })
    expect(await statusesOf(29, () => records('phone', phone))).toEqual(times(29, 200))
    expect((await lastAudit(server)).detail).toBe('{"by":"phone","hits":1}')
    // What is not a number is not searched.
    expect((await records('phone', '123')).status).toBe(422)
    expect((await desk('search', { q: phone })).status).toBe(200)
    for (const refused of [await records('phone', phone), await desk('search', { q: phone })])
      expect(refused).toMatchObject({ status: 429, body: { message: recordMessages.tooManySearches } })
    expect((await records('reference', 'AP-ZZZZZZ')).status).toBe(404)
  })

  it('allow sixty contacts, documents and free mails in an hour; a step-up allows as many again', async () => {
    const { path, reference } = await freshApplication(server.deps)
    const other = await freshApplication(server.deps)
    const { at, key } = await enrolled(server, 'recruiter')
    const contact = () => at.post(`/${path}/contact`)
    const document = () => at.get(`/documents/${reference}-resume`)
    const letter = () => {
      const draft = { template: 'letter', blanks: { words: 'Please call us.' } }
      return at.post(`/${other.path}/mails`, { id: newId(), draft })
    }
    // Unknown records do not count.
    expect((await at.post('/records/applications/AP-ZZZZZZ/contact')).status).toBe(404)
    expect((await letter()).status).toBe(202)
    const entry = { action: 'mail', reference: other.reference, detail: '{}' }
    expect(await lastAudit(server)).toMatchObject(entry)
    expect(await statusesOf(59, contact)).toEqual(times(59, 200))
    for (const refused of [await contact(), await document(), await letter()])
      expect(refused).toMatchObject({ status: 403, body: { code: 'step_up' } })
    clock.advance(1)
    expect((await at.stepUp(key)).status).toBe(200)
    expect(await statusesOf(61, contact)).toEqual(thenOf(60, 200, 1, 403))
    for (let passed = 20; passed < 60; passed += 20) {
      clock.advance(20 * MINUTE_MS)
      expect((await at.me()).status).toBe(200)
    }
    clock.advance(20 * MINUTE_MS)
    expect((await contact()).status).toBe(200)
  })

  it('allow five mails a day to a person, whoever sends them, including a new link', async () => {
    const { reference, id } = await addExecutive(server.deps)
    const path = `records/executives/${reference}`
    const [one, other] = [await deskAs(server, 'recruiter'), await deskAs(server, 'recruiter')]
    const draft = { template: 'linkAgain', blanks: {} }
    const mail = (desk = one, mailId = newId()) => desk(`${path}/mails`, { id: mailId, draft })
    const repeated = newId()
    expect((await mail(one, repeated)).status).toBe(202)
    // The same mail is sent again, because its answer was lost.
    expect((await mail(one, repeated)).status).toBe(202)
    expect(await statusesOf(3, () => mail(other))).toEqual(times(3, 202))
    expect((await one(`executives/${reference}/link`, {})).status).toBe(200)
    const tooMany = { status: 429, body: { code: 'rate_limited', message: recordMessages.tooManyMails } }
    for (const refused of [await mail(), await other(`executives/${reference}/link`, {})])
      expect(refused).toMatchObject(tooMany)
    // An accepted mail is accepted again, but only from the same person at the desk.
    expect([(await mail(one, repeated)).status, (await mail(other, repeated)).status]).toEqual([202, 429])
    const events = server.deps.db.selectFrom('record_events').select('kind').where('record_id', '=', id)
    expect(await events.execute()).toHaveLength(5)
    clock.advance(24 * 60 * MINUTE_MS)
    expect((await mail(await deskAs(server, 'recruiter'))).status).toBe(202)
  })

  it('do not count what fails', async () => {
    const recordId = newId()
    const failing = () => limitMails(server.deps, recordId, () => Promise.reject(new Error('no database')))
    for (let at = 0; at < 6; at += 1) await expect(failing()).rejects.toThrow('no database')
    expect(await limitMails(server.deps, recordId, async () => 'sent')).toBe('sent')
  })
})

it('the calls of a sign-in are limited by address, so nobody locks the staff out', async () => {
  await using server = await startServer({ settings: { RATE_LIMIT_SCALE: '0.1' } })
  const { key } = await enrolled(server)
  const call = async (remoteAddress: string) => {
    const url = `${staffApi}/sign-in/options`
    return (await server.app.inject({ method: 'POST', url, remoteAddress, payload: {} })).statusCode
  }
  for (let host = 1; host <= 20; host += 1) {
    for (let count = 0; count < 6; count += 1) expect(await call(`203.0.113.${host}`)).toBe(200)
    expect(await call(`203.0.113.${host}`)).toBe(429)
  }
  expect(await staffBrowser(server).signIn(key)).toMatchObject({ status: 200 })
})
