import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { linkAnswers } from '#contract/messages/en/links.ts'
import { api } from '#contract/paths.ts'
import type { PersonRecord } from '#contract/schemas/registrations.ts'
import { gatewayMessages, mandateErrors, mandateMessages } from '#contract/messages/en/mandates.ts'
import { newConsumerId } from '#contract/schemas/mandates.ts'
import { tokenHash } from '#server/platform/crypto/digest.ts'
import { FilesUnavailable } from '#server/providers/files/port.ts'
import { othersThan } from '#tests/support/codes.ts'
import { rewriteBooks, sendStatusChange } from '#tests/support/gateway-store.ts'
import {
  type Applicant,
  askToken,
  freshTransaction,
  mandated,
  mandateOf,
  recordIdOf,
  registered,
  settle,
  updateBody,
  verifiedVisitor,
} from '#tests/support/registration.ts'
import { movingClock, startServer, type TestServer } from '#tests/support/server.ts'
import { beforeTransaction, sharedServer } from '#tests/support/shared.ts'
import { type Answered, codeFor, newVisitor, type TestVisitor } from '#tests/support/visitor.ts'
import { withoutTable } from '#tests/support/place.ts'
import { statusesOf, thenOf } from '#tests/support/repeat.ts'
import { enginesInTurn } from '#tests/support/rounds.ts'
import { entriesAbout } from '#server/platform/audit/log.ts'
import { eventually } from '#tests/support/eventually.ts'
import { addExecutive, agreementOf } from '#tests/support/executive.ts'
import { sendHeadAlone } from '#tests/support/tcp.ts'
import { isSigned } from '#server/features/onboarding/person/next-agreement-service.ts'
import { replaceLink } from './record-service.ts'

const nowhere = { status: 404, body: { message: linkAnswers.unknown, code: 'not_found' } }

function open(visitor: TestVisitor, id: string): Promise<Answered> {
  return visitor.get(api.fieldExecutive + id)
}

/** Returns the mandate id of a record as a stranger sees it. */
async function mandateIn({ url }: TestServer, id: string) {
  return ((await open(newVisitor(url), id)).body['data'] as PersonRecord).mandate_id
}

