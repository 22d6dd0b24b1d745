import { describe, expect, it } from 'vitest'
import { personMails } from '#contract/messages/gu/mails.ts'
import { defaultAgency } from '#contract/schemas/agency.ts'
import { ownAnswers } from '#contract/messages/en/my.ts'
import { agreementParts, api, ownCalls, recordPages } from '#contract/paths.ts'
import type { OwnApplication, OwnRegistration } from '#contract/schemas/my.ts'
import type { RecordDetail } from '#contract/schemas/staff-records.ts'
import type { Candidate } from '#contract/schemas/vacancies.ts'
import { findApplication } from '#server/features/careers/store.ts'
import { insertCandidate } from '#server/features/vacancies/candidate-store.ts'
import { findVacancy } from '#server/features/vacancies/store.ts'
import { ownPageOf } from '#server/platform/links.ts'
import { newId } from '#server/platform/ids.ts'
import { boundary, documentPart, multipart, textParts } from '#tests/support/application.ts'
import { freshPhone } from '#tests/support/codes.ts'
import { freshApplication, sharedDesk } from '#tests/support/desk-records.ts'
import { eventually } from '#tests/support/eventually.ts'
import { addExecutive, agreementPath } from '#tests/support/executive.ts'
import { personOf } from '#tests/support/person.ts'
import { statusesOf, thenOf } from '#tests/support/repeat.ts'
import { enginesInTurn } from '#tests/support/rounds.ts'
import { movingClock } from '#tests/support/server.ts'
import { sharedServer } from '#tests/support/shared.ts'
import { closeVacancy, publishVacancy } from '#tests/support/published-vacancy.ts'
import { vacancyDay } from '#tests/support/vacancy.ts'
import { codeFor, mailsTo, messagesTo, newVisitor } from '#tests/support/visitor.ts'
import { erasePerson } from '#server/features/privacy/erasure-store.ts'

const inbox = 'staff@agency.example'

