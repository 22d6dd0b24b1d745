import { refused, orRefuse } from '#server/platform/http/http-errors.ts'
import { inLanguage } from '#contract/schemas/jobs.ts'
import { vacancyMessages } from '#contract/messages/staff-vacancies.ts'
import type { Language } from '#contract/messages/languages.ts'
import type { RejectionReason } from '#contract/schemas/staff-records.ts'
import * as contract from '#contract/schemas/vacancies.ts'
import type { App } from '#server/context.ts'
import { type DeskHandlers, iso } from '#server/features/staff/desk-rules.ts'
import { closedMail, notifyClosed } from '#server/features/staff/records/mail-service.ts'
import { rowsOf } from '#server/features/staff/records/find-service.ts'
import { findByReference } from '#server/features/staff/records/store.ts'
import { findVacancy, holdVacancy, type Vacancy } from '#server/features/vacancies/store.ts'
import {
  candidatesOf,
  type Candidates,
  type CandidateWith,
} from '#server/features/vacancies/candidate-store.ts'
import { addPerson, movePerson } from '#server/features/vacancies/application-status-service.ts'
import { isOpen } from '#server/features/vacancies/service.ts'
import type { Db } from '#server/platform/db/client.ts'
import { writtenIn } from '#server/platform/requested-language.ts'
import { addRecordEvent } from '#server/features/records/timeline-store.ts'
import { contactOf, deskRecord, holdRecords } from '#server/features/records/store.ts'

/** The candidates of vacancies. */
export function candidateHandlers(app: App) {
  const { db, cipher, clock } = app
  return {
    async 'candidates.list'({ params }) {
      const { id } = orRefuse(await findByReference(app, { kind: 'applications', ...params }))
      return { candidates: await readCandidates(app, { applicationId: id }) }
    },
    async 'candidates.add'({ params, body, staff }) {
      const { kind, id } = orRefuse(await findByReference(app, { kind: 'applications', ...params }))
      await db.transaction().execute(async (trx) => {
        orRefuse((await holdRecords(trx, kind, { ids: [id] }))[0])
        const vacancy = await holdVacancy(trx, cipher, body.vacancy)
        if (!vacancy) throw refused('not_found', { text: vacancyMessages.noSuchVacancy })
        if (vacancy.state !== 'published') throw refused('invalid', { text: vacancyMessages.notPublished })
        const now = clock.now()
        if (!(await addPerson(trx, { vacancyId: vacancy.id, applicationId: id, now }))) return
        const detail = { vacancy: vacancy.reference, from: '', to: 'new' }
        const event = { record: { kind, id }, at: now, staffId: staff.id, kind: 'vacancy', detail } as const
        await addRecordEvent(trx, cipher, event)
      })
      return { candidates: await readCandidates(app, { applicationId: id }) }
    },
    async 'candidates.move'({ params, body, staff }) {
      const found = orRefuse((await candidatesOf(db, params, 1))[0])
      await moveTo(app, found, { ...body, staffId: staff.id })
      const candidate = orRefuse((await readCandidates(app, params))[0])
      const vacancy = orRefuse(await findVacancy(db, cipher, found.vacancy.reference))
      return { candidate, isFull: vacancy.placed >= (vacancy.content.openings ?? Infinity) }
    },
  } satisfies Partial<DeskHandlers>
}

/** Returns the active candidates of a vacancy, and the closing mail in their languages. */
export async function closingOf(app: App, { id, content }: Vacancy): Promise<contract.ClosingPeople> {
  const standing = (await candidatesOf(app.db, { vacancyId: id }, EVERYBODY)).filter(isStillAt)
  const by = Object.groupBy(standing, ({ candidate }) => candidate.stage)
  const people = Object.fromEntries(Object.entries(by).map(([stage, at]) => [stage, at.length]))
  const mails = [...Map.groupBy(standing, (one) => readsIn(app, one))].map(([language, readers]) => {
    const title = inLanguage(content, 'title', language).text
    return { count: readers.length, ...closedMail(app, { title, language }) }
  })
  return { people, mails }
}

