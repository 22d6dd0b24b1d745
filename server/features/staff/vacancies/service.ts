import type * as z from 'zod/mini'
import { daysAfter, missingToPublish, OPEN_DAYS_MAX, vacancyContent } from '#contract/fields/vacancy.ts'
import { todayInIndia } from '#contract/dates.ts'
import { vacancyMessages } from '#contract/messages/staff-vacancies.ts'
import { vacancyAddress } from '#contract/paths.ts'
import type * as contract from '#contract/schemas/vacancies.ts'
import type { App } from '#server/context.ts'
import { type DeskHandlers, gone, iso, ok, refused, Refused } from '#server/features/staff/desk-rules.ts'
import { changeWork, findByReference } from '#server/features/staff/records/store.ts'
import {
  deleteDraft,
  findVacancy,
  insertVacancy,
  listVacancies,
  updateVacancy,
  type Vacancy,
  type VacancyUpdate,
} from '#server/features/vacancies/store.ts'
import {
  candidatesOf,
  type Candidates,
  type CandidateWith,
  insertCandidate,
  moveCandidate,
  stageCounts,
} from '#server/features/vacancies/candidate-store.ts'
import { appendAudit } from '#server/platform/audit/log.ts'
import type { Position } from '#server/platform/db/tables.ts'
import { addRecordEvent } from '#server/platform/records/events.ts'
import { contactOf, deskRecord, holdRecords, recordNamed } from '#server/platform/records/store.ts'
import { enqueueWebhooks } from '#server/platform/webhooks/delivery-job.ts'

const PAGE = 50
/** People that a board shows at most. */
const BOARD = 1000
/** Days that «Extend» moves the closing day by. */
const EXTENSION_DAYS = 30

/** Vacancies, and the people at them. */
export function vacancyHandlers(app: App) {
  return {
    'vacancies.list': ({ query }) => listPage(app, query),
    async 'vacancies.create'({ body, actor }) {
      const content = await startOf(app, body)
      if (content instanceof Refused) return content
      const from = body.enquiry
      const enquiry =
        from === undefined ? null : await findByReference(app, { kind: 'enquiries', reference: from })
      if (enquiry === undefined) return gone
      const reference = await app.db.transaction().execute(async (trx) => {
        const now = app.clock.now()
        const made = await insertVacancy(trx, app.cipher, { content, enquiryId: enquiry?.id ?? null, now })
        await appendAudit(
          trx,
          { action: 'vacancy', actor, reference: made, detail: { change: 'created' } },
          now,
        )
        return made
      })
      return (await readDetail(app, reference)) ?? gone
    },
    'vacancies.read': async ({ params }) => (await readDetail(app, params.reference)) ?? gone,
    'vacancies.change': ({ params, body, actor, reply }) =>
      save(app, { ...params, ...body, actor, reply, change: 'changed' }, ({ state }) => {
        const { content } = body
        // A closed vacancy is shown for a month, and is to be as its employer agreed too.
        return state === 'draft' ? { content } : (refusedMissing(app, content, state) ?? { content })
      }),
    'vacancies.publish': ({ params, body, actor, reply }) =>
      save(app, { ...params, ...body, actor, reply, change: 'published' }, ({ content, state }) => {
        if (state === 'published') return {}
        const postedOn = todayInIndia(app.clock.now())
        const opened = { state: 'published', closedAs: null, closedAt: null, postedOn } as const
        return refusedMissing(app, content) ?? opened
      }),
    'vacancies.close': ({ params, body, actor, reply }) =>
      save(app, { ...params, ...body, actor, reply, change: 'closed' }, ({ state }) =>
        state === 'published'
          ? { state: 'closed', closedAs: body.as, closedAt: app.clock.now() }
          : refused('invalid', vacancyMessages.notPublished),
      ),
    'vacancies.extend': ({ params, body, actor, reply }) =>
      save(app, { ...params, ...body, actor, reply, change: 'extended' }, ({ state, content }) => {
        if (state !== 'published') return refused('invalid', vacancyMessages.notPublished)
        const today = todayInIndia(app.clock.now())
        const from = content.open_until > today ? content.open_until : today
        const [later, last] = [daysAfter(from, EXTENSION_DAYS), daysAfter(today, OPEN_DAYS_MAX)]
        const extended = { ...content, open_until: later < last ? later : last }
        return refusedMissing(app, extended) ?? { content: extended }
      }),
    async 'vacancies.remove'({ params: { reference }, actor }) {
      const vacancy = await findVacancy(app.db, app.cipher, reference)
      if (!vacancy) return gone
      const isDeleted = await app.db.transaction().execute(async (trx) => {
        if (!(await deleteDraft(trx, vacancy))) return false
        const detail = { change: 'deleted' } as const
        await appendAudit(trx, { action: 'vacancy', actor, reference, detail }, app.clock.now())
        return true
      })
      return isDeleted ? ok : refused('already_there', vacancyMessages.notDraft)
    },
    async 'vacancies.board'({ params }) {
      const vacancy = await findVacancy(app.db, app.cipher, params.reference)
      if (!vacancy) return gone
      const [row] = await rowsOf(app, [vacancy])
      if (!row) return gone
      const total = Object.values(row.applicants).reduce((sum, count) => sum + count, 0)
      return { vacancy: row, candidates: await readCandidates(app, { vacancyId: vacancy.id }), total }
    },
    ...candidateHandlers(app),
  } satisfies Partial<DeskHandlers>
}