describe('getFieldExecById', () => {
  const server = sharedServer()
  let person: Applicant & { id: string }
  beforeAll(async () => {
    person = await registered(server)
  })

  const stranger = () => newVisitor(server.url)

  it.each([
    ['same-origin', 'empty', 200],
    ['same-origin', 'image', 403],
    ['none', 'document', 403],
    ['cross-site', 'empty', 403],
  ])(
    'opens for scripts of our own pages only, where browsers report the origin: %s, %s',
    async (site, dest, is) => {
      const headers = { 'sec-fetch-site': site, 'sec-fetch-dest': dest }
      expect((await fetch(server.url + api.fieldExecutive + person.id, { headers })).status).toBe(is)
      const callback = await fetch(`${server.url}${api.gatewayCallback}?msg=none`, { headers })
      expect([callback.status === 403, callback.headers.get('set-cookie')]).toEqual([is === 403, null])
    },
  )

  it('shows a stranger with the link only masked data', async () => {
    const { status, headers, body } = await open(stranger(), person.id)
    const { fields, aadhaar } = person
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(body['data']).toEqual({
      _id: person.id,
      name: fields['name'],
      email: 'p***@e***.in',
      phone: `******${fields['phone']?.slice(-4)}`,
      dob: fields['dob']?.slice(0, 4),
      address: { address_line: '', city: fields['city'], state: fields['state'], pincode: fields['pincode'] },
      aadhaar_no: `XXXXXXXX${aadhaar.slice(-4)}`,
      profilePhoto: expect.stringMatching(/^data:image\/jpeg;base64,\/9j\//),
      agreement_url: expect.stringMatching(new RegExp(`${api.agreement}(?!${person.id})[\\w-]{32}\\?`)),
      signedAgreement: false,
      mandate_id: {
        _id: expect.stringMatching(/^[\w-]{32}$/),
        bankDetails: {
          accountHolderName: 'T*** P***',
          accountNumber: `XXXXXXXX${fields['accountNo']?.slice(-4)}`,
          ifscCode: fields['ifscCode'],
        },
        mandateDetails: { registrationStatus: 'Initiated' },
      },
    })
    const whole = JSON.stringify(body)
    for (const secret of ['email', 'phone', 'dob', 'address', 'accountNo', 'aadhaar_no'])
      expect([secret, whole.includes(fields[secret] ?? '')]).toEqual([secret, false])
  })

  it('shows the browser that registered everything, except the two numbers that stay masked', async () => {
    const { fields, aadhaar, visitor } = person
    const { body } = await open(visitor, person.id)
    const { name, email, phone, dob, address, city, state, pincode, accountName, accountNo } = fields
    const masked = { aadhaar_no: `XXXXXXXX${aadhaar.slice(-4)}` }
    const bankDetails = { accountHolderName: accountName, accountNumber: `XXXXXXXX${accountNo?.slice(-4)}` }
    expect(body['data']).toMatchObject({
      ...{ name, email, phone, dob, ...masked, mandate_id: { bankDetails } },
      address: { address_line: address, city, state, pincode },
    })
  })

  it('shows the account in full only while the mandate is failed', async () => {
    const failed = await registered(server)
    const { transactionId = '', accountNo, accountName } = failed.fields
    const tell = async (status: '0399' | '0300') => {
      await sendStatusChange(server, transactionId, { status })
      const { bankDetails, mandateDetails } = await mandateIn(server, failed.id)
      return [bankDetails.accountHolderName, bankDetails.accountNumber, mandateDetails.registrationStatus]
    }
    expect(await tell('0399')).toEqual([accountName, accountNo, 'Failed'])
    expect(await tell('0300')).toEqual(['T*** P***', `XXXXXXXX${accountNo?.slice(-4)}`, 'Success'])
  })

  it('answers a browser whose token was replaced meanwhile, without a new token', async () => {
    const visitor = stranger()
    expect((await open(visitor, person.id)).status).toBe(200)
    const hash = tokenHash(visitor.cookie().split('=')[1] ?? '')
    const replaced = { hash: 'newer', earlier_hash: hash, earlier_ends_at: Date.now() + 15_000 }
    const session = server.deps.db.updateTable('sessions').set(replaced).where('hash', '=', hash)
    expect(await session.executeTakeFirst()).toMatchObject({ numUpdatedRows: 1n })
    const { status, headers } = await open(visitor, person.id)
    expect([status, headers.getSetCookie()]).toEqual([200, []])
  })

  it('answers unknown, altered and impossible ids alike, without a cookie', async () => {
    const { id } = person
    const other = `${id.slice(0, -1)}${id.endsWith('A') ? 'B' : 'A'}`
    for (const one of [other, id.slice(1), `${id}x`, '%00', '..%2f..%2fetc%2fpasswd', 'x'.repeat(99)]) {
      const answer = await open(stranger(), one)
      expect(answer, one).toMatchObject(nowhere)
      expect(answer.headers.getSetCookie()).toEqual([])
    }
  })

  it('loads without its picture when the storage is unavailable', async () => {
    vi.spyOn(server.deps.files, 'get').mockRejectedValueOnce(new FilesUnavailable('gone'))
    const pictureless = { status: 200, body: { data: { profilePhoto: '' } } }
    expect(await open(stranger(), person.id)).toMatchObject(pictureless)
  })
})

it('one address opens as many records as the limit allows, whether they exist or not', async () => {
  // A tenth of the usual limit: six.
  await using server = await startServer({ settings: { RATE_LIMIT_SCALE: '0.1' } })
  const statuses = await statusesOf(7, () => open(newVisitor(server.url), freshTransaction()))
  expect(statuses).toEqual(thenOf(6, 404, 1, 429))
})

const notFailed = { status: 409, body: { message: mandateMessages.notFailed, code: 'mandate_stands' } }

describe.each(enginesInTurn)('updateMandate on %s', (engine) => {
  const server = sharedServer({ engine })
  /** A person whose mandate failed, in a new browser in which their link was opened. */
  let person: Applicant & { id: string }
  beforeEach(async () => {
    person = await openFailed()
  })

  async function openFailed(): Promise<Applicant & { id: string }> {
    const { id, fields, aadhaar } = await registered(server)
    await sendStatusChange(server, fields['transactionId'] ?? '', { status: '0399' })
    const visitor = newVisitor(server.url)
    await open(visitor, id)
    const fresh = { transactionId: freshTransaction(), consumerId: newConsumerId() }
    return { id, visitor, aadhaar, fields: { ...fields, ...fresh, accountNo: '555566667777' } }
  }

  const update = (applicant: Applicant & { id: string }, change: object = {}) =>
    newVisitor(server.url).post(api.updateMandate, updateBody(applicant, applicant.id, change))

  it('replaces a failed mandate with one that the bank accepted, once', async () => {
    const before = await mandateIn(server, person.id)
    await mandated(person)
    const answer = await update(person, { accountNo: 'XXXXXXXX7777' })
    expect(answer).toMatchObject({ status: 200, body: { message: mandateMessages.updated } })
    const after = await mandateIn(server, person.id)
    const bankDetails = { accountNumber: 'XXXXXXXX7777' }
    expect(after).toMatchObject({ bankDetails, mandateDetails: { registrationStatus: 'Initiated' } })
    expect(after._id).not.toBe(before._id)
    expect([(await update(person)).status, (await askToken(person)).status]).toEqual([409, 403])
  })

  it('replaces it with one of five at once', async () => {
    await mandated(person)
    const answers = await Promise.all(Array.from({ length: 5 }, () => update(person)))
    const statuses = answers.map(({ status }) => status).sort()
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.every((status) => [200, 409, 422].includes(status))).toBe(true)
  })

  const failed = { status: 422, body: { message: gatewayMessages.failed, code: 'invalid' } }
  const unknown = { status: 422, body: { message: gatewayMessages.invalid, code: 'invalid' } }

  it.each([
    ['0399', failed],
    ['none', unknown],
  ] as const)(
    'refuses an attempt that the bank answered with %s, and accepts another',
    async (decision, refusal) => {
      await mandated(person, decision)
      const before = await mandateIn(server, person.id)
      const claimed = { responseCode: '0300', responseStatus: 'Success' }
      expect(await update(person, claimed)).toMatchObject(refusal)
      expect(await mandateIn(server, person.id)).toEqual(before)
      person.fields['transactionId'] = freshTransaction()
      await mandated(person)
      expect((await update(person)).status).toBe(200)
    },
  )

  it('refuses a record whose mandate did not fail, an unknown one, and a mandate of another person or of nobody', async () => {
    const fine = await registered(server)
    expect(await update(fine)).toMatchObject(notFailed)
    for (const id of ['x'.repeat(32), '\u0000']) expect(await update({ ...fine, id })).toMatchObject(nowhere)
    const other = await mandated(await openFailed())
    const registering = await mandated(await verifiedVisitor(server))
    for (const { fields } of [other, registering, person])
      expect(await update({ ...person, fields })).toMatchObject(unknown)
  })

  it('refuses other terms than the bank was asked for, and other terms in the gateway’s answer', async () => {
    await mandated(person, '0300')
    const errors = [{ field: 'ifscCode', message: mandateErrors.otherTerms }]
    expect((await update(person, { ifscCode: 'SBIN0000001' })).body.errors).toEqual(errors)
    await rewriteBooks(server, person.fields['transactionId'] ?? '', { accountNo: '999999999999' })
    expect(await update(person)).toMatchObject(failed)
  })

  it('refuses other people’s sessions, and lets nobody pay twice', async () => {
    expect((await askToken({ ...person, visitor: newVisitor(server.url) })).status).toBe(403)
    // The bank accepts it, and the page is closed before it knows.
    await mandated(person, '0300')
    expect(await askToken(person, { transactionId: freshTransaction() })).toMatchObject(notFailed)
    expect((await mandateIn(server, person.id)).mandateDetails.registrationStatus).toBe('Success')
  })

  it.each([
    ['as ordered', {}, mandateMessages.notFailed, 'Success'],
    // That mandate is live too, and staff check it.
    ['on other terms', { accountNo: '999999999999' }, mandateErrors.lookedInto, 'Failed'],
  ])(
    'starts no other mandate if the bank set up the failed one after all %s',
    async (_, terms, message, is) => {
      const { _id: id } = await mandateIn(server, person.id)
      const { transactionId = '' } = (await mandateOf(server.deps, { id })) ?? {}
      await rewriteBooks(server, transactionId, { status: '0300', umrn: 'HDFC7000000000000001', ...terms })
      expect(await askToken(person)).toMatchObject({ status: 409, body: { message } })
      const left = { _id: id, mandateDetails: { registrationStatus: is } }
      expect(await mandateIn(server, person.id)).toMatchObject(left)
    },
  )

  it.each([
    ['the bank refuses', { status: 'failed' }],
    ['it is erased', { wiped_at: 1 }],
  ] as const)('is refused as failed if %s between the gateway’s answer and the update', async (_, change) => {
    await mandated(person, '0398')
    const { transactionId = '' } = person.fields
    const { db } = server.deps
    const changed = db.updateTable('mandates').set(change)
    // The first transaction records the gateway's answer, the second is the update.
    beforeTransaction(db, () => changed.where('transaction_id', '=', transactionId).execute(), 1)
    expect(await update(person)).toMatchObject(failed)
    expect((await mandateIn(server, person.id)).mandateDetails.registrationStatus).toBe('Failed')
  })
})

