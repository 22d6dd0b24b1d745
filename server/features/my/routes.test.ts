import { describe, expect, it } from 'vitest'
import { personMails } from '#contract/messages/gu/mails.ts'
import { ownAnswers } from '#contract/messages/en/my.ts'
import { agreementParts, api, ownCalls, recordPages } from '#contract/paths.ts'
import type { OwnApplication, OwnRegistration } from '#contract/schemas/my.ts'
import type { RecordDetail } from '#contract/schemas/staff-records.ts'
import type { Candidate } from '#contract/schemas/vacancies.ts'
import { findApplication } from '#server/features/careers/store.ts'
import { addPerson } from '#server/features/vacancies/application-status-service.ts'
import { findVacancy } from '#server/features/vacancies/store.ts'
import { ownPageOf } from '#server/features/records/link-store.ts'
import { FILE_MAX_BYTES } from '#contract/upload-limits.ts'
import { newId } from '#server/platform/ids.ts'
import {
  boundary,
  documentPart,
  multipart,
  pdfOf,
  postApplication,
  somebody,
  textParts,
} from '#tests/support/application.ts'
import { freshPhone } from '#tests/support/codes.ts'
import { freshApplication, sharedDesk } from '#tests/support/desk-records.ts'
import { eventually } from '#tests/support/eventually.ts'
import { addExecutive, agreementPath } from '#tests/support/executive.ts'
import { personOf } from '#tests/support/person.ts'
import { statusesOf, thenOf } from '#tests/support/repeat.ts'
import { enginesInTurn } from '#tests/support/rounds.ts'
import { movingClock, startServer } from '#tests/support/server.ts'
import { sharedServer } from '#tests/support/shared.ts'
import { closeVacancy, publishVacancy } from '#tests/support/published-vacancy.ts'
import { vacancyDay } from '#tests/support/vacancy.ts'
import { codeFor, mailsTo, messagesTo, newVisitor } from '#tests/support/visitor.ts'
import { erasePerson } from '#server/features/privacy/erasure-store.ts'

const inbox = 'staff@agency.example'