function candidateHandlers(app: App) {
  const { db, cipher, clock } = app
  return {
    async 'candidates.list'({ params }) {
      const application = await findByReference(app, { kind: 'applications', ...params })
      return application ? { candidates: await readCandidates(app, { applicationId: application.id }) } : gone
    },
    async 'candidates.add'({ params, body, staff }) {
      const application = await findByReference(app, { kind: 'applications', ...params })
      const vacancy = await findVacancy(db, cipher, body.vacancy)
      if (!application) return gone
      if (!vacancy) return refused('not_found', vacancyMessages.noSuchVacancy)
      if (vacancy.state !== 'published') return refused('invalid', vacancyMessages.notPublished)
      const { kind, id } = application
      const isThere = await db.transaction().execute(async (trx) => {
        if ((await holdRecords(trx, kind, { ids: [id] })).length === 0) return false
        const now = clock.now()
        if (!(await insertCandidate(trx, { vacancyId: vacancy.id, applicationId: id, now }))) return true
        const detail = { vacancy: vacancy.reference, from: '', to: 'new' }
        const event = { record: { kind, id }, at: now, staffId: staff.id, kind: 'vacancy', detail } as const
        await addRecordEvent(trx, cipher, event)
        return true
      })
      return isThere ? { candidates: await readCandidates(app, { applicationId: id }) } : gone
    },
    async 'candidates.move'({ params, body, staff }) {
      const [found] = await candidatesOf(db, params, 1)
      if (!found) return gone
      const isMoved = await moveTo(app, found, { ...body, staffId: staff.id })
      if (!isMoved) return refused('changed_meanwhile', vacancyMessages.candidateChanged)
      const [candidate] = await readCandidates(app, params)
      const vacancy = await findVacancy(db, cipher, found.vacancy.reference)
      if (!candidate || !vacancy) return gone
      return { candidate, isFull: vacancy.placed >= (vacancy.content.openings ?? Infinity) }
    },
  } satisfies Partial<DeskHandlers>
}

/** What a new draft begins with: nothing, what was sent, or another vacancy without its permission and its closing day. */
async function startOf(
  { db, cipher }: App,
  { content, copyOf }: { content?: Vacancy['content']; copyOf?: string },
) {
  if (copyOf === undefined) return content ?? vacancyContent.parse({})
  const other = await findVacancy(db, cipher, copyOf)
  if (!other) return gone
  const unsaid = { agreed: false, agreed_by: '', agreed_on: '', agreed_to_show: '', open_until: '' } as const
  return { ...other.content, ...unsaid }
}

/** The refusal of a vacancy that lacks something, each at its field; undefined where it lacks nothing. */
function refusedMissing(
  { clock }: App,
  content: Vacancy['content'],
  state: Vacancy['state'] = 'published',
): Refused | undefined {
  const missing = missingToPublish(content, todayInIndia(clock.now())).filter(
    ({ field }) => state !== 'closed' || field !== 'open_until',
  )
  if (missing.length === 0) return undefined
  const errors = missing.map(({ field, message }) => ({ field, message: { text: message } }))
  return new Refused({ code: 'invalid', message: { text: vacancyMessages.notWhole }, errors })
}

interface Saved {
  reference: string
  /** That was seen. */
  version: number
  actor: string
  change: 'changed' | 'published' | 'closed' | 'extended'
  reply: Parameters<DeskHandlers['vacancies.change']>[0]['reply']
}

/** Changes a vacancy over the version that was seen; 409 with the vacancy as it is now where there is another. */
async function save(
  app: App,
  { reference, version, actor, change, reply }: Saved,
  decide: (before: Vacancy) => VacancyUpdate | Refused,
) {
  const { db, cipher, clock } = app
  const before = await findVacancy(db, cipher, reference)
  if (!before) return gone
  const update = before.version === version ? decide(before) : undefined
  if (update instanceof Refused) return update
  const isSame = update !== undefined && Object.keys(update).length === 0
  const isSaved =
    isSame ||
    (update !== undefined &&
      (await db.transaction().execute(async (trx) => {
        if (!(await updateVacancy(trx, cipher, before, { ...update, now: clock.now() }))) return false
        const { state } = update
        const now = clock.now()
        if (state === 'published' || state === 'closed')
          await enqueueWebhooks(
            trx,
            { type: `vacancy.${state}`, kind: 'vacancies', id: before.id, state },
            now,
          )
        await appendAudit(trx, { action: 'vacancy', actor, reference, detail: { change } }, now)
        return true
      })))
  const vacancy = await readDetail(app, reference)
  if (isSaved || !vacancy) {
    app.wakeWorker()
    return vacancy ?? gone
  }
  const message = vacancyMessages.changedMeanwhile
  return reply.code(409).send({ message, code: 'changed_meanwhile', vacancy })
}

