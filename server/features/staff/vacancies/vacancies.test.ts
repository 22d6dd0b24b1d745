import { beforeAll, describe, expect, it } from 'vitest'
import { type VacancyContent } from '#contract/fields/vacancy.ts'
import type { RecordDetail, RecordStatus, TodayAnswer } from '#contract/schemas/staff-records.ts'
import type {
  Candidate,
  CandidateStage,
  VacancyBoard,
  VacancyDetail,
  VacancyList,
} from '#contract/schemas/vacancies.ts'
import { erasePerson } from '#server/features/privacy/erasure-store.ts'
import {
  addEnquiry,
  type Desk,
  deskAs,
  freshApplication,
  lastAudit,
  referenceOf,
} from '#tests/support/desk-records.ts'
import { confirmClock } from '#server/platform/clock-watch.ts'
import { closeWhatExpired } from '#server/features/vacancies/service.ts'
import { personOf } from '#tests/support/person.ts'
import { enginesInTurn } from '#tests/support/rounds.ts'
import { movingClock } from '#tests/support/server.ts'
import { sharedServer } from '#tests/support/shared.ts'
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
  const boardOf = async ({ reference }: VacancyDetail) =>
    (await desk<VacancyBoard>(`vacancies/${reference}/board`)).body

  it('go from a draft to published to closed, each step in the audit log', async () => {
    const draft = await create()
    expect(draft).toMatchObject({ state: 'draft', postedOn: '', missing: [], version: 1 })
    const { body: open } = await act(draft, 'publish')
    expect(open).toMatchObject({ state: 'published', closedAs: null, version: 2 })
    expect(open.postedOn).toMatch(/^\d{4}-\d{2}-\d{2}$/)
    const { body: closed } = await act(open, 'close', { as: 'filled' })
    expect(closed).toMatchObject({ state: 'closed', closedAs: 'filled' })
    const { action, detail, reference } = await lastAudit(server)
    expect([action, JSON.parse(detail), reference]).toEqual([
      'vacancy',
      { change: 'closed' },
      draft.reference,
    ])
  })

  it('are not published without the employer’s permission, by no call', async () => {
    const withheld = { agreed: false }
    const draft = await create({ content: whole(withheld) })
    const refused = await act(draft, 'publish')
    expect(refused.status).toBe(422)
    expect(refused.body).toMatchObject({ errors: [{ field: 'agreed' }] })
    const open = await published()
    const taken = { version: open.version, content: { ...open.content, ...withheld } }
    expect((await desk(`vacancies/${open.reference}`, taken, 'PATCH')).status).toBe(422)
    const named = { content: { ...open.content, confidential: false, employer: 'Mills' } }
    const shown = await desk(`vacancies/${open.reference}`, { version: open.version, ...named }, 'PATCH')
    expect([shown.status, shown.body]).toMatchObject([422, { errors: [{ field: 'agreed_to_show' }] }])
  })

  it('are not shown otherwise than the employer agreed once they are closed, nor extended without permission', async () => {
    const open = await published({ employer: 'Hidden Mills' })
    const { body: closed } = await act(open, 'close', { as: 'withdrawn' })
    const named = { ...closed.content, confidential: false, agreed: false }
    const change = { version: closed.version, content: named }
    expect((await desk(`vacancies/${closed.reference}`, change, 'PATCH')).status).toBe(422)
    const past = { ...closed.content, title: 'Accounts clerk', open_until: '2026-01-31' }
    const corrected = { version: closed.version, content: past }
    expect((await desk(`vacancies/${closed.reference}`, corrected, 'PATCH')).status).toBe(200)
  })

  it('tell the second of two who save what the first one saved, and lose nothing', async () => {
    const draft = await create()
    const save = (title: string) =>
      desk<{ vacancy: VacancyDetail }>(
        `vacancies/${draft.reference}`,
        { version: draft.version, content: { ...draft.content, title } },
        'PATCH',
      )
    const answers = await Promise.all(['Nurse', 'Driver'].map(save))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const { body } = answers.find(({ status }) => status === 409) ?? {}
    expect(['Nurse', 'Driver']).toContain(body?.vacancy.content.title)
  })

  it('are extended by thirty days, and never beyond 180', async () => {
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
    expect(copy.missing.map(({ field }) => field)).toEqual([
      'agreed',
      'agreed_by',
      'agreed_on',
      'agreed_to_show',
      'open_until',
    ])
  })

  it('take a person through the stages, who is counted when placed and offers the end with the last opening', async () => {
    const open = await published({ openings: 1 })
    const { reference } = await freshApplication(server.deps)
    const path = `applications/${reference}/vacancies`
    await desk(path, { vacancy: open.reference })
    const { body } = await desk<{ candidates: Candidate[] }>(path, { vacancy: open.reference })
    expect(body.candidates).toHaveLength(1)
    const [{ id, version } = { id: '', version: 0 }] = body.candidates
    const move = (change: object) =>
      desk<{ candidate: Candidate; isFull: boolean }>(`candidates/${id}`, change, 'PATCH')
    expect((await move({ version, stage: 'rejected' })).status).toBe(422)
    const placed = await move({ version, stage: 'placed' })
    expect(placed.body).toMatchObject({
      isFull: true,
      candidate: { stage: 'placed', application: reference },
    })
    expect((await move({ version, stage: 'interview' })).status).toBe(409)
    const board = await boardOf(open)
    expect(board).toMatchObject({ total: 1, vacancy: { placed: 1, applicants: { placed: 1 } } })
    await move({ version: version + 1, stage: 'rejected', reason: 'pay' })
    expect((await boardOf(open)).vacancy.placed).toBe(0)
  })

  it.each<[was: RecordStatus, stage: CandidateStage, is: RecordStatus]>([
    ['new', 'shortlisted', 'shortlisted'],
    ['new', 'placed', 'shortlisted'],
    ['new', 'rejected', 'new'],
    ['offered', 'interview', 'offered'],
    ['withdrawn', 'interview', 'withdrawn'],
  ])(
    'take an application that is %s and goes to %s at one of them as looked at: %s',
    async (was, stage, is) => {
      const open = await published()
      const { id, reference, path } = await freshApplication(server.deps)
      await server.deps.db.updateTable('records').set({ status: was }).where('id', '=', id).execute()
      const there = `applications/${reference}/vacancies`
      const { body } = await desk<{ candidates: Candidate[] }>(there, { vacancy: open.reference })
      const move = { version: 1, stage, ...(stage === 'rejected' ? { reason: 'pay' } : {}) }
      expect((await desk(`candidates/${body.candidates[0]?.id}`, move, 'PATCH')).status).toBe(200)
      const { status, version, timeline } = (await desk<RecordDetail>(path)).body
      expect([status, version]).toEqual([is, was === is ? 1 : 2])
      expect(timeline.filter(({ kind }) => kind === 'status')).toHaveLength(was === is ? 0 : 1)
    },
  )

  it('take people while they are published, so that only a draft, at which nobody stands, is deleted', async () => {
    const draft = await create()
    const { reference } = await freshApplication(server.deps)
    const add = (vacancy: string) => desk(`applications/${reference}/vacancies`, { vacancy })
    const remove = (vacancy: string) => desk(`vacancies/${vacancy}`, undefined, 'DELETE')
    expect((await add(draft.reference)).status).toBe(422)
    const { body: open } = await act(await create(), 'publish')
    expect((await add(open.reference)).status).toBe(200)
    await act(open, 'close', { as: 'filled' })
    const other = await freshApplication(server.deps)
    const late = { vacancy: open.reference }
    expect((await desk(`applications/${other.reference}/vacancies`, late)).status).toBe(422)
    expect((await remove(open.reference)).status).toBe(409)
    expect((await remove(draft.reference)).status).toBe(200)
    expect((await desk(`vacancies/${draft.reference}`)).status).toBe(404)
  })

  it('lose an erased person’s row and keep the count, and of an employer’s contact all but the name', async () => {
    const id = await addEnquiry(server.deps)
    const enquiry = await referenceOf(server.deps, 'enquiries', id)
    const draft = await create({ content: whole(), enquiry })
    expect(draft.enquiry).toBe(enquiry)
    const open = (await act(draft, 'publish')).body
    const applicant = await freshApplication(server.deps)
    const added = await desk<{ candidates: Candidate[] }>(`applications/${applicant.reference}/vacancies`, {
      vacancy: open.reference,
    })
    const [candidate] = added.body.candidates
    await desk(`candidates/${candidate?.id}`, { version: 1, stage: 'placed' }, 'PATCH')
    for (const named of [applicant.reference, enquiry]) {
      await erasePerson(server.deps, await personOf(server.deps, named), 'system')
    }
    expect(await boardOf(open)).toMatchObject({ total: 0, candidates: [], vacancy: { placed: 1 } })
    const { body } = await desk<VacancyDetail>(`vacancies/${open.reference}`)
    expect(body).toMatchObject({ enquiry: null, content: { title: open.title, agreed_by: '' } })
  })

  it('wait for somebody when they close within three days, or nobody applied for seven', async () => {
    const quiet = await published({ open_until: vacancyDay(clock.now(), 60) })
    const wanted = await published({ open_until: vacancyDay(clock.now(), 60) })
    clock.advance(8 * 86_400_000)
    desk = await deskAs(server, 'recruiter')
    const { reference } = await freshApplication(server.deps)
    await desk(`applications/${reference}/vacancies`, { vacancy: wanted.reference })
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
    const { body } = await desk<TodayAnswer>('today')
    const { closingVacancies, quietVacancies } = body.waiting
    expect([closingVacancies, quietVacancies]).toEqual([closing.length, unwanted.length])
  })

  it('are closed when their last day has passed, once', async () => {
    const open = await published({ open_until: vacancyDay(clock.now(), 1) })
    expect(await closeWhatExpired(server.deps)).toBe(0)
    clock.advance(3 * 86_400_000)
    // The clock jumped, or the server was off: none is closed until somebody has confirmed it.
    expect(await closeWhatExpired(server.deps)).toBe(0)
    await confirmClock(server.deps.db, clock.now())
    expect(await closeWhatExpired(server.deps)).toBeGreaterThan(0)
    expect(await closeWhatExpired(server.deps)).toBe(0)
    // The session at the desk has ended meanwhile.
    desk = await deskAs(server, 'recruiter')
    const { body } = await desk<VacancyDetail>(`vacancies/${open.reference}`)
    expect(body).toMatchObject({ state: 'closed', closedAs: 'expired' })
  })
})
