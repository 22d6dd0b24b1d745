import { describe, expect, it } from 'vitest'
import { personMails } from '#contract/messages/gu/mails.ts'
import { defaultAgency } from '#contract/schemas/agency.ts'
import { ownAnswers } from '#contract/messages/en/my.ts'
import { agreementParts, api, ownCalls, recordPages } from '#contract/paths.ts'
import type { OwnApplication, OwnRecord, OwnRegistration } from '#contract/schemas/my.ts'
import type { RecordDetail } from '#contract/schemas/staff-records.ts'
import type { Candidate, VacancyDetail } from '#contract/schemas/vacancies.ts'
import { findApplication } from '#server/features/careers/store.ts'
import { ownPageOf } from '#server/platform/links.ts'
import { findRecord } from '#server/platform/records/store.ts'
import { newId } from '#server/platform/ids.ts'
import { boundary, documentPart, multipart, textParts } from '#tests/support/application.ts'
import { freshPhone } from '#tests/support/codes.ts'
import { type Desk, deskAs, freshApplication } from '#tests/support/desk-records.ts'
import { addExecutive, agreementPath } from '#tests/support/executive.ts'
import { personOf } from '#tests/support/person.ts'
import { enginesInTurn } from '#tests/support/rounds.ts'
import { movingClock } from '#tests/support/server.ts'
import { sharedServer } from '#tests/support/shared.ts'
import { publishVacancy } from '#tests/support/published-vacancy.ts'
import { wholeVacancy } from '#tests/support/vacancy.ts'
import { type Answered, codeFor, messagesTo, newVisitor, type TestVisitor } from '#tests/support/visitor.ts'
import { erasePerson } from '#server/features/privacy/erasure-store.ts'

const inbox = 'staff@agency.example'

