import { beforeAll, describe, expect, it } from 'vitest'
import { type VacancyContent } from '#contract/fields/vacancy.ts'
import type { RecordDetail, RecordStatus } from '#contract/schemas/staff-records.ts'
import type { TodayAnswer } from '#contract/schemas/staff-today.ts'
import type {
  Candidate,
  CandidateStage,
  VacancyBoard,
  VacancyDetail,
  VacancyList,
} from '#contract/schemas/vacancies.ts'
import { recordMessages } from '#contract/messages/staff-timeline.ts'
import { newId } from '#server/platform/ids.ts'
import { erasePerson } from '#server/features/privacy/erasure-store.ts'
import { type Desk, deskAs, freshApplication, freshEnquiry, lastAudit } from '#tests/support/desk-records.ts'
import { closeWhatExpired } from '#server/features/vacancies/service.ts'
import { personOf } from '#tests/support/person.ts'
import { enginesInTurn } from '#tests/support/rounds.ts'
import { movingClock } from '#tests/support/server.ts'
import { sharedServer } from '#tests/support/shared.ts'
import { addStaff } from '#tests/support/staff.ts'
import { vacancyDay, wholeVacancy } from '#tests/support/vacancy.ts'

describe.each(enginesInTurn)('vacancies at the desk on %s', (engine) => {
  const clock = movingClock()
  const server = sharedServer({ engine, clock })
  let desk: Desk
  beforeAll(async () => {
    desk = await deskAs(server, 'recruiter')
  })
  const whole = (change: Partial<VacancyContent> = {}) => wholeVacancy(clock.now(), change)
  const create = async (body: object = { content: whole() }) =>
    (await desk<VacancyDetail>('vacancies', body)).body
  const act = (vacancy: VacancyDetail, what: string, body: object = {}) =>
    desk<VacancyDetail>(`vacancies/${vacancy.reference}/${what}`, { version: vacancy.version, ...body })
  const published = async (change: Partial<VacancyContent> = {}) =>
    (await act(await create({ content: whole(change) }), 'publish')).body
  const change = (vacancy: VacancyDetail, content: object) => {
    const changed = { version: vacancy.version, content: { ...vacancy.content, ...content } }
    const path = `vacancies/${vacancy.reference}`
    return desk<VacancyDetail & { vacancy: VacancyDetail }>(path, changed, 'PATCH')
  }
  /** Makes an application a candidate of a vacancy. */
  const join = (application: string, { reference: vacancy }: VacancyDetail) =>
    desk<{ candidates: Candidate[] }>(`applications/${application}/vacancies`, { vacancy })
  const move = (candidate: Candidate | undefined, to: object) =>
    desk<{ candidate: Candidate; isFull: boolean }>(`candidates/${candidate?.id}`, to, 'PATCH')
  const boardOf = async ({ reference }: VacancyDetail) =>
    (await desk<VacancyBoard>(`vacancies/${reference}/board`)).body

  it('go from draft to published to closed, each step in the audit log', async () => {
    const draft = await create()
    expect(draft).toMatchObject({ state: 'draft', postedOn: '', missing: [], version: 1 })
    const { body: open } = await act(draft, 'publish')
    expect(open).toMatchObject({ state: 'published', closedAs: null, version: 2 })
    expect(open.postedOn).toMatch(/^\d{4}-\d{2}-\d{2}$/)
    const { body: closed } = await act(open, 'close', { as: 'filled' })
    expect(closed).toMatchObject({ state: 'closed', closedAs: 'filled' })
    const entry = { action: 'vacancy', detail: '{"change":"closed"}', reference: draft.reference }
    expect(await lastAudit(server)).toMatchObject(entry)
  })

  it('cannot be published or shown without the employer’s permission, by any call, nor after they are closed', async () => {
    const refused = await act(await create({ content: whole({ agreed: false }) }), 'publish')
    expect([refused.status, refused.body]).toMatchObject([422, { errors: [{ field: 'agreed' }] }])
    const open = await published()
    expect((await change(open, { agreed: false })).status).toBe(422)
    const shown = await change(open, { confidential: false, employer: 'Mills' })
    expect([shown.status, shown.body]).toMatchObject([422, { errors: [{ field: 'agreed' }, {}, {}, {}] }])
    const hidden = await published({ employer: 'Hidden Mills' })
    const { body: closed } = await act(hidden, 'close', { as: 'withdrawn' })
    expect((await change(closed, { confidential: false, agreed: false })).status).toBe(422)
    expect((await change(closed, { title: 'Accounts clerk', open_until: '2026-01-31' })).status).toBe(200)
  })

  it.each<[string, Partial<VacancyContent>]>([
    ['another employer', { employer: 'Tata Steel Ltd' }],
    ['an employer who is named now', { confidential: false }],
  ])('lose the earlier permission with %s', async (_, other) => {
    const permission = { agreed_to_show: 'name' as const, agreed_by: 'Mr M' }
    const open = await published({ employer: 'Mills', ...permission })
    const anew = { ...permission, agreed_by: 'Ms N' }
    const save = (vacancy: VacancyDetail, content: object, agreedAnew = false) =>
      desk<VacancyDetail>(
        `vacancies/${vacancy.reference}`,
        { version: vacancy.version, content: { ...vacancy.content, ...content }, agreedAnew },
        'PATCH',
      )
    const refused = await save(open, other)
    expect([refused.status, refused.body]).toMatchObject([422, { errors: [{ field: 'agreed' }, {}, {}, {}] }])
    const { status, body } = await save(open, { ...other, ...anew }, true)
    expect([status, body.state, body.content]).toMatchObject([200, 'published', { ...other, ...anew }])
    const [field] = Object.keys(other)
    const fields = ['agreed_by', field].toSorted().toReversed()
    const audited = (await lastAudit(server)) as { detail: string }
    expect((JSON.parse(audited.detail) as { fields: string }).fields.split(' ').toSorted()).toEqual(
      fields.toSorted(),
    )
    // A draft accepts the change and loses its permission; a word in its title does not affect it.
    const draft = await create({ content: whole({ employer: 'Mills', ...permission }) })
    const titled = (await save(draft, { title: 'Fitter' })).body
    expect(titled.content.agreed).toBe(true)
    const { content } = (await save(titled, other)).body
    expect(content).toMatchObject({
      ...other,
      agreed: false,
      agreed_by: '',
      agreed_on: '',
      agreed_to_show: '',
    })
  })

  it('are found by reference, title, employer and place, in either script, and by their enquiry', async () => {
    const { reference: enquiry } = await freshEnquiry(server.deps)
    const draft = await create({
      content: whole({ title: 'Welder', employer: 'Hazira Works', city: 'સુરત' }),
      enquiry,
    })
    const found = async (query: string) => {
      const { rows } = (await desk<VacancyList>(`vacancies?${query}`)).body
      return rows.map(({ reference }) => reference)
    }
    const asked = ['q=hazira', 'q=welder+surat', 'employer=HAZIRA', 'place=Surat', `enquiry=${enquiry}`]
    for (const query of [
      `q=${draft.reference.toLowerCase()}`,
      ...asked.filter((one) => one !== 'q=welder+surat'),
    ])
      expect([query, await found(query)]).toEqual([query, expect.arrayContaining([draft.reference])])
    for (const query of ['q=nobody+here', 'employer=welder', 'place=Pune', 'enquiry=EN-000000'])
      expect([query, await found(query)]).toEqual([query, []])
  })

  it('show the second of two people who save what the first one saved, and lose nothing', async () => {
    const draft = await create()
    const answers = await Promise.all(['Nurse', 'Driver'].map((title) => change(draft, { title })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const { body } = answers.find(({ status }) => status === 409) ?? {}
    expect(['Nurse', 'Driver']).toContain(body?.vacancy.content.title)
  })

  it('are extended by thirty days, but never beyond 180', async () => {
    const open = await published({ open_until: vacancyDay(clock.now(), 10) })
    const { body } = await act(open, 'extend')
    expect(body.openUntil).toBe(vacancyDay(clock.now(), 40))
    const far = await published({ open_until: vacancyDay(clock.now(), 175) })
    expect((await act(far, 'extend')).body.openUntil).toBe(vacancyDay(clock.now(), 180))
  })

  it('are copied without permission and closing day', async () => {
    const open = await published()
    const copy = await create({ copyOf: open.reference })
    expect(copy.content.title).toBe(open.content.title)
    const missing = ['agreed', 'agreed_by', 'agreed_on', 'agreed_to_show', 'open_until']
    expect(copy.missing.map(({ field }) => field)).toEqual(missing)
  })

  it('take a person through the stages, count placed people, and offer to close with the last opening', async () => {
    const open = await published({ openings: 1 })
    const { reference } = await freshApplication(server.deps)
    await join(reference, open)
    const { body } = await join(reference, open)
    expect(body.candidates).toHaveLength(1)
    const [candidate] = body.candidates
    const version = candidate?.version ?? 0
    expect((await move(candidate, { version, stage: 'rejected' })).status).toBe(422)
    const placed = { isFull: true, candidate: { stage: 'placed', application: reference } }
    expect((await move(candidate, { version, stage: 'placed' })).body).toMatchObject(placed)
    expect((await move(candidate, { version, stage: 'interview' })).status).toBe(409)
    const counted = { total: 1, vacancy: { placed: 1, applicants: { placed: 1 } } }
    expect(await boardOf(open)).toMatchObject(counted)
    await move(candidate, { version: version + 1, stage: 'rejected', reason: 'pay' })
    expect((await boardOf(open)).vacancy.placed).toBe(0)
  })

  /** Adds an application to so many vacancies, and returns a way to read it. */
  async function atVacancies(count: number) {
    const { reference, path } = await freshApplication(server.deps)
    const vacancies: VacancyDetail[] = []
    for (let made = 0; made < count; made += 1) {
      vacancies.push(await published())
      await join(reference, vacancies.at(-1)!)
    }
    const standing = async () => {
      const { candidates } = (await desk<{ candidates: Candidate[] }>(`applications/${reference}/vacancies`))
        .body
      return vacancies.map((one) => candidates.find(({ vacancy }) => vacancy === one.reference)!)
    }
    const detail = async () => (await desk<RecordDetail>(path)).body
    const set = async (status: RecordStatus, more: object = {}) =>
      desk(path, { version: (await detail()).version, status, ...more }, 'PATCH')
    return { reference, path, vacancies, standing, detail, set }
  }

  it.each<[status: RecordStatus, stages: CandidateStage[]]>([
    ['new', ['new']],
    ['shortlisted', ['shortlisted']],
    ['placed', ['placed']],
    ['rejected', ['rejected']],
    ['interview', ['interview', 'rejected']],
    ['offered', ['offered', 'interview']],
    ['placed', ['new', 'placed']],
    ['placed', ['rejected', 'placed']],
    ['placed', ['placed', 'withdrawn']],
    ['withdrawn', ['rejected', 'withdrawn']],
  ])('make an application %s when its stages became, one after the other, %j', async (status, stages) => {
    const { detail, standing } = await atVacancies(stages.length)
    const there = await standing()
    for (const [at, stage] of stages.entries()) {
      clock.advance(1000)
      const to = { version: 1, stage, ...(stage === 'rejected' ? { reason: 'pay' } : {}) }
      expect((await move(there[at], to)).status).toBe(200)
    }
    const { status: is, timeline } = await detail()
    expect(is).toBe(status)
    expect(timeline.filter(({ kind }) => kind === 'status')).toEqual([])
  })

  it('keep status and stage equal for an applicant at one vacancy', async () => {
    const { standing, detail, set, path } = await atVacancies(1)
    expect((await set('interview')).status).toBe(200)
    expect([await standing(), (await detail()).status]).toMatchObject([[{ stage: 'interview' }], 'interview'])
    const late = { version: 1, status: 'offered', assignedTo: await addStaff(server.deps, 'recruiter') }
    expect((await desk(path, late, 'PATCH')).status).toBe(409)
    expect((await detail()).assignedTo).toBeNull()
    expect((await set('rejected', { reason: 'pay' })).status).toBe(200)
    expect(await standing()).toMatchObject([{ stage: 'rejected', reason: 'pay' }])
    expect((await detail()).status).toBe('rejected')
  })

  it('let nobody set one status for an applicant at several, alone or in bulk', async () => {
    const { reference, standing, detail, set } = await atVacancies(2)
    const refused = await set('interview', { assignedTo: await addStaff(server.deps, 'recruiter') })
    expect([refused.status, refused.text]).toEqual([
      422,
      expect.stringContaining(recordMessages.severalVacancies),
    ])
    expect((await detail()).assignedTo).toBeNull()
    const records = [{ reference, version: (await detail()).version }]
    const { body } = await desk('records/applications/changes', { records, status: 'offered' })
    expect(body).toEqual({ changed: [], left: [], several: [reference], refused: [] })
    // Somebody who left all vacancies but one is moved at that one.
    const [first] = await standing()
    await move(first, { version: 1, stage: 'withdrawn' })
    expect((await set('placed')).status).toBe(200)
    expect((await standing()).map(({ stage }) => stage)).toEqual(['withdrawn', 'placed'])
  })

  it('invite an applicant at the vacancy that the mail names, or at their only one', async () => {
    const { path, vacancies, standing } = await atVacancies(2)
    const invite = (vacancy?: string) => {
      const blanks = { position: 'Fitter', when: 'Monday, 11:00', where: 'Surat' }
      return desk(`${path}/mails`, { id: newId(), draft: { template: 'interview', blanks, vacancy } })
    }
    expect((await invite()).status).toBe(202)
    expect((await standing()).map(({ stage }) => stage)).toEqual(['new', 'new'])
    expect((await invite(vacancies[1]?.reference)).status).toBe(202)
    expect((await standing()).map(({ stage }) => stage)).toEqual(['new', 'interview'])
  })

  it('take candidates while they are published, so only drafts, which have none, are deleted', async () => {
    const draft = await create()
    const { reference } = await freshApplication(server.deps)
    const remove = (vacancy: VacancyDetail) => desk(`vacancies/${vacancy.reference}`, undefined, 'DELETE')
    expect((await join(reference, draft)).status).toBe(422)
    const open = await published()
    expect((await join(reference, open)).status).toBe(200)
    await act(open, 'close', { as: 'filled' })
    const late = await freshApplication(server.deps)
    expect((await join(late.reference, open)).status).toBe(422)
    expect((await remove(open)).status).toBe(409)
    expect((await remove(draft)).status).toBe(200)
    expect((await desk(`vacancies/${draft.reference}`)).status).toBe(404)
  })

  it('lose an erased person’s row but keep the count, and keep only the name of an employer’s contact', async () => {
    const { reference: enquiry } = await freshEnquiry(server.deps)
    const draft = await create({ content: whole(), enquiry })
    expect(draft.enquiry).toBe(enquiry)
    const open = (await act(draft, 'publish')).body
    const { reference } = await freshApplication(server.deps)
    const [candidate] = (await join(reference, open)).body.candidates
    await move(candidate, { version: 1, stage: 'placed' })
    for (const named of [reference, enquiry])
      await erasePerson(server.deps, await personOf(server.deps, named), 'system')
    expect(await boardOf(open)).toMatchObject({ total: 0, candidates: [], vacancy: { placed: 1 } })
    const { body } = await desk<VacancyDetail>(`vacancies/${open.reference}`)
    expect(body).toMatchObject({ enquiry: null, content: { title: open.title, agreed_by: '' } })
  })

  it('need attention if they close within three days, or if nobody applied for seven', async () => {
    const quiet = await published({ open_until: vacancyDay(clock.now(), 60) })
    const wanted = await published({ open_until: vacancyDay(clock.now(), 60) })
    clock.advance(8 * 86_400_000)
    desk = await deskAs(server, 'recruiter')
    const { reference } = await freshApplication(server.deps)
    await join(reference, wanted)
    const soon = await published({ open_until: vacancyDay(clock.now(), 3) })
    await published({ open_until: vacancyDay(clock.now(), 4) })
    await create({ content: whole({ open_until: vacancyDay(clock.now(), 1) }) })
    const listed = async (waits: string) => {
      const { rows } = (await desk<VacancyList>(`vacancies?waits=${waits}`)).body
      return rows.map((row) => row.reference)
    }
    const [closing, unwanted] = [await listed('closing'), await listed('quiet')]
    expect(closing).toEqual([soon.reference])
    expect(unwanted).toContain(quiet.reference)
    for (const other of [wanted, soon]) expect(unwanted).not.toContain(other.reference)
    const full = await published({ openings: 1 })
    const [placed] = (await join((await freshApplication(server.deps)).reference, full)).body.candidates
    expect(await listed('full')).toEqual([])
    await move(placed, { version: 1, stage: 'placed' })
    expect(await listed('full')).toEqual([full.reference])
    const { body } = await desk<TodayAnswer>('today')
    expect(body.waiting.fullVacancies).toBe(1)
    const { closingVacancies, quietVacancies } = body.waiting
    expect([closingVacancies, quietVacancies]).toEqual([closing.length, unwanted.length])
  })

  it('are closed once, after their last day', async () => {
    const open = await published({ open_until: vacancyDay(clock.now(), 0) })
    expect(await closeWhatExpired(server.deps)).toBe(0)
    // Even if the server was off meanwhile.
    clock.advance(3 * 86_400_000)
    expect(await closeWhatExpired(server.deps)).toBeGreaterThan(0)
    expect(await closeWhatExpired(server.deps)).toBe(0)
    // The session at the desk has ended meanwhile.
    desk = await deskAs(server, 'recruiter')
    const { body } = await desk<VacancyDetail>(`vacancies/${open.reference}`)
    expect(body).toMatchObject({ state: 'closed', closedAs: 'expired' })
  })
})
