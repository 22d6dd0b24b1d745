import { describe, expect, it } from 'vitest'
import { linkAnswers } from '#contract/messages/en/links.ts'
import { api, sandbox } from '#contract/paths.ts'
import { entriesAbout } from '#server/platform/audit/log.ts'
import { addExecutive, agreementOf, agreementPath } from '#tests/support/executive.ts'
import { engines, withoutTable } from '#tests/support/place.ts'
import { registered, settle, updateBody } from '#tests/support/registration.ts'
import { movingClock, startServer } from '#tests/support/server.ts'
import { sharedServer } from '#tests/support/shared.ts'
import { sendHeadAlone } from '#tests/support/tcp.ts'
import { type Answered, codeFor, newVisitor, type TestVisitor } from '#tests/support/visitor.ts'
import { replaceLink } from './service.ts'
import { isSigned } from '#server/features/onboarding/agreement/service.ts'

const unconfirmed = {
  status: 403,
  body: { message: linkAnswers.confirmFirst, code: 'unverified' },
}

function open(visitor: TestVisitor, id: string): Promise<Answered> {
  return visitor.get(api.fieldExecutive + id)
}

function sign(visitor: TestVisitor, id: string, signName = 'Asha Mehta'): Promise<Answered> {
  return visitor.post(api.generateAgreement, { id, signName })
}

function ask(visitor: TestVisitor, id: string): Promise<Answered> {
  return visitor.post(api.linkOtp, { id })
}

function confirm(visitor: TestVisitor, id: string, otp: string): Promise<Answered> {
  return visitor.post(api.verifyLinkOtp, { id, otp })
}