describe.each(enginesInTurn)('a page of one’s own on %s', (engine) => {
  const clock = movingClock()
  const server = sharedServer({ engine, clock, settings: { AGENCY_INBOX: inbox, LANGUAGES: 'en,hi,gu' } })

  const open = async (visitor: TestVisitor, link: string) => {
    const { status, body } = await visitor.get(api.own + encodeURIComponent(link))
    return { status, body, data: body['data'] as OwnRecord }
  }
  const act = (visitor: TestVisitor, link: string, call: keyof typeof ownCalls, body: object = {}) =>
    visitor.post(api.own + link + ownCalls[call], body)
  const confirm = async (visitor: TestVisitor, link: string, phone: string): Promise<Answered> => {
    await visitor.post(api.linkOtp, { id: link })
    return visitor.post(api.verifyLinkOtp, { id: link, otp: await codeFor(visitor, phone) })
  }
  /** Somebody with an application, in a browser that confirmed its link. */
  async function applicant(change: Parameters<typeof freshApplication>[1] = {}) {
    const { id, reference, path } = await freshApplication(server.deps, change)
    const record = await findRecord(server.deps.db, server.deps.cipher, { kind: 'applications', id })
    if (!record) throw new Error('no application')
    const { phone, email } = record
    const link = await server.deps.recordLinks.tokenOf(id)
    const visitor = newVisitor(server.url)
    expect((await confirm(visitor, link, phone)).status).toBe(200)
    const own = async () => (await open(visitor, link)).data as OwnApplication
    return { id, reference, path, phone, email, link, visitor, own }
  }
  async function published(desk: Desk, change: object = {}): Promise<VacancyDetail> {
    const { body } = await desk<VacancyDetail>('vacancies', { content: wholeVacancy(clock.now(), change) })
    const { version } = body
    return (await desk<VacancyDetail>(`vacancies/${body.reference}/publish`, { version })).body
  }
  async function move(desk: Desk, { reference }: { reference: string }, vacancy: string, to: object) {
    const list = await desk<{ candidates: Candidate[] }>(`applications/${reference}/vacancies`)
    const found = list.body.candidates.find((one) => one.vacancy === vacancy)
    const moved = await desk(`candidates/${found?.id}`, { version: found?.version, ...to }, 'PATCH')
    expect(moved.status, moved.text).toBe(200)
  }
  const timelineOf = async (desk: Desk, path: string) =>
    (await desk<RecordDetail>(path)).body.timeline.map(({ text }) => text)

  it('tells a stranger with the link of what kind it is, and lets them change nothing', async () => {
    const { id, phone } = await applicant()
    const link = await server.deps.recordLinks.tokenOf(id)
    const stranger = newVisitor(server.url)
    expect((await open(stranger, link)).body).toEqual({
      message: ownAnswers.locked,
      data: { is: 'locked', kind: 'applications' },
    })
    for (const call of Object.keys(ownCalls) as (keyof typeof ownCalls)[]) {
      const answer =
        call === 'document'
          ? await sendDocument(stranger, link)
          : await act(stranger, link, call, { vacancy: 'VA-7K3M9Q', phone: freshPhone(), otp: '123456' })
      expect([call, answer.status, answer.body.message]).toEqual([call, 403, ownAnswers.locked])
    }
    await stranger.post(api.linkOtp, { id: link })
    const code = await codeFor(stranger, phone)
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
    expect((await stranger.post(api.verifyLinkOtp, { id: link, otp: wrong })).status).toBe(422)
    expect((await open(stranger, link)).data.is).toBe('locked')
    // The code opens it in the browser that asked for it alone.
    const other = newVisitor(server.url)
    expect((await other.post(api.verifyLinkOtp, { id: link, otp: code })).status).toBe(422)
  })

  it('is not opened by the code of somebody else, nor another’s page by one’s own', async () => {
    const [one, other] = [await applicant(), await applicant()]
    expect((await open(one.visitor, other.link)).data.is).toBe('locked')
    expect((await act(one.visitor, other.link, 'withdraw')).status).toBe(403)
    expect((await other.own()).stage).toBe('received')
  })

  it('says a stage where the vacancy tells it, and a rejection once its mail has left', async () => {
    const desk = await deskAs(server, 'recruiter')
    const person = await applicant()
    const [told, untold] = [
      await published(desk, { title: 'Welder', tell_stages: true }),
      await published(desk, { title: 'Driver', tell_stages: false }),
    ]
    for (const { reference } of [told, untold]) {
      expect((await act(person.visitor, person.link, 'apply', { vacancy: reference })).status).toBe(200)
      await move(desk, person, reference, { stage: 'interview' })
    }
    const stages = async () =>
      Object.fromEntries((await person.own()).vacancies.map(({ title, stage }) => [title, stage]))
    expect(await stages()).toEqual({ Welder: 'interview', Driver: 'received' })
    for (const { reference } of [told, untold]) await move(desk, person, reference, { stage: 'offered' })
    expect(await stages()).toEqual({ Welder: 'interview', Driver: 'received' })
    for (const { reference } of [told, untold])
      await move(desk, person, reference, { stage: 'rejected', reason: 'pay' })
    expect(await stages()).toEqual({ Welder: 'considered', Driver: 'received' })
    const write = (position: string) =>
      desk(`${person.path}/mails`, { id: newId(), draft: { template: 'rejection', blanks: { position } } })
    await write('Nurse')
    await server.workOff()
    expect(await stages()).toEqual({ Welder: 'considered', Driver: 'received' })
    await write('Welder in Surat')
    // Written, and not gone yet.
    expect(await stages()).toEqual({ Welder: 'considered', Driver: 'received' })
    await server.workOff()
    expect(await stages()).toEqual({ Welder: 'rejected', Driver: 'received' })
    const copy = await act(person.visitor, person.link, 'copy')
    expect(JSON.stringify(copy.body)).not.toContain('rejected')
  })

  it('says the rejection at a vacancy once a mail that names it has left, and of no other of that title', async () => {
    const desk = await deskAs(server, 'recruiter')
    const person = await applicant()
    const alike = { title: 'Fitter', title_gu: 'ફિટર', tell_stages: true }
    const [one, other] = [await published(desk, alike), await published(desk, alike)]
    for (const { reference } of [one, other]) {
      await act(person.visitor, person.link, 'apply', { vacancy: reference })
      await move(desk, person, reference, { stage: 'rejected', reason: 'pay' })
    }
    const write = (vacancy: string) =>
      desk(`${person.path}/mails`, { id: newId(), draft: { template: 'rejection', blanks: {}, vacancy } })
    expect((await write('VA-000000')).status).toBe(422)
    expect((await write(one.reference)).status).toBe(202)
    await server.workOff()
    const { vacancies } = await person.own()
    const stages = Object.fromEntries(vacancies.map(({ reference, stage }) => [reference, stage]))
    expect(stages).toEqual({ [one.reference]: 'rejected', [other.reference]: 'considered' })
    expect(await timelineOf(desk, person.path)).toContain(`Mail: Rejection (${one.reference}): sent`)
    expect((await messagesTo(server, person.email))[0]?.text).toContain('Fitter')
  })

  it('corrects e-mail and address, and says so at the desk', async () => {
    const person = await applicant()
    const [email, address] = [`new-${person.email}`, '4 Station Road, Vadodara']
    expect((await act(person.visitor, person.link, 'details', { email: 'x' })).status).toBe(422)
    const saved = await act(person.visitor, person.link, 'details', { email, address, full_name: 'Eve' })
    expect([saved.status, saved.body.message]).toEqual([200, ownAnswers.saved])
    expect(await person.own()).toMatchObject({ name: 'Asha Mehta', details: { email, address } })
    const desk = await deskAs(server, 'recruiter')
    const timeline = await timelineOf(desk, person.path)
    expect(timeline.filter((text) => text.startsWith('The person changed: E-mail (before: '))).toHaveLength(1)
    expect(timeline).toContain('The person changed: Address')
    const found = await desk<{ rows: unknown[] }>('records/applications?place=Vadodara')
    expect(JSON.stringify(found.body)).toContain(person.reference)
    // The index and the claim moved with it: nobody else can take the address.
    const other = await applicant()
    const taken = await act(other.visitor, other.link, 'details', { email })
    expect([taken.status, taken.body.message]).toEqual([409, ownAnswers.taken])
    const { db, cipher } = server.deps
    const row = await db
      .selectFrom('records')
      .selectAll()
      .where('id', '=', person.id)
      .executeTakeFirstOrThrow()
    expect(row.email_claim).toBe(cipher.index('applications.email', email))
  })

  it('takes another phone once a code to it is entered, and sends the next code there', async () => {
    const person = await applicant()
    const phone = freshPhone()
    const { visitor, link } = person
    expect((await act(visitor, link, 'phone', { phone, otp: '123456' })).status).toBe(422)
    expect((await act(visitor, link, 'phoneCode', { phone })).status).toBe(200)
    const otp = await codeFor(visitor, phone)
    const wrong = String((Number(otp) + 1) % 1_000_000).padStart(6, '0')
    expect((await act(visitor, link, 'phone', { phone, otp: wrong })).status).toBe(422)
    expect((await person.own()).phone).toBe(person.phone)
    expect((await act(visitor, link, 'phone', { phone, otp })).status).toBe(200)
    expect((await person.own()).phone).toBe(phone)
    clock.advance(31_000)
    expect((await confirm(newVisitor(server.url), link, phone)).status).toBe(200)
  })

  it('takes a document in the place of the one before, once it is checked', async () => {
    const person = await applicant({ fields: [] })
    expect((await person.own()).documents).toEqual([])
    const { visitor, link, id } = person
    expect((await sendDocument(visitor, link, Buffer.from('no PDF'))).status).toBe(422)
    const stored = async () => (await findApplication(server.deps.db, server.deps.cipher, id))?.documents
    expect(await stored()).toEqual([])
    for (const name of ['first.pdf', 'second.pdf'])
      expect((await sendDocument(visitor, link, undefined, name)).status).toBe(200)
    expect(await stored()).toMatchObject([{ field: 'resume', name: 'second.pdf' }])
    expect((await person.own()).documents).toEqual([{ field: 'resume', name: 'second.pdf' }])
  })

  it('takes a document for the one that a recruiter asked for, and leaves the others asked for', async () => {
    const desk = await deskAs(server, 'recruiter')
    const person = await applicant()
    const asked = async () => (await person.own()).documentsAsked
    const ask = async (document: string) => {
      const draft = { template: 'documentMissing', blanks: { document } }
      expect((await desk(`${person.path}/mails`, { id: newId(), draft })).status).toBe(202)
      clock.advance(1000)
    }
    const send = (request?: string) => sendDocument(person.visitor, person.link, undefined, 'cv.pdf', request)
    await ask('page two')
    await ask('your PAN card')
    const [first, second] = await asked()
    expect([first?.document, second?.document]).toEqual(['page two', 'your PAN card'])
    // Of two nobody knows which it is, unless it is said.
    expect((await send()).status).toBe(200)
    expect((await send('')).status).toBe(200)
    expect(await asked()).toEqual([first, second])
    expect((await send(second?.id)).status).toBe(200)
    expect(await asked()).toEqual([first])
    const other = await applicant()
    expect((await sendDocument(other.visitor, other.link, undefined, 'x.pdf', first?.id)).status).toBe(200)
    expect(await asked()).toEqual([first])
    expect((await send()).status).toBe(200)
    expect(await asked()).toEqual([])
  })

  it('asks no more for what has come another way, which staff note once', async () => {
    const desk = await deskAs(server, 'recruiter')
    const person = await applicant()
    const draft = { template: 'documentMissing', blanks: { document: 'page two' } }
    await desk(`${person.path}/mails`, { id: newId(), draft })
    const [request] = (await desk<RecordDetail>(person.path)).body.requests
    const met = () => desk<RecordDetail>(`applications/${person.reference}/requests/${request?.id}/met`, {})
    const answers = await Promise.all([met(), met()])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect((await person.own()).documentsAsked).toEqual([])
    const { body } = await desk<RecordDetail>(person.path)
    expect(body.requests).toEqual([])
    const noted = body.timeline.filter(({ text }) => text === 'What was asked for has come: page two')
    expect(noted).toHaveLength(1)
  })

  it('tells the earlier e-mail address that another took its place, and no more than once a day', async () => {
    const person = await applicant({ language: 'gu' })
    const change = (email: string) => act(person.visitor, person.link, 'details', { email, address: '' })
    const others = [`one-${person.email}`, `two-${person.email}`]
    for (const email of others) expect((await change(email)).status).toBe(200)
    await server.workOff()
    const { subject, text } = personMails.addressChanged
    const [mail, ...more] = await messagesTo(server, person.email)
    const filled = text.replace('{reference}', person.reference).replace('{agency}', defaultAgency.name)
    expect([mail?.subject, mail?.text.trim(), more]).toEqual([subject, filled, []])
    expect(await messagesTo(server, others[0] ?? '')).toEqual([])
  })

  it('applies to a vacancy that is open, once', async () => {
    const desk = await deskAs(server, 'recruiter')
    const person = await applicant()
    const { reference, version } = await published(desk, { title: 'Mason', title_hi: 'राजमिस्त्री' })
    const offered = async () => (await person.own()).openVacancies.map((one) => one.reference)
    expect(await offered()).toContain(reference)
    const apply = () => act(person.visitor, person.link, 'apply', { vacancy: reference })
    const answers = await Promise.all([apply(), apply()])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await offered()).not.toContain(reference)
    expect(await timelineOf(desk, person.path)).toContain(`The person applied to the vacancy ${reference}`)
    expect((await desk(`vacancies/${reference}/close`, { version, as: 'filled' })).status).toBe(200)
    const late = await applicant()
    const closed = await act(late.visitor, late.link, 'apply', { vacancy: reference })
    expect([closed.status, closed.body.message]).toEqual([404, ownAnswers.vacancyClosed])
  })

  it('offers the vacancy for which it is opened first, however old, while it is open', async () => {
    const desk = await deskAs(server, 'recruiter')
    const { reference, version } = await published(desk, { title: 'Thatcher' })
    for (let count = 0; count < 20; count += 1) {
      clock.advance(1000)
      await publishVacancy(server.deps)
    }
    const person = await applicant()
    const offered = async (job: string) => {
      const { body } = await person.visitor.get(`${api.own}${person.link}?job=${job}`)
      return (body['data'] as OwnApplication).openVacancies.map((one) => one.reference)
    }
    expect((await offered(reference.toLowerCase()))[0]).toBe(reference)
    for (const other of ['', 'VA-000000', '%27%20OR%201=1']) {
      expect(await offered(other)).toHaveLength(20)
      expect(await offered(other)).not.toContain(reference)
    }
    await desk(`vacancies/${reference}/close`, { version, as: 'filled' })
    expect(await offered(reference)).not.toContain(reference)
    // A stranger with the link is told nothing by it.
    const { body } = await newVisitor(server.url).get(`${api.own}${person.link}?job=${reference}`)
    expect(body['data']).toEqual({ is: 'locked', kind: 'applications' })
  })

  it('withdraws from everything that is under way, tells the agency, and takes nothing more', async () => {
    const desk = await deskAs(server, 'recruiter')
    const person = await applicant()
    const { reference } = await published(desk, { title: 'Plumber', tell_stages: false })
    await act(person.visitor, person.link, 'apply', { vacancy: reference })
    const { reference: filled } = await published(desk, { title: 'Joiner', tell_stages: true })
    await act(person.visitor, person.link, 'apply', { vacancy: filled })
    await move(desk, person, filled, { stage: 'placed' })
    for (let press = 0; press < 2; press += 1)
      expect((await act(person.visitor, person.link, 'withdraw')).status).toBe(200)
    const { stage, vacancies } = await person.own()
    expect([stage, ...vacancies.map((at) => at.stage).toSorted()]).toEqual([
      'withdrawn',
      'placed',
      'withdrawn',
    ])
    const timeline = await timelineOf(desk, person.path)
    expect(timeline.filter((text) => text === 'The person withdrew')).toHaveLength(1)
    await server.workOff()
    const mails = (await messagesTo(server, inbox)).filter(({ subject = '' }) =>
      subject.includes(person.reference),
    )
    expect(mails.map(({ subject }) => subject)).toEqual([`Withdrawn: ${person.reference}`])
    const { reference: another } = await published(desk)
    expect((await act(person.visitor, person.link, 'apply', { vacancy: another })).status).toBe(409)
    expect((await sendDocument(person.visitor, person.link)).status).toBe(409)
  })

  it('hands out what the person sent, and asks the agency for erasure', async () => {
    const person = await applicant()
    const desk = await deskAs(server, 'recruiter')
    await desk(`${person.path}/notes`, { id: newId(), text: 'Speaks four languages' })
    const copy = await act(person.visitor, person.link, 'copy')
    expect(copy.headers.get('content-disposition')).toBe(`attachment; filename="${person.reference}.json"`)
    const told = JSON.stringify(copy.body)
    expect(told).toContain(person.email)
    expect(told).not.toContain('four languages')
    expect((await act(person.visitor, person.link, 'erasure')).status).toBe(200)
    expect((await person.own()).asked.erasure).toBe(true)
    await server.workOff()
    const subjects = (await messagesTo(server, inbox)).map(({ subject }) => subject)
    expect(subjects).toContain(`Erasure asked for: ${person.reference}`)
    expect(await timelineOf(desk, person.path)).toContain('The person asks for erasure')
    await erasePerson(server.deps, await personOf(server.deps, person.reference), 'system')
    expect((await open(person.visitor, person.link)).status).toBe(404)
  })

  it('says of a registration how agreement and mandate stand', async () => {
    const { id, link, phone } = await addExecutive(server.deps)
    const visitor = newVisitor(server.url)
    expect((await open(visitor, link)).data).toEqual({ is: 'locked', kind: 'executives' })
    await confirm(visitor, link, phone)
    const own = (await open(visitor, link)).data as OwnRegistration
    expect(own).toMatchObject({ is: 'open', kind: 'executives', phone, agreement: 'unsigned' })
    expect(['Initiated', 'Success']).toContain(own.mandate)
    expect((await act(visitor, link, 'apply', { vacancy: 'VA-7K3M9Q' })).status).toBe(409)
    await server.workOff()
    const details = { ...own.details, city: 'Vadodara' }
    expect((await act(visitor, link, 'details', details)).status).toBe(200)
    // What is still to be signed is drawn up again.
    await server.workOff()
    const path = (await agreementPath(server.deps, id)).replace('?', `${agreementParts.text}?`)
    expect(JSON.stringify((await visitor.get(path)).body)).toContain('Vadodara')
    expect((await act(visitor, link, 'withdraw')).status).toBe(200)
    const after = (await open(visitor, link)).data as OwnRegistration
    expect(after).toMatchObject({ asked: { withdrawal: true }, details: { city: 'Vadodara' } })
    const record = { id, language: 'gu' as const }
    const address = `${server.deps.config.publicUrl}/gu${recordPages.own}${link}`
    expect(await ownPageOf(server.deps, record)).toBe(address)
  })

  it('makes thirty changes in a day and no more', async () => {
    const { visitor, link } = await applicant()
    const statuses: number[] = []
    for (let count = 0; count < 31; count += 1)
      statuses.push((await act(visitor, link, 'details', {})).status)
    expect(statuses.slice(0, 30)).not.toContain(429)
    expect(statuses[30]).toBe(429)
  })
})

function sendDocument(
  visitor: TestVisitor,
  link: string,
  ...[content, name = 'cv.pdf', request]: [content?: Buffer, name?: string, request?: string]
) {
  const asked = request === undefined ? [] : textParts({ request })
  const body = multipart([...asked, documentPart('resume', content, name)])
  const path = api.own + link + ownCalls.document
  return visitor.send(path, body, `multipart/form-data; boundary=${boundary}`)
}