describe.each(enginesInTurn)('a person’s own page on %s', (engine) => {
  const clock = movingClock()
  const settings = { AGENCY_INBOX: inbox, LANGUAGES: 'en,hi,gu', TRUST_PROXY: '127.0.0.1' }
  const server = sharedServer({ engine, clock, settings })
  const desk = sharedDesk(server, 'recruiter')

  /** Returns a browser at the page of a link. */
  function pageOf(link: string, visitor = newVisitor(server.url), address = '') {
    const read = async (query = '') => (await visitor.get(api.own + link + query)).body['data']
    const from: Record<string, string> = address === '' ? {} : { 'x-forwarded-for': address }
    const act = (call: keyof typeof ownCalls, body: object = {}) =>
      visitor.post(api.own + link + ownCalls[call], body, from)
    return {
      visitor,
      read,
      act,
      own: async () => (await read()) as OwnApplication,
      statusOf: async (call: keyof typeof ownCalls, body: object = {}) => (await act(call, body)).status,
      async send(sent: { content?: Buffer; name?: string; request?: string } = {}) {
        const asked = sent.request === undefined ? [] : textParts({ request: sent.request })
        const body = multipart([...asked, documentPart('resume', sent.content, sent.name)])
        const path = api.own + link + ownCalls.document
        return (await visitor.send(path, body, `multipart/form-data; boundary=${boundary}`)).status
      },
      /** Confirms the link with the code that was sent to the phone. */
      async confirm(phone: string, codeOf = (code: string) => code) {
        await visitor.post(api.linkOtp, { id: link })
        const otp = codeOf(await codeFor(visitor, phone))
        return (await visitor.post(api.verifyLinkOtp, { id: link, otp })).status
      },
    }
  }
  const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
  /** Adds a person with an application, in a browser that confirmed its link. */
  async function applicant(change: Parameters<typeof freshApplication>[1] = {}) {
    const application = await freshApplication(server.deps, change)
    const link = await server.deps.recordLinks.tokenOf(application.id)
    const page = pageOf(link)
    expect(await page.confirm(application.phone)).toBe(200)
    const timeline = async () =>
      (await desk<RecordDetail>(application.path)).body.timeline.map(({ text }) => text)
    /** Returns the status with which a recruiter’s mail is answered. */
    const write = async (template: string, blanks: object, vacancy?: string) =>
      (await desk(`${application.path}/mails`, { id: newId(), draft: { template, blanks, vacancy } })).status
    return { ...application, ...page, link, timeline, write }
  }
  type Applicant = Awaited<ReturnType<typeof applicant>>
  /** Has a person apply to a new vacancy. */
  async function apply(person: Applicant, content: Parameters<typeof publishVacancy>[1]) {
    const vacancy = await publishVacancy(server.deps, content)
    expect(await person.statusOf('apply', { vacancy })).toBe(200)
    return vacancy
  }
  async function move({ reference }: Applicant, vacancy: string, to: object) {
    const list = await desk<{ candidates: Candidate[] }>(`applications/${reference}/vacancies`)
    const found = list.body.candidates.find((one) => one.vacancy === vacancy)
    const moved = await desk(`candidates/${found?.id}`, { version: found?.version, ...to }, 'PATCH')
    expect(moved.status, moved.text).toBe(200)
  }

  it('tells a stranger with the link only its kind, and lets them change nothing', async () => {
    const { link, phone, visitor } = await applicant()
    const stranger = pageOf(link)
    const locked = { is: 'locked', kind: 'applications' }
    const told = { message: ownAnswers.locked, data: locked }
    expect((await stranger.visitor.get(api.own + link)).body).toEqual(told)
    // The page does not open another person's either.
    expect(await pageOf((await applicant()).link, visitor).read()).toEqual(locked)
    for (const call of Object.keys(ownCalls) as (keyof typeof ownCalls)[]) {
      // These two use a code to a phone that is not the one on record.
      if (call === 'takeBack' || call === 'takeBackCode') continue
      const body = { vacancy: 'VA-7K3M9Q', phone: freshPhone(), otp: '123456', proof: 'none' }
      const status = await (call === 'document' ? stranger.send() : stranger.statusOf(call, body))
      expect([call, status]).toEqual([call, 403])
    }
    expect(await stranger.confirm(phone, wrong)).toBe(422)
    expect(await stranger.read()).toEqual(locked)
    // The code opens the page only in the browser that asked for it.
    const otp = await codeFor(stranger.visitor, phone)
    const other = newVisitor(server.url)
    expect((await other.post(api.verifyLinkOtp, { id: link, otp })).status).toBe(422)
  })

  it('shows a stage if the vacancy allows it, and a rejection once its mail was sent', async () => {
    const person = await applicant()
    const told = { title: 'Fitter', title_gu: 'ફિટર', tell_stages: true }
    const welder = await apply(person, { ...told, title: 'Welder' })
    const driver = await apply(person, { title: 'Driver', tell_stages: false })
    const [one, other] = [await apply(person, told), await apply(person, told)]
    const vacancies = [welder, driver, one, other]
    const stages = async () => {
      const shown = (await person.own()).vacancies
      return vacancies.map((vacancy) => shown.find(({ reference }) => reference === vacancy)?.stage)
    }
    const moveTo = async (to: object) => {
      for (const vacancy of vacancies) await move(person, vacancy, to)
      return stages()
    }
    const interview = ['interview', 'received', 'interview', 'interview']
    const interviewed = ['interviewed', 'received', 'interviewed', 'interviewed']
    const considered = ['considered', 'received', 'considered', 'considered']
    const whole = async () => (await person.own()).stage
    expect(await whole()).toBe('received')
    // If a vacancy shows no stages, the whole application shows that somebody has read it.
    await move(person, driver, { stage: 'offered' })
    expect([await whole(), await stages()]).toEqual(['considered', Array(4).fill('received')])
    expect([await moveTo({ stage: 'interview' }), await whole()]).toEqual([interview, 'interview'])
    expect([await moveTo({ stage: 'offered' }), await whole()]).toEqual([interviewed, 'interviewed'])
    const rejected = await moveTo({ stage: 'rejected', reason: 'pay' })
    expect([rejected, await whole()]).toEqual([considered, 'considered'])
    await person.write('rejection', { position: 'Nurse' })
    await server.workOff()
    expect(await person.write('rejection', { position: 'Welder in Surat' })).toBe(202)
    // The mail is written but not sent yet.
    expect(await stages()).toEqual(considered)
    await server.workOff()
    expect(await stages()).toEqual(['rejected', 'received', 'considered', 'considered'])
    expect(JSON.stringify((await person.act('copy')).body)).not.toContain('rejected')
    // A mail that names the vacancy does not count for another one with that title.
    expect(await person.write('rejection', {}, 'VA-000000')).toBe(422)
    expect(await person.write('rejection', {}, one)).toBe(202)
    const texts = (await mailsTo(server, person.email)).map(({ text }) => text)
    expect(await stages()).toEqual(['rejected', 'received', 'rejected', 'considered'])
    expect(await person.timeline()).toContain(`Mail to the person: Rejection (${one}): sent`)
    expect(texts.join()).toContain('position: Fitter')
  })

  /** Returns the proof in the mail that asks to confirm an address. */
  const proofTo = async (address: string) => {
    const [, proof = ''] = /#email=([\w-]+)/.exec((await mailsTo(server, address))[0]?.text ?? '') ?? []
    return proof
  }
  type Opened = ReturnType<typeof pageOf>
  async function changePhone(page: Pick<Opened, 'statusOf' | 'visitor'>, phone = freshPhone()) {
    expect(await page.statusOf('phoneCode', { phone })).toBe(200)
    expect(await page.statusOf('phone', { phone, otp: await codeFor(page.visitor, phone) })).toBe(200)
    return phone
  }

  it('changes the postal address at once, and the e-mail after its mailed link is opened', async () => {
    const person = await applicant({ language: 'gu' })
    const [email, address] = [`new-${person.email}`, '4 Station Road, Vadodara']
    expect(await person.statusOf('details', { email: 'x' })).toBe(422)
    const saved = await person.act('details', { email, address, full_name: 'Eve' })
    expect([saved.status, saved.body.message]).toEqual([200, ownAnswers.emailAsked])
    const before = { name: 'Asha Mehta', emailAsked: email, details: { email: person.email, address } }
    expect(await person.own()).toMatchObject(before)
    expect(await person.timeline()).toContain('The person changed: Address')
    expect((await desk('records/applications?place=Vadodara')).text).toContain(person.reference)
    // Until then it does not count: its owner can apply as themselves, and nobody is told.
    expect(await mailsTo(server, person.email)).toEqual([])
    const proof = await proofTo(email)
    clock.advance(1000)
    expect(proof).toMatch(/^[\w-]{32}$/)
    expect(await pageOf(person.link).statusOf('email', { proof })).toBe(403)
    expect(await (await applicant()).statusOf('email', { proof })).toBe(404)
    expect(await person.statusOf('email', { proof })).toBe(200)
    expect(await person.own()).toMatchObject({ emailAsked: '', details: { email } })
    expect(await person.statusOf('email', { proof })).toBe(404)
    const timeline = await person.timeline()
    expect(timeline.filter((text) => text.startsWith('The person changed: E-mail (before: '))).toHaveLength(1)
    // The index and the claim changed too: nobody else can take the address.
    const other = await applicant()
    expect(await other.statusOf('details', { email })).toBe(200)
    const taken = await other.act('email', { proof: await proofTo(email) })
    expect([taken.status, taken.body.message]).toEqual([409, ownAnswers.taken])
    const { subject, text } = personMails.addressChanged
    const [mail, ...more] = await mailsTo(server, person.email)
    const filled = text.replace('{reference}', person.reference).replace('{agency}', 'એજન્સી')
    expect([mail?.subject, mail?.text.trim(), more]).toEqual([subject, filled, []])
  })

  it('tells the earlier address whatever strangers did with a similar one', async () => {
    const person = await applicant()
    const like = person.email.replace('@', '+1@')
    const stranger = await applicant({ email: like })
    await stranger.statusOf('details', { email: `x${like}` })
    expect(await stranger.statusOf('email', { proof: await proofTo(`x${like}`) })).toBe(200)
    await person.statusOf('details', { email: `x${person.email}` })
    expect(await person.statusOf('email', { proof: await proofTo(`x${person.email}`) })).toBe(200)
    expect(await mailsTo(server, person.email)).toHaveLength(1)
  })

  it('accepts another phone once a code to it is entered, and sends the next code there', async () => {
    const person = await applicant()
    const phone = freshPhone()
    expect(await person.statusOf('phone', { phone, otp: '123456' })).toBe(422)
    expect(await person.statusOf('phoneCode', { phone })).toBe(200)
    const otp = await codeFor(person.visitor, phone)
    expect(await person.statusOf('phone', { phone, otp: wrong(otp) })).toBe(422)
    expect((await person.own()).phone).toBe(person.phone)
    expect(await person.statusOf('phone', { phone, otp })).toBe(200)
    expect((await person.own()).phone).toBe(phone)
    clock.advance(31_000)
    expect(await pageOf(person.link).confirm(phone)).toBe(200)
  })

  it('tells the earlier phone and the address on record about another phone, and ends the other sessions', async () => {
    const person = await applicant()
    clock.advance(31_000)
    const elsewhere = pageOf(person.link)
    await elsewhere.confirm(person.phone)
    await changePhone(person)
    expect(await elsewhere.read()).toEqual({ is: 'locked', kind: 'applications', phoneChanged: true })
    expect(await elsewhere.statusOf('details', { email: person.email })).toBe(403)
    expect((await person.own()).is).toBe('open')
    const mails = await mailsTo(server, person.email)
    const told = (await messagesTo(server, person.phone)).map(({ text }) => text)
    expect(told.filter((text) => text.startsWith('Another mobile number took the place'))).toHaveLength(1)
    expect(mails.map(({ subject }) => subject)).toEqual(['Your phone number with us was changed'])
    expect(mails[0]?.text).toContain(`${recordPages.own}${person.link}`)
  })

  it('records that the address is proven once the link of a mail to it is opened', async () => {
    const person = somebody()
    const { body } = await postApplication(server.url, person)
    await server.workOff()
    const [{ text = '' } = {}] = await mailsTo(server, person.email)
    const [, link = '', proof = ''] = /\/my\/([\w-]{32})#mailed=([\w-]{32})/.exec(text) ?? []
    const rows = server.deps.db.selectFrom('records').select('email_proven')
    const isProven = async () =>
      (await rows.where('reference', '=', body.reference ?? '').executeTakeFirst())?.email_proven === 1
    // The answer has the same page, but no proof that a mail was read.
    expect(body.page).toBe(`/my/${link}`)
    const page = pageOf(link)
    expect([await page.statusOf('email', { proof }), await isProven()]).toEqual([403, false])
    expect(await page.confirm(person.phone)).toBe(200)
    expect([await page.statusOf('email', { proof: 'x'.repeat(32) }), await isProven()]).toEqual([404, false])
    expect([await page.statusOf('email', { proof }), await isProven()]).toEqual([200, true])
    const email = `new-${person.email}`
    expect(await page.statusOf('details', { email })).toBe(200)
    expect(await page.statusOf('email', { proof: await proofTo(email) })).toBe(200)
    expect([await page.statusOf('email', { proof }), await isProven()]).toEqual([404, true])
  })

  it('restores the e-mail with the phone, even if an intruder has applied with both', async () => {
    const person = await applicant()
    for (const name of ['first', 'second']) {
      const email = `${name}-${person.email}`
      expect(await person.statusOf('details', { email })).toBe(200)
      expect(await person.statusOf('email', { proof: await proofTo(email) })).toBe(200)
      clock.advance(1000)
    }
    await changePhone(person)
    expect(await person.statusOf('details', { email: `third-${person.email}` })).toBe(200)
    const asked = await proofTo(`third-${person.email}`)
    for (const { email, phone } of [person, { ...somebody(), phone: person.phone }])
      await freshApplication(server.deps, { email, phone: email === person.email ? freshPhone() : phone })
    clock.advance(31_000)
    const holder = pageOf(person.link)
    expect(await holder.statusOf('takeBackCode')).toBe(200)
    const back = await holder.act('takeBack', { otp: await codeFor(holder.visitor, person.phone) })
    expect([back.status, back.body.message]).toEqual([200, ownAnswers.phoneTakenBack])
    const { _id: link } = back.body['data'] as { _id: string }
    expect(await pageOf(link, person.visitor).read()).toEqual({ is: 'locked', kind: 'applications' })
    clock.advance(31_000)
    const page = pageOf(link, holder.visitor)
    expect(await page.confirm(person.phone)).toBe(200)
    expect(await page.own()).toMatchObject({
      phone: person.phone,
      emailAsked: '',
      details: { email: person.email },
    })
    expect(await page.statusOf('email', { proof: asked })).toBe(404)
    expect((await mailsTo(server, person.email))[0]?.text).toContain(`${recordPages.own}${link}`)
  })

  it('lets the earlier phone’s holder restore it within a day, which ends every session and the link', async () => {
    const person = await applicant()
    // A borrowed phone, which is replaced twice.
    for (let change = 0; change < 2; change += 1) {
      await changePhone(person)
      clock.advance(31_000)
    }
    const holder = pageOf(person.link)
    expect(await holder.read()).toMatchObject({ phoneChanged: true })
    const sent = await holder.act('takeBackCode')
    expect([sent.status, sent.body['data']]).toEqual([200, { phone: `******${person.phone.slice(-4)}` }])
    const otp = await codeFor(holder.visitor, person.phone)
    // A code to restore the number opens nothing else.
    expect((await holder.visitor.post(api.verifyLinkOtp, { id: person.link, otp })).status).toBe(422)
    expect(await holder.statusOf('takeBack', { otp: wrong(otp) })).toBe(422)
    const back = await holder.act('takeBack', { otp })
    expect(back.status).toBe(200)
    const { _id: link } = back.body['data'] as { _id: string }
    expect((await person.visitor.get(api.own + person.link)).status).toBe(404)
    const page = pageOf(link, person.visitor)
    expect(await page.read()).toEqual({ is: 'locked', kind: 'applications' })
    // The newest message is found by its time.
    clock.advance(1000)
    expect(await pageOf(link, holder.visitor).confirm(person.phone)).toBe(200)
    const mails = await mailsTo(server, person.email)
    expect(mails[0]?.text).toContain(`${recordPages.own}${link}`)
    const subjects = (await mailsTo(server, inbox)).map(({ subject }) => subject)
    expect(subjects).toContain(`Another phone was taken back: ${person.reference}`)
    expect(await page.statusOf('takeBackCode')).toBe(409)
  })

  it('leaves the holder of a phone their link, their code and their tries, whatever strangers request', async () => {
    const victim = await addExecutive(server.deps)
    const holder = pageOf(victim.link)
    await holder.visitor.post(api.linkOtp, { id: victim.link })
    const live = await codeFor(holder.visitor, victim.phone)
    for (let stranger = 0; stranger < 2; stranger += 1) {
      const attacker = await applicant()
      clock.advance(31_000)
      expect(await attacker.statusOf('phoneCode', { phone: victim.phone })).toBe(200)
      const otp = await codeFor(attacker.visitor, victim.phone)
      // A code for one purpose and one record opens no other.
      expect((await attacker.visitor.post(api.verifyLinkOtp, { id: victim.link, otp })).status).toBe(422)
      for (let guess = 0; guess < 6; guess += 1)
        await attacker.statusOf('phone', { phone: victim.phone, otp: wrong(otp) })
      expect(await attacker.statusOf('phone', { phone: victim.phone, otp })).toBe(429)
    }
    expect((await holder.visitor.post(api.verifyLinkOtp, { id: victim.link, otp: live })).status).toBe(200)
    clock.advance(31_000)
    expect(await pageOf(victim.link).confirm(victim.phone)).toBe(200)
    const sms = (await messagesTo(server, victim.phone)).map(({ text }) => text)
    expect(sms.filter((text) => text.includes('to put this mobile number on your record'))).toHaveLength(2)
  })

  it('opens the existing documents for a person who confirmed the link, and records it once a day', async () => {
    const person = await applicant({ fields: [] })
    await person.send({ name: 'mine.pdf' })
    const path = `${api.own}${person.link}/file/resume`
    expect((await newVisitor(server.url).get(path)).status).toBe(403)
    for (let time = 0; time < 2; time += 1) {
      const { status, headers } = await person.visitor.get(path)
      expect([status, headers.get('content-type')]).toEqual([200, 'application/pdf'])
      expect(headers.get('content-disposition')).toBe(`attachment; filename="${person.reference}-resume.pdf"`)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
    }
    expect((await person.visitor.get(path.replace('resume', 'pan_card'))).status).toBe(404)
    const opened = 'The person opened a document: Resume'
    expect((await person.timeline()).filter((text) => text === opened)).toHaveLength(1)
  })

  it('changes nothing of an application that a later one superseded', async () => {
    const person = await applicant()
    const vacancy = await publishVacancy(server.deps)
    const { db } = server.deps
    await db.updateTable('records').set({ superseded_by: 'gone' }).where('id', '=', person.id).execute()
    const calls = [person.statusOf('apply', { vacancy }), person.statusOf('withdraw'), person.send()]
    expect(await Promise.all(calls)).toEqual([409, 409, 409])
    const details = await person.act('details', { address: 'Elsewhere 1', email: person.email })
    expect([details.status, details.body.message]).toEqual([409, ownAnswers.superseded])
    const phone = freshPhone()
    await person.statusOf('phoneCode', { phone })
    expect(await person.statusOf('phone', { phone, otp: await codeFor(person.visitor, phone) })).toBe(409)
    expect((await person.own()).phone).toBe(person.phone)
    await db.updateTable('records').set({ superseded_by: '' }).where('id', '=', person.id).execute()
    clock.advance(31_000)
    await changePhone(person)
    await db.updateTable('records').set({ superseded_by: 'gone' }).where('id', '=', person.id).execute()
    const holder = pageOf(person.link)
    expect(await holder.statusOf('takeBackCode')).toBe(200)
    const back = await holder.act('takeBack', { otp: await codeFor(holder.visitor, person.phone) })
    expect([back.status, back.body.message]).toEqual([409, ownAnswers.superseded])
  })

  it('replaces a document with a new one after checking it', async () => {
    const person = await applicant({ fields: [] })
    const documents = async () => (await person.own()).documents
    // The form of careers answers the same file alike.
    const [text, script] = [{ content: Buffer.from('no PDF') }, { name: 'cv.js' }]
    expect([await person.send(text), await person.send(script)]).toEqual([415, 415])
    expect(await person.send({ content: pdfOf(FILE_MAX_BYTES + 1) })).toBe(413)
    expect(await documents()).toEqual([])
    for (const name of ['first.pdf', 'second.pdf']) expect(await person.send({ name })).toBe(200)
    const second = [{ field: 'resume', name: 'second.pdf' }]
    expect(await documents()).toEqual(second)
    const stored = await findApplication(server.deps.db, server.deps.cipher, person.id)
    expect(stored?.documents).toMatchObject(second)
  })

  it('accepts a document for the one that a recruiter requested, and leaves the other requests open', async () => {
    const person = await applicant()
    const asked = async () => (await person.own()).documentsAsked
    for (const document of ['page two', 'your PAN card']) {
      expect(await person.write('documentMissing', { document })).toBe(202)
      clock.advance(1000)
    }
    const [first, second] = await asked()
    expect([first?.document, second?.document]).toEqual(['page two', 'your PAN card'])
    // With two requests the document must name one.
    expect([await person.send(), await person.send({ request: '' })]).toEqual([200, 200])
    expect(await asked()).toEqual([first, second])
    expect(await person.send({ request: second?.id })).toBe(200)
    expect(await asked()).toEqual([first])
    expect(await (await applicant()).send({ request: first?.id })).toBe(200)
    expect(await asked()).toEqual([first])
    expect(await person.send()).toBe(200)
    expect(await asked()).toEqual([])
  })

  it('no longer requests a document that arrived another way, which staff record once', async () => {
    const person = await applicant()
    await person.write('documentMissing', { document: 'page two' })
    const detail = async () => (await desk<RecordDetail>(person.path)).body
    const [request] = (await detail()).requests
    const met = () => desk(`applications/${person.reference}/requests/${request?.id}/met`, {})
    const answers = await Promise.all([met(), met()])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect([(await person.own()).documentsAsked, (await detail()).requests]).toEqual([[], []])
    const noted = 'What was asked for has come: page two'
    expect((await person.timeline()).filter((text) => text === noted)).toHaveLength(1)
  })

  it('applies to an open vacancy, once', async () => {
    const person = await applicant()
    const vacancy = await publishVacancy(server.deps, { title: 'Mason', title_hi: 'राजमिस्त्री' })
    const offered = async () => (await person.own()).openVacancies.map((one) => one.reference)
    expect(await offered()).toContain(vacancy)
    const statuses = await Promise.all([1, 2].map(() => person.statusOf('apply', { vacancy })))
    expect(statuses.toSorted()).toEqual([200, 409])
    expect(await offered()).not.toContain(vacancy)
    expect(await person.timeline()).toContain(`The person applied to the vacancy ${vacancy}`)
    const receipts = (await mailsTo(server, person.email)).filter(({ text }) => text.includes('Mason'))
    expect(receipts.map(({ subject }) => subject)).toEqual([`Your application ${person.reference}`])
    await closeVacancy(server.deps, vacancy)
    const closed = await (await applicant()).act('apply', { vacancy })
    expect([closed.status, closed.body.message]).toEqual([404, ownAnswers.vacancyClosed])
  })

  it('says that a vacancy is closed instead of when it answers, once it is closed or past its last day', async () => {
    const person = await applicant()
    const stands = async () => {
      const { stage, vacancies } = await person.own()
      return [stage, ...vacancies.map(({ stage: at }) => at).toSorted()]
    }
    const closed = await apply(person, { title: 'Weaver', tell_stages: true })
    const open = await apply(person, { title: 'Spinner', tell_stages: true })
    await closeVacancy(server.deps, closed)
    expect(await stands()).toEqual(['received', 'closed', 'received'])
    // An invited person still has the interview after the last day; closing at the desk ends that too.
    const day = { open_until: vacancyDay(clock.now(), -1) }
    const passed = await publishVacancy(server.deps, { ...day, tell_stages: true })
    const read = await findVacancy(server.deps.db, server.deps.cipher, passed)
    const row = { vacancyId: read?.id ?? '', applicationId: person.id, now: clock.now() }
    await addPerson(server.deps.db, row)
    await closeVacancy(server.deps, open)
    expect(await stands()).toEqual(['closed', 'closed', 'closed', 'closed'])
    await move(person, passed, { stage: 'interview' })
    await move(person, open, { stage: 'interview' })
    expect(await stands()).toEqual(['interview', 'closed', 'closed', 'interview'])
  })

  it('first offers the vacancy in its address, however old, while it is open', async () => {
    const vacancy = await publishVacancy(server.deps, { title: 'Thatcher' })
    for (let count = 0; count < 20; count += 1) {
      clock.advance(1000)
      await publishVacancy(server.deps)
    }
    const { read, link } = await applicant()
    const offered = async (job: string) =>
      ((await read(`?job=${job}`)) as OwnApplication).openVacancies.map((one) => one.reference)
    expect((await offered(vacancy.toLowerCase()))[0]).toBe(vacancy)
    for (const other of ['', 'VA-000000', '%27%20OR%201=1']) {
      expect(await offered(other)).toHaveLength(20)
      expect(await offered(other)).not.toContain(vacancy)
    }
    await closeVacancy(server.deps, vacancy)
    expect(await offered(vacancy)).not.toContain(vacancy)
    // A stranger with the link learns nothing from it.
    expect(await pageOf(link).read(`?job=${vacancy}`)).toEqual({ is: 'locked', kind: 'applications' })
  })

  it('withdraws from everything in progress, tells the agency, and accepts nothing more', async () => {
    const person = await applicant()
    await apply(person, { title: 'Plumber', tell_stages: false })
    await move(person, await apply(person, { title: 'Joiner', tell_stages: true }), { stage: 'placed' })
    const presses = await Promise.all([1, 2, 3].map(() => person.statusOf('withdraw')))
    expect(presses).toEqual([200, 200, 200])
    const mailed = (await mailsTo(server, person.email)).map(({ subject }) => subject)
    expect(mailed.filter((subject) => subject === 'You have withdrawn')).toHaveLength(1)
    const { stage, vacancies } = await person.own()
    const stages = [stage, ...vacancies.map((at) => at.stage)]
    expect(stages.toSorted()).toEqual(['placed', 'withdrawn', 'withdrawn'])
    expect((await person.timeline()).filter((text) => text === 'The person withdrew')).toHaveLength(1)
    const subjects = (await mailsTo(server, inbox)).map(({ subject = '' }) => subject)
    const withdrawn = subjects.filter((subject) => subject.includes(person.reference))
    expect(withdrawn).toEqual([`Withdrawn: ${person.reference}`])
    const vacancy = await publishVacancy(server.deps)
    expect([await person.statusOf('apply', { vacancy }), await person.send()]).toEqual([409, 409])
  })

  it('withdraws from one vacancy, which a mail confirms', async () => {
    const person = await applicant()
    const [plumber, joiner] = [
      await apply(person, { title: 'Plumber' }),
      await apply(person, { title: 'Joiner' }),
    ]
    expect(await person.statusOf('withdraw', { vacancy: 'VA-000000' })).toBe(409)
    for (let press = 0; press < 2; press += 1)
      expect(await person.statusOf('withdraw', { vacancy: plumber })).toBe(200)
    const { stage, vacancies } = await person.own()
    const stages = vacancies.map((at) => [at.reference, at.stage])
    expect([stage, Object.fromEntries(stages)]).toEqual([
      'received',
      { [plumber]: 'withdrawn', [joiner]: 'received' },
    ])
    expect(await person.statusOf('apply', { vacancy: plumber })).toBe(409)
    const subjects = (await mailsTo(server, person.email)).map(({ subject }) => subject)
    expect(subjects.filter((subject) => subject === 'You have withdrawn: Plumber')).toHaveLength(1)
    const left = `The person withdrew from the vacancy ${plumber}`
    expect((await person.timeline()).filter((text) => text === left)).toHaveLength(1)
    // Somebody who leaves their last vacancy keeps their status, and can apply to others.
    expect(await person.statusOf('withdraw', { vacancy: joiner })).toBe(200)
    expect((await desk<RecordDetail>(person.path)).body.status).toBe('withdrawn')
    expect((await person.own()).stage).toBe('received')
    await apply(person, { title: 'Mason' })
    expect((await desk<RecordDetail>(person.path)).body.status).toBe('new')
  })

  it('returns what the person sent, and asks the agency for erasure', async () => {
    const person = await applicant()
    await desk(`${person.path}/notes`, { id: newId(), text: 'Speaks four languages' })
    const { headers, body } = await person.act('copy')
    expect(headers.get('content-disposition')).toBe(`attachment; filename="${person.reference}.json"`)
    expect(JSON.stringify(body)).toContain(person.email)
    expect(JSON.stringify(body)).not.toContain('four languages')
    const presses = await Promise.all([1, 2, 3].map(() => person.statusOf('erasure')))
    expect(presses).toEqual([200, 200, 200])
    expect((await person.own()).asked.erasure).toBe(true)
    const subjects = (await mailsTo(server, inbox)).map(({ subject }) => subject)
    const asked = `Erasure asked for: ${person.reference}`
    expect(subjects.filter((subject) => subject === asked)).toHaveLength(1)
    const wished = (await person.timeline()).filter((text) => text === 'The person asks for erasure')
    expect(wished).toHaveLength(1)
    await erasePerson(server.deps, await personOf(server.deps, person.reference), 'system')
    expect((await person.visitor.get(api.own + person.link)).status).toBe(404)
  })

  it('shows the agreement and the mandate of a registration', async () => {
    const { id, link, phone, reference } = await addExecutive(server.deps)
    const page = pageOf(link)
    expect(await page.read()).toEqual({ is: 'locked', kind: 'executives' })
    await page.confirm(phone)
    const own = (await page.read()) as OwnRegistration
    expect(own).toMatchObject({ is: 'open', kind: 'executives', phone, agreement: 'unsigned' })
    expect(['Initiated', 'Success']).toContain(own.mandate)
    expect(await page.statusOf('apply', { vacancy: 'VA-7K3M9Q' })).toBe(409)
    await server.workOff()
    expect(await page.statusOf('details', { ...own.details, city: 'Vadodara' })).toBe(200)
    // An unsigned document is made again, on a busy machine at a later attempt.
    await eventually(async () => {
      await server.workOff()
      const path = (await agreementPath(server.deps, id)).replace('?', `${agreementParts.text}?`)
      expect(JSON.stringify((await page.visitor.get(path)).body)).toContain('Vadodara')
    })
    for (let press = 0; press < 2; press += 1) expect(await page.statusOf('withdraw')).toBe(200)
    const subjects = (await mailsTo(server, inbox)).map(({ subject = '' }) => subject)
    expect(subjects.filter((subject) => subject === `Withdrawn: ${reference}`)).toHaveLength(1)
    const mails = (await mailsTo(server, own.details['email'] ?? '')).map(({ subject }) => subject)
    expect(mails.filter((subject) => subject === 'You have withdrawn')).toHaveLength(1)
    expect(await page.read()).toMatchObject({ asked: { withdrawal: true }, details: { city: 'Vadodara' } })
    const address = `${server.deps.config.publicUrl}/gu${recordPages.own}${link}`
    expect(await ownPageOf(server.deps, { id, language: 'gu' })).toBe(address)
  })

  it('warns the address that was on record before an intruder’s, and restores it as long as the phone', async () => {
    const person = await applicant()
    const holder = pageOf(person.link)
    clock.advance(31_000)
    await holder.confirm(person.phone)
    const intruders = `intruder-${person.email}`
    expect(await person.statusOf('details', { email: intruders })).toBe(200)
    expect(await person.statusOf('email', { proof: await proofTo(intruders) })).toBe(200)
    expect(await holder.read()).toMatchObject({ is: 'locked' })
    clock.advance(20 * 3_600_000)
    expect(await person.confirm(person.phone)).toBe(200)
    clock.advance(31_000)
    await changePhone(person)
    const told = await mailsTo(server, person.email)
    expect(told.map(({ subject }) => subject).toSorted()).toEqual([
      'Your e-mail address with us was changed',
      'Your phone number with us was changed',
    ])
    clock.advance(10 * 3_600_000)
    expect(await holder.statusOf('takeBackCode')).toBe(200)
    const back = await holder.act('takeBack', { otp: await codeFor(holder.visitor, person.phone) })
    const { _id: link } = back.body['data'] as { _id: string }
    clock.advance(31_000)
    const page = pageOf(link, holder.visitor)
    expect(await page.confirm(person.phone)).toBe(200)
    expect(await page.own()).toMatchObject({ phone: person.phone, details: { email: person.email } })
    expect((await mailsTo(server, person.email))[0]?.text).toContain(`${recordPages.own}${link}`)
  })

  it('mails an address once about another phone, even if another address was on record in between', async () => {
    const person = await applicant()
    for (const email of [`other-${person.email}`, person.email]) {
      expect(await person.statusOf('details', { email })).toBe(200)
      expect(await person.statusOf('email', { proof: await proofTo(email) })).toBe(200)
      await server.workOff()
      clock.advance(31_000)
    }
    await changePhone(person)
    const told = (await mailsTo(server, person.email)).map(({ subject }) => subject)
    expect(told.filter((subject) => subject === 'Your phone number with us was changed')).toHaveLength(1)
  })

  it('leaves the earlier phone’s holder a code, whatever an intruder with the link used up', async () => {
    const person = await applicant()
    await changePhone(person)
    for (let hour = 0; hour < 3; hour += 1) {
      clock.advance(3_600_000)
      await person.act('takeBackCode')
      const otp = wrong(await codeFor(person.visitor, person.phone))
      for (let guess = 0; guess < 6; guess += 1) await person.act('takeBack', { otp })
    }
    const holder = pageOf(person.link, newVisitor(server.url), '150.1.0.1')
    clock.advance(31_000)
    expect(await holder.statusOf('takeBackCode')).toBe(200)
    const otp = await codeFor(holder.visitor, person.phone)
    expect(await holder.statusOf('takeBack', { otp })).toBe(200)
  })

  it('does not restore an earlier phone after a day', async () => {
    const person = await applicant()
    await changePhone(person)
    clock.advance(86_400_000)
    expect(await pageOf(person.link).read()).toEqual({ is: 'locked', kind: 'applications' })
    expect(await pageOf(person.link).statusOf('takeBackCode')).toBe(409)
  })

  it('accepts no address whose link is older than seven days', async () => {
    const person = await applicant()
    const email = `late-${person.email}`
    expect(await person.statusOf('details', { email })).toBe(200)
    const proof = await proofTo(email)
    clock.advance(7 * 86_400_000 + 1)
    const page = pageOf(person.link)
    expect(await page.confirm(person.phone)).toBe(200)
    expect(await page.statusOf('email', { proof })).toBe(404)
    expect(((await page.read()) as OwnApplication).details['email']).toBe(person.email)
  })
})