describe.each(enginesInTurn)('a page of one’s own on %s', (engine) => {
  const clock = movingClock()
  const server = sharedServer({ engine, clock, settings: { AGENCY_INBOX: inbox, LANGUAGES: 'en,hi,gu' } })
  const desk = sharedDesk(server, 'recruiter')

  /** A browser at the page of a link. */
  function pageOf(link: string, visitor = newVisitor(server.url)) {
    const read = async (query = '') => (await visitor.get(api.own + link + query)).body['data']
    const act = (call: keyof typeof ownCalls, body: object = {}) =>
      visitor.post(api.own + link + ownCalls[call], body)
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
      /** Confirms the link by the code that is sent there. */
      async confirm(phone: string, codeOf = (code: string) => code) {
        await visitor.post(api.linkOtp, { id: link })
        const otp = codeOf(await codeFor(visitor, phone))
        return (await visitor.post(api.verifyLinkOtp, { id: link, otp })).status
      },
    }
  }
  const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
  /** Somebody with an application, in a browser that confirmed its link. */
  async function applicant(change: Parameters<typeof freshApplication>[1] = {}) {
    const application = await freshApplication(server.deps, change)
    const link = await server.deps.recordLinks.tokenOf(application.id)
    const page = pageOf(link)
    expect(await page.confirm(application.phone)).toBe(200)
    const timeline = async () =>
      (await desk<RecordDetail>(application.path)).body.timeline.map(({ text }) => text)
    /** The status at which a recruiter’s mail is taken. */
    const write = async (template: string, blanks: object, vacancy?: string) =>
      (await desk(`${application.path}/mails`, { id: newId(), draft: { template, blanks, vacancy } })).status
    return { ...application, ...page, link, timeline, write }
  }
  type Applicant = Awaited<ReturnType<typeof applicant>>
  /** Has somebody apply to a new vacancy. */
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

  it('tells a stranger with the link of what kind it is, and lets them change nothing', async () => {
    const { link, phone, visitor } = await applicant()
    const stranger = pageOf(link)
    const locked = { is: 'locked', kind: 'applications' }
    const told = { message: ownAnswers.locked, data: locked }
    expect((await stranger.visitor.get(api.own + link)).body).toEqual(told)
    // Nor does a page of one's own open another's.
    expect(await pageOf((await applicant()).link, visitor).read()).toEqual(locked)
    for (const call of Object.keys(ownCalls) as (keyof typeof ownCalls)[]) {
      const body = { vacancy: 'VA-7K3M9Q', phone: freshPhone(), otp: '123456' }
      const status = await (call === 'document' ? stranger.send() : stranger.statusOf(call, body))
      expect([call, status]).toEqual([call, 403])
    }
    expect(await stranger.confirm(phone, wrong)).toBe(422)
    expect(await stranger.read()).toEqual(locked)
    // The code opens it in the browser that asked for it alone.
    const otp = await codeFor(stranger.visitor, phone)
    const other = newVisitor(server.url)
    expect((await other.post(api.verifyLinkOtp, { id: link, otp })).status).toBe(422)
  })

  it('says a stage where the vacancy tells it, and a rejection once a mail of it has left', async () => {
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
    expect(await moveTo({ stage: 'interview' })).toEqual(interview)
    expect(await moveTo({ stage: 'offered' })).toEqual(interviewed)
    expect(await moveTo({ stage: 'rejected', reason: 'pay' })).toEqual(considered)
    await person.write('rejection', { position: 'Nurse' })
    await server.workOff()
    expect(await person.write('rejection', { position: 'Welder in Surat' })).toBe(202)
    // Written, and not gone yet.
    expect(await stages()).toEqual(considered)
    await server.workOff()
    expect(await stages()).toEqual(['rejected', 'received', 'considered', 'considered'])
    expect(JSON.stringify((await person.act('copy')).body)).not.toContain('rejected')
    // One that names the vacancy is of no other of that title.
    expect(await person.write('rejection', {}, 'VA-000000')).toBe(422)
    expect(await person.write('rejection', {}, one)).toBe(202)
    const texts = (await mailsTo(server, person.email)).map(({ text }) => text)
    expect(await stages()).toEqual(['rejected', 'received', 'rejected', 'considered'])
    expect(await person.timeline()).toContain(`Mail to the person: Rejection (${one}): sent`)
    expect(texts.join()).toContain('position: Fitter')
  })

  it('corrects e-mail and address, and says so at the desk, and to the earlier address once a day', async () => {
    const person = await applicant({ language: 'gu' })
    const [email, address] = [`new-${person.email}`, '4 Station Road, Vadodara']
    expect(await person.statusOf('details', { email: 'x' })).toBe(422)
    const saved = await person.act('details', { email, address, full_name: 'Eve' })
    expect([saved.status, saved.body.message]).toEqual([200, ownAnswers.saved])
    expect(await person.own()).toMatchObject({ name: 'Asha Mehta', details: { email, address } })
    const timeline = await person.timeline()
    expect(timeline.filter((text) => text.startsWith('The person changed: E-mail (before: '))).toHaveLength(1)
    expect(timeline).toContain('The person changed: Address')
    expect((await desk('records/applications?place=Vadodara')).text).toContain(person.reference)
    // The index and the claim moved with it: nobody else can take the address.
    const taken = await (await applicant()).act('details', { email })
    expect([taken.status, taken.body.message]).toEqual([409, ownAnswers.taken])
    expect(await person.statusOf('details', { email: `last-${person.email}`, address })).toBe(200)
    const { subject, text } = personMails.addressChanged
    const [mail, ...more] = await mailsTo(server, person.email)
    const filled = text.replace('{reference}', person.reference).replace('{agency}', defaultAgency.name)
    expect([mail?.subject, mail?.text.trim(), more]).toEqual([subject, filled, []])
    expect(await messagesTo(server, email)).toEqual([])
  })

  it('takes another phone once a code to it is entered, and sends the next code there', async () => {
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

  it('takes a document in the place of the one before, once it is checked', async () => {
    const person = await applicant({ fields: [] })
    const documents = async () => (await person.own()).documents
    expect(await person.send({ content: Buffer.from('no PDF') })).toBe(422)
    expect(await documents()).toEqual([])
    for (const name of ['first.pdf', 'second.pdf']) expect(await person.send({ name })).toBe(200)
    const second = [{ field: 'resume', name: 'second.pdf' }]
    expect(await documents()).toEqual(second)
    const stored = await findApplication(server.deps.db, server.deps.cipher, person.id)
    expect(stored?.documents).toMatchObject(second)
  })

  it('takes a document for the one that a recruiter asked for, and leaves the others asked for', async () => {
    const person = await applicant()
    const asked = async () => (await person.own()).documentsAsked
    for (const document of ['page two', 'your PAN card']) {
      expect(await person.write('documentMissing', { document })).toBe(202)
      clock.advance(1000)
    }
    const [first, second] = await asked()
    expect([first?.document, second?.document]).toEqual(['page two', 'your PAN card'])
    // Of two nobody knows which it is, unless it is said.
    expect([await person.send(), await person.send({ request: '' })]).toEqual([200, 200])
    expect(await asked()).toEqual([first, second])
    expect(await person.send({ request: second?.id })).toBe(200)
    expect(await asked()).toEqual([first])
    expect(await (await applicant()).send({ request: first?.id })).toBe(200)
    expect(await asked()).toEqual([first])
    expect(await person.send()).toBe(200)
    expect(await asked()).toEqual([])
  })

  it('asks no more for what has come another way, which staff note once', async () => {
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

  it('applies to a vacancy that is open, once', async () => {
    const person = await applicant()
    const vacancy = await publishVacancy(server.deps, { title: 'Mason', title_hi: 'राजमिस्त्री' })
    const offered = async () => (await person.own()).openVacancies.map((one) => one.reference)
    expect(await offered()).toContain(vacancy)
    const statuses = await Promise.all([1, 2].map(() => person.statusOf('apply', { vacancy })))
    expect(statuses.toSorted()).toEqual([200, 409])
    expect(await offered()).not.toContain(vacancy)
    expect(await person.timeline()).toContain(`The person applied to the vacancy ${vacancy}`)
    await closeVacancy(server.deps, vacancy)
    const closed = await (await applicant()).act('apply', { vacancy })
    expect([closed.status, closed.body.message]).toEqual([404, ownAnswers.vacancyClosed])
  })

  it('says that a vacancy is closed instead of when it is answered, once it is closed or its day has passed', async () => {
    const person = await applicant()
    const stands = async () => {
      const { stage, vacancies } = await person.own()
      return [stage, ...vacancies.map(({ stage: at }) => at).toSorted()]
    }
    const closed = await apply(person, { title: 'Weaver', tell_stages: true })
    const open = await apply(person, { title: 'Spinner', tell_stages: true })
    await closeVacancy(server.deps, closed)
    expect(await stands()).toEqual(['received', 'closed', 'received'])
    // Whoever was invited is seen, though nobody can apply any more; the desk's own end ends that too.
    const day = { open_until: vacancyDay(clock.now(), -1) }
    const passed = await publishVacancy(server.deps, { ...day, tell_stages: true })
    const read = await findVacancy(server.deps.db, server.deps.cipher, passed)
    const row = { vacancyId: read?.id ?? '', applicationId: person.id, now: clock.now() }
    await insertCandidate(server.deps.db, row)
    await closeVacancy(server.deps, open)
    expect(await stands()).toEqual(['closed', 'closed', 'closed', 'closed'])
    await move(person, passed, { stage: 'interview' })
    await move(person, open, { stage: 'interview' })
    expect(await stands()).toEqual(['considered', 'closed', 'closed', 'interview'])
  })

  it('offers the vacancy for which it is opened first, however old, while it is open', async () => {
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
    // A stranger with the link is told nothing by it.
    expect(await pageOf(link).read(`?job=${vacancy}`)).toEqual({ is: 'locked', kind: 'applications' })
  })

  it('withdraws from everything that is under way, tells the agency, and takes nothing more', async () => {
    const person = await applicant()
    await apply(person, { title: 'Plumber', tell_stages: false })
    await move(person, await apply(person, { title: 'Joiner', tell_stages: true }), { stage: 'placed' })
    for (let press = 0; press < 2; press += 1) expect(await person.statusOf('withdraw')).toBe(200)
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

  it('hands out what the person sent, and asks the agency for erasure', async () => {
    const person = await applicant()
    await desk(`${person.path}/notes`, { id: newId(), text: 'Speaks four languages' })
    const { headers, body } = await person.act('copy')
    expect(headers.get('content-disposition')).toBe(`attachment; filename="${person.reference}.json"`)
    expect(JSON.stringify(body)).toContain(person.email)
    expect(JSON.stringify(body)).not.toContain('four languages')
    expect(await person.statusOf('erasure')).toBe(200)
    expect((await person.own()).asked.erasure).toBe(true)
    const subjects = (await mailsTo(server, inbox)).map(({ subject }) => subject)
    expect(subjects).toContain(`Erasure asked for: ${person.reference}`)
    expect(await person.timeline()).toContain('The person asks for erasure')
    await erasePerson(server.deps, await personOf(server.deps, person.reference), 'system')
    expect((await person.visitor.get(api.own + person.link)).status).toBe(404)
  })

  it('says of a registration how agreement and mandate stand', async () => {
    const { id, link, phone } = await addExecutive(server.deps)
    const page = pageOf(link)
    expect(await page.read()).toEqual({ is: 'locked', kind: 'executives' })
    await page.confirm(phone)
    const own = (await page.read()) as OwnRegistration
    expect(own).toMatchObject({ is: 'open', kind: 'executives', phone, agreement: 'unsigned' })
    expect(['Initiated', 'Success']).toContain(own.mandate)
    expect(await page.statusOf('apply', { vacancy: 'VA-7K3M9Q' })).toBe(409)
    await server.workOff()
    expect(await page.statusOf('details', { ...own.details, city: 'Vadodara' })).toBe(200)
    // What is still to be signed is drawn up again; on a busy machine at a later try.
    await eventually(async () => {
      await server.workOff()
      const path = (await agreementPath(server.deps, id)).replace('?', `${agreementParts.text}?`)
      expect(JSON.stringify((await page.visitor.get(path)).body)).toContain('Vadodara')
    })
    expect(await page.statusOf('withdraw')).toBe(200)
    expect(await page.read()).toMatchObject({ asked: { withdrawal: true }, details: { city: 'Vadodara' } })
    const address = `${server.deps.config.publicUrl}/gu${recordPages.own}${link}`
    expect(await ownPageOf(server.deps, { id, language: 'gu' })).toBe(address)
  })

  it('makes thirty changes in a day and no more', async () => {
    const { statusOf } = await applicant()
    const statuses = await statusesOf(31, async () => ({ status: await statusOf('details') }))
    expect(statuses).toEqual(thenOf(30, 422, 1, 429))
  })
})