function readsIn({ cipher, config }: App, { application }: CandidateWith): Language {
  return writtenIn(deskRecord(cipher, application).language, config.languages)
}

const EVERYBODY = 30_000

function isStillAt({ candidate }: CandidateWith): boolean {
  return contract.stillAt.includes(candidate.stage)
}

interface Settling {
  vacancy: Vacancy
  tell: boolean
  reason?: RejectionReason | undefined
  staffId: string
}

/** Informs and rejects the active candidates of a closed vacancy, in the transaction of the closing; returns how many. */
export async function settlePeople(
  trx: Db,
  app: App,
  { vacancy, tell, reason, staffId }: Settling,
): Promise<Record<string, number>> {
  if (!tell && reason === undefined) return {}
  const asked = (await candidatesOf(trx, { vacancyId: vacancy.id }, EVERYBODY)).filter(isStillAt)
  if (asked.length === 0) return {}
  // Locked against erasures and moves, and read again, since one may have happened before.
  const ids = asked.map(({ application }) => application.id)
  const held = new Map((await holdRecords(trx, 'applications', { ids })).map((one) => [one.id, one]))
  const standing = (await candidatesOf(trx, { vacancyId: vacancy.id }, EVERYBODY)).filter(isStillAt)
  const counts = { told: 0, rejected: 0 }
  for (const one of standing) {
    const record = held.get(one.application.id)
    if (!record) continue
    if (tell) {
      const language = readsIn(app, one)
      const title = inLanguage(vacancy.content, 'title', language).text
      await notifyClosed(trx, app, { recordId: record.id, vacancy: vacancy.reference, title, staffId })
      counts.told += 1
    }
    if (reason === undefined) continue
    await movePerson(trx, app, one, { stage: 'rejected', reason, staffId })
    counts.rejected += 1
  }
  return counts
}

/** Moves a person to a stage, with an entry in their timeline; refuses if somebody moved them meanwhile. */
async function moveTo(
  app: App,
  { candidate, vacancy, application }: CandidateWith,
  { version, stage, reason, staffId }: contract.CandidateMove & { staffId: string },
): Promise<void> {
  if (candidate.version !== version)
    throw refused('changed_meanwhile', { text: vacancyMessages.candidateChanged })
  if (candidate.stage === stage && candidate.reason === (reason ?? null)) return
  const { kind, id } = application
  const found = { candidate, vacancy, application }
  await app.db.transaction().execute(async (trx) => {
    // Locked against erasure.
    orRefuse((await holdRecords(trx, kind, { ids: [id] }))[0])
    await movePerson(trx, app, found, { stage, reason, staffId })
  })
  app.wakeWorker()
}

async function readCandidates(app: App, which: Candidates): Promise<contract.Candidate[]> {
  const found = await candidatesOf(app.db, which)
  return found.map((one) => candidateOf(app, one, contactOf(deskRecord(app.cipher, one.application)).name))
}

function candidateOf(
  { clock }: App,
  { candidate, vacancy, application }: CandidateWith,
  name: string,
): contract.Candidate {
  return {
    ...{ id: candidate.id, stage: candidate.stage, reason: candidate.reason, version: candidate.version },
    ...{ vacancy: vacancy.reference, title: vacancy.title, isClosed: !isOpen(vacancy, clock.now()) },
    ...{ application: application.reference, name },
    ...{ since: iso(candidate.createdAt), changedAt: iso(candidate.changedAt) },
  }
}

/** Returns the people on a board, each with the row of their application. */
export async function readBoard(app: App, vacancyId: string): Promise<contract.BoardCandidate[]> {
  const found = await candidatesOf(app.db, { vacancyId })
  const records = found.map(({ application }) => deskRecord(app.cipher, application))
  const rows = await rowsOf(app, records)
  return found.flatMap((one, at) => {
    const row = rows[at]
    return row ? [{ ...candidateOf(app, one, row.name), row }] : []
  })
}