const goesOn: readonly contract.CandidateStage[] = ['shortlisted', 'interview', 'offered', 'placed']

/** Moves a person to a stage, with its entry in their timeline; false where another move came between. */
async function moveTo(
  app: App,
  { candidate, vacancy, application }: CandidateWith,
  { version, stage, reason, staffId }: contract.CandidateMove & { staffId: string },
): Promise<boolean> {
  if (candidate.version !== version) return false
  if (candidate.stage === stage && candidate.reason === (reason ?? null)) return true
  const { kind, id } = application
  const { reference } = vacancy
  const { db, cipher, clock, wakeWorker } = app
  const isMoved = await db.transaction().execute(async (trx) => {
    const now = clock.now()
    // Held, so that no erasure comes between.
    const [held] = await holdRecords(trx, kind, { ids: [id] })
    if (!held) return false
    if (!(await moveCandidate(trx, candidate, { stage, reason: reason ?? null, now }))) return false
    const detail = { vacancy: reference, from: candidate.stage, to: stage, reason: reason ?? '' }
    await addRecordEvent(trx, cipher, { record: { kind, id }, at: now, staffId, kind: 'vacancy', detail })
    const at = { stage, vacancy: reference }
    await enqueueWebhooks(trx, { type: 'application.stage_changed', kind, id, at }, now)
    // Whoever goes on at one vacancy has been looked at; how far says the vacancy alone, if it is to be said.
    if (held.status === 'new' && goesOn.includes(stage))
      await changeWork(trx, app, { before: held, change: { status: 'shortlisted' }, staffId })
    return true
  })
  wakeWorker()
  return isMoved
}

async function readCandidates({ db, cipher }: App, which: Candidates): Promise<contract.Candidate[]> {
  const found = await candidatesOf(db, which, BOARD)
  return found.map(({ candidate, vacancy, application }) => ({
    ...{ id: candidate.id, stage: candidate.stage, reason: candidate.reason, version: candidate.version },
    ...{ vacancy: vacancy.reference, title: vacancy.title },
    ...{ application: application.reference, name: contactOf(deskRecord(cipher, application)).name },
    ...{ since: iso(candidate.createdAt), changedAt: iso(candidate.changedAt) },
  }))
}

async function listPage(app: App, { state, waits, after }: z.output<typeof contract.vacancyListQuery>) {
  const position = after === undefined ? undefined : readCursor(after)
  const waiting = waits && { waits, now: app.clock.now() }
  const asked = { state, waiting, after: position, count: PAGE + 1 }
  const found = await listVacancies(app.db, app.cipher, asked)
  const shown = found.slice(0, PAGE)
  const last = shown.at(-1)
  const next = found.length > PAGE && last ? `${last.createdAt}.${last.id}` : null
  return { rows: await rowsOf(app, shown), next }
}

/** A cursor that is none of ours begins anew. */
function readCursor(after: string): Position | undefined {
  const [, at, id] = /^(\d{1,15})\.([\w-]{1,64})$/.exec(after) ?? []
  return at !== undefined && id !== undefined ? { created_at: Number(at), id } : undefined
}

async function rowsOf({ db }: App, vacancies: readonly Vacancy[]): Promise<contract.VacancyRow[]> {
  const counts = await stageCounts(
    db,
    vacancies.map(({ id }) => id),
  )
  return vacancies.map((vacancy) => {
    const { reference, state, closedAs, postedOn, openUntil, placed, version } = vacancy
    const { title, sector, remote, city, state: region, openings } = vacancy.content
    const place = remote ? 'Remote' : [city, region].filter((part) => part !== '').join(', ')
    return {
      ...{ reference, title, state, closedAs, sector, place, postedOn, openUntil, openings, placed, version },
      applicants: counts.get(vacancy.id) ?? {},
    }
  })
}

async function readDetail(app: App, reference: string): Promise<contract.VacancyDetail | undefined> {
  const vacancy = await findVacancy(app.db, app.cipher, reference)
  if (!vacancy) return undefined
  const [row] = await rowsOf(app, [vacancy])
  const { content, createdAt, enquiryId } = vacancy
  const enquiry = enquiryId === null ? undefined : await recordNamed(app.db, enquiryId)
  return (
    row && {
      ...row,
      content,
      createdAt: iso(createdAt),
      enquiry: enquiry?.reference ?? null,
      missing: missingToPublish(content, todayInIndia(app.clock.now())),
      address: vacancyAddress(content.title, reference),
    }
  )
}