it('a person’s own page makes at most thirty changes in a day', async () => {
  await using server = await startServer({ settings: { RATE_LIMIT_SCALE: '1' } })
  const application = await freshApplication(server.deps)
  const link = await server.deps.recordLinks.tokenOf(application.id)
  const visitor = newVisitor(server.url)
  await visitor.post(api.linkOtp, { id: link })
  await visitor.post(api.verifyLinkOtp, { id: link, otp: await codeFor(visitor, application.phone) })
  const change = () => visitor.post(api.own + link + ownCalls.details, {})
  expect(await statusesOf(31, change)).toEqual(thenOf(30, 422, 1, 429))
})

it('guessing links from an address does not use up the limits of others there', async () => {
  await using server = await startServer({ settings: { RATE_LIMIT_SCALE: '0.1' } })
  const application = await freshApplication(server.deps)
  const link = await server.deps.recordLinks.tokenOf(application.id)
  const visitor = newVisitor(server.url)
  const right = () => visitor.get(api.own + link)
  const guess = () => visitor.get(api.own + newId())
  expect(await statusesOf(11, guess)).toEqual(thenOf(11, 404, 0, 429))
  expect(await statusesOf(20, right)).toEqual(thenOf(20, 200, 0, 429))
  expect(await statusesOf(2, guess)).toEqual(thenOf(1, 404, 1, 429))
})