describe.each(engines)('a link that has to be confirmed (LINK_STEP_UP=otp), on %s', (engine) => {
  const clock = movingClock()
  const server = sharedServer({ engine, clock, settings: { LINK_STEP_UP: 'otp' } })

  it('opens nothing and signs nothing in a browser that did not register', async () => {
    const { id } = await addExecutive(server.deps)
    await server.workOff()
    for (const visitor of [newVisitor(server.url), newVisitor(server.url, `v=${'x'.repeat(32)}`)]) {
      expect(await open(visitor, id)).toMatchObject(unconfirmed)
      expect(await sign(visitor, id)).toMatchObject(unconfirmed)
    }
    expect(await isSigned(server.deps, id)).toBe(false)
    const early = await sendHeadAlone(server.url, api.generateAgreement, 'application/json')
    expect(early).toMatch(/^HTTP\/1.1 403 /)
  })

  it('says the same of a record that is not there', async () => {
    const visitor = newVisitor(server.url)
    for (const id of ['x'.repeat(32), 'x', '../..'].map(encodeURIComponent)) {
      expect(await open(visitor, id)).toMatchObject(unconfirmed)
      expect(await sign(visitor, id)).toMatchObject(unconfirmed)
      for (const answer of [await ask(visitor, id), await confirm(visitor, id, '123456')])
        expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } })
    }
  })

  it('works after the code sent to the phone on record, in that browser alone, for that record alone', async () => {
    const [person, other] = [await addExecutive(server.deps), await addExecutive(server.deps)]
    const visitor = newVisitor(server.url)
    const sent = await ask(visitor, person.link)
    expect(sent).toMatchObject({
      status: 200,
      body: { message: linkAnswers.sent, data: { phone: `******${person.phone.slice(-4)}` } },
    })
    expect(sent.body['otp']).toMatchObject({ expiresAfter: 600, triesLeft: 5 })
    const code = await codeFor(visitor, person.phone)
    const before = visitor.cookie()
    expect(await confirm(visitor, person.link, code)).toMatchObject({
      status: 200,
      body: { message: linkAnswers.confirmed },
    })
    expect(visitor.cookie()).not.toBe(before)
    expect(await open(visitor, person.link)).toMatchObject({
      status: 200,
      body: { data: { _id: person.link, email: person.email, phone: person.phone } },
    })
    expect(await open(visitor, other.link)).toMatchObject(unconfirmed)
    expect(await open(newVisitor(server.url), person.link)).toMatchObject(unconfirmed)
    expect(await sign(visitor, person.link)).toMatchObject({ status: 200 })
    const [confirmed] = await entriesAbout(server.deps.db, person.id)
    expect(confirmed?.action).toBe('confirm_link')
    const { acceptance } = (await agreementOf(server.deps, person.id)) ?? {}
    expect(acceptance?.events).toContainEqual({ kind: 'linkVerified', at: confirmed?.at })
  })

  it('stays shut for wrong codes, codes of others, of other purposes, and codes sent to another browser', async () => {
    const [person, other] = [await addExecutive(server.deps), await addExecutive(server.deps)]
    const [visitor, stranger] = [newVisitor(server.url), newVisitor(server.url)]
    await ask(visitor, person.link)
    const right = await codeFor(visitor, person.phone)
    await ask(stranger, other.link)
    const foreign = await codeFor(stranger, other.phone)
    await stranger.post(api.generateMobileOtp, { phone: person.phone })
    const forRegistration = await codeFor(stranger, person.phone)
    const wrong = String((Number(right) + 1) % 1_000_000).padStart(6, '0')
    for (const [who, code] of [
      [visitor, wrong],
      [stranger, right],
      [stranger, forRegistration],
      [visitor, foreign],
    ] as const) {
      expect((await confirm(who, person.link, code)).status).toBe(422)
    }
    for (const who of [visitor, stranger]) expect(await open(who, person.link)).toMatchObject(unconfirmed)
  })

  it('takes the code again whose evidence could not be written', async () => {
    const person = await addExecutive(server.deps)
    const visitor = newVisitor(server.url)
    await ask(visitor, person.link)
    const code = await codeFor(visitor, person.phone)
    const enter = () => confirm(visitor, person.link, code)
    expect((await withoutTable(server.deps.db, 'audit_log', enter)).status).toBe(500)
    expect(await open(visitor, person.link)).toMatchObject(unconfirmed)
    expect([(await enter()).status, (await enter()).status]).toEqual([200, 422])
  })

  it('that is replaced opens still when its successor’s mail could not be enqueued', async () => {
    const { id, link } = await addExecutive(server.deps)
    const { db, recordLinks } = server.deps
    await withoutTable(db, 'jobs', () => expect(replaceLink(server.deps, id, 'system')).rejects.toThrow())
    expect(await recordLinks.find(link)).toBe(id)
    expect(await replaceLink(server.deps, id, 'system')).toBe(true)
    expect(await recordLinks.find(link)).toBeUndefined()
  })

  it('is none in the browser that registered, until its session ends', async () => {
    const { visitor, fields, id } = await registered(server, { now: clock.now() })
    expect((await open(visitor, id)).status).toBe(200)
    expect(await open(newVisitor(server.url), id)).toMatchObject(unconfirmed)
    clock.advance(31 * 60_000)
    expect(await open(visitor, id)).toMatchObject(unconfirmed)
    expect(await sign(visitor, id, fields['name'])).toMatchObject(unconfirmed)
  })

  it('mends no mandate unconfirmed', async () => {
    const applicant = await registered(server, { now: clock.now() })
    const { id, fields } = applicant
    await settle(server.url, fields['transactionId'] ?? '', 'Failed')
    const stranger = newVisitor(server.url)
    expect(await stranger.post(api.updateMandate, updateBody(applicant, id))).toMatchObject(unconfirmed)
  })

  it('leaves the signed address of a document as it is', async () => {
    const { id } = await addExecutive(server.deps)
    await server.workOff()
    expect((await fetch(server.url + (await agreementPath(server.deps, id)))).status).toBe(200)
  })
})

describe('without that setting', () => {
  it('a link is enough, and there is nothing to confirm; the database key and the reference open nothing', async () => {
    await using server = await startServer()
    const { id: key, link: id, reference } = await addExecutive(server.deps)
    const visitor = newVisitor(server.url)
    for (const other of [key, reference]) expect((await open(visitor, other)).status).toBe(404)
    expect((await open(visitor, id)).status).toBe(200)
    expect((await ask(visitor, id)).status).toBe(404)
    expect((await confirm(visitor, id, '123456')).status).toBe(404)
    const { body } = await visitor.get(sandbox.messages)
    expect(body['messages']).toEqual([])
  })
})