const unconfirmed = { status: 403, body: { message: linkAnswers.confirmFirst, code: 'unverified' } }

describe('a link that has to be confirmed (LINK_STEP_UP=otp)', () => {
  const clock = movingClock()
  const server = sharedServer({ clock, settings: { LINK_STEP_UP: 'otp' } })
  const sign = (visitor: TestVisitor, id: string, signName = 'Asha Mehta') =>
    visitor.post(api.generateAgreement, { id, signName })
  const ask = (visitor: TestVisitor, id: string) => visitor.post(api.linkOtp, { id })
  const confirm = (visitor: TestVisitor, id: string, otp: string) =>
    visitor.post(api.verifyLinkOtp, { id, otp })

  it('opens nothing, signs nothing and replaces no mandate except in the session of the person who registered', async () => {
    const applicant = await registered(server, { now: clock.now() })
    const { id, fields } = applicant
    await settle(server.url, fields['transactionId'] ?? '', 'Failed')
    const visitor = newVisitor(server.url)
    // A record that does not exist gets the same answer.
    for (const one of [id, 'x'.repeat(32)]) {
      expect((await open(visitor, one)).body).toEqual(unconfirmed.body)
      expect(await open(visitor, one)).toMatchObject(unconfirmed)
      expect(await sign(visitor, one, fields['name'])).toMatchObject(unconfirmed)
      expect(await visitor.post(api.updateMandate, updateBody(applicant, one))).toMatchObject(unconfirmed)
    }
    expect(await isSigned(server.deps, await recordIdOf(server.deps, id))).toBe(false)
    // The bank details of the form are shown only after the code was answered.
    await ask(visitor, id)
    await confirm(visitor, id, await codeFor(visitor, fields['phone'] ?? ''))
    const { accountName, accountNo, ifscCode } = fields
    const bankDetails = { accountHolderName: accountName, accountNumber: accountNo, ifscCode }
    expect((await open(visitor, id)).body).toMatchObject({ data: { mandate_id: { bankDetails } } })
    const early = await sendHeadAlone(server.url, api.generateAgreement, 'application/json')
    expect(early).toMatch(/^HTTP\/1.1 403 /)
    expect((await open(applicant.visitor, id)).status).toBe(200)
    clock.advance(31 * 60_000)
    expect(await open(applicant.visitor, id)).toMatchObject(unconfirmed)
    expect(await sign(applicant.visitor, id, fields['name'])).toMatchObject(unconfirmed)
  })

  it('works after the code sent to the phone on record, in that browser only, for that record only', async () => {
    const [person, other] = [await addExecutive(server.deps), await addExecutive(server.deps)]
    const visitor = newVisitor(server.url)
    const { link: _id, email, phone } = person
    const sent = { message: linkAnswers.sent, data: { phone: `******${phone.slice(-4)}` } }
    expect((await ask(visitor, person.link)).body).toMatchObject(sent)
    const before = visitor.cookie()
    const { body } = await confirm(visitor, person.link, await codeFor(visitor, phone))
    expect([body.message, visitor.cookie() === before]).toEqual([linkAnswers.confirmed, false])
    expect((await open(visitor, person.link)).body).toMatchObject({ data: { _id, email, phone } })
    expect(await open(visitor, other.link)).toMatchObject(unconfirmed)
    expect(await open(newVisitor(server.url), person.link)).toMatchObject(unconfirmed)
    // A busy machine does not make the form at once.
    await eventually(async () => expect((await sign(visitor, person.link)).status).toBe(200))
    const [confirmed] = await entriesAbout(server.deps.db, person.id)
    expect(confirmed?.action).toBe('confirm_link')
    const { acceptance } = (await agreementOf(server.deps, person.id)) ?? {}
    expect(acceptance?.events).toContainEqual({ kind: 'linkVerified', at: confirmed?.at })
  })

  it('does not open for wrong codes, or codes of others, of other purposes or of another browser, and sends none for an unknown record', async () => {
    const [person, other] = [await addExecutive(server.deps), await addExecutive(server.deps)]
    const [visitor, stranger] = [newVisitor(server.url), newVisitor(server.url)]
    await ask(visitor, person.link)
    const right = await codeFor(visitor, person.phone)
    await ask(stranger, other.link)
    const foreign = await codeFor(stranger, other.phone)
    await stranger.post(api.generateMobileOtp, { phone: person.phone })
    const forRegistration = await codeFor(stranger, person.phone)
    for (const code of [...othersThan(right, 1), foreign])
      expect((await confirm(visitor, person.link, code)).status).toBe(422)
    for (const code of [right, forRegistration])
      expect((await confirm(stranger, person.link, code)).status).toBe(422)
    for (const who of [visitor, stranger]) expect(await open(who, person.link)).toMatchObject(unconfirmed)
    expect(await ask(visitor, 'x'.repeat(32))).toMatchObject(nowhere)
    expect(await confirm(visitor, 'x'.repeat(32), right)).toMatchObject(nowhere)
  })

  it('accepts the code again if its audit entry could not be written', async () => {
    const person = await addExecutive(server.deps)
    const visitor = newVisitor(server.url)
    await ask(visitor, person.link)
    const code = await codeFor(visitor, person.phone)
    const enter = () => confirm(visitor, person.link, code)
    expect((await withoutTable(server.deps.db, 'audit_log', enter)).status).toBe(500)
    expect(await open(visitor, person.link)).toMatchObject(unconfirmed)
    expect([(await enter()).status, (await enter()).status]).toEqual([200, 422])
  })

  it('that is replaced still opens if the mail with its successor could not be enqueued', async () => {
    const { id, link } = await addExecutive(server.deps)
    const { db, recordLinks } = server.deps
    await withoutTable(db, 'jobs', () => expect(replaceLink(server.deps, id, 'system')).rejects.toThrow())
    expect(await recordLinks.find(link)).toBe(id)
    expect(await replaceLink(server.deps, id, 'system')).toBe(true)
    expect(await recordLinks.find(link)).toBeUndefined()
  })
})
