import { sql } from 'kysely'
import type { VacancyContent } from '#contract/fields/vacancy.ts'
import type { RejectionReason } from '#contract/schemas/staff-records.ts'
import type { CandidateStage } from '#contract/schemas/vacancies.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { RecordRow } from '#server/platform/db/schema.ts'
import { newId } from '#server/platform/ids.ts'
import { nextRevision, type Vacancy } from './store.ts'

export interface Candidate {
  id: string
  vacancyId: string
  applicationId: string
  stage: CandidateStage
  reason: RejectionReason | null
  version: number
  createdAt: number
  changedAt: number
}

/** A candidate, with the vacancy and the row of the application. */
export interface CandidateWith {
  candidate: Candidate
  vacancy: Pick<Vacancy, 'id' | 'reference' | 'state' | 'openUntil'> & { title: string }
  application: RecordRow
}

/** Adds a candidate at the first stage; returns false if they are one already. */
export async function insertCandidate(
  trx: Db,
  { vacancyId, applicationId, now }: { vacancyId: string; applicationId: string; now: number },
): Promise<boolean> {
  const inserted = await trx
    .insertInto('vacancy_candidates')
    .values({
      ...{ id: newId(), vacancy_id: vacancyId, application_id: applicationId, stage: 'new', reason: '' },
      ...{ version: 1, created_at: now, changed_at: now },
    })
    .onConflict((conflict) => conflict.columns(['vacancy_id', 'application_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** Selects candidates. */
export type Candidates = { id: string } | { vacancyId: string } | { applicationId: string }

/** Returns candidates with what is shown of them, newest first; as many as one board or one person has at most. */
export async function candidatesOf(db: Db, which: Candidates, count = 1000): Promise<CandidateWith[]> {
  const [column, value] =
    'id' in which
      ? (['id', which.id] as const)
      : 'vacancyId' in which
        ? (['vacancy_id', which.vacancyId] as const)
        : (['application_id', which.applicationId] as const)
  const rows = await db
    .selectFrom('vacancy_candidates')
    .selectAll()
    .where(column, '=', value)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(count)
    .execute()
  if (rows.length === 0) return []
  const named = db.selectFrom('vacancies').select(['id', 'reference', 'state', 'open_until', 'content'])
  const vacancies = await named.where('id', 'in', [...new Set(rows.map((row) => row.vacancy_id))]).execute()
  const ids = [...new Set(rows.map((row) => row.application_id))]
  const applications = await db.selectFrom('records').selectAll().where('id', 'in', ids).execute()
  const vacancyBy = new Map(
    vacancies.map(({ id, reference, state, open_until: openUntil, content }) => {
      const { title } = JSON.parse(content) as Pick<VacancyContent, 'title'>
      return [id, { id, reference, state, openUntil, title }]
    }),
  )
  const applicationBy = new Map(applications.map((row) => [row.id, row]))
  return rows.flatMap((row) => {
    const vacancy = vacancyBy.get(row.vacancy_id)
    const application = applicationBy.get(row.application_id)
    if (!vacancy || !application) return []
    const { id, stage, version } = row
    const candidate = {
      ...{ id, stage, version, vacancyId: row.vacancy_id, applicationId: row.application_id },
      ...{ reason: row.reason === '' ? null : row.reason },
      ...{ createdAt: row.created_at, changedAt: row.changed_at },
    }
    return [{ candidate, vacancy, application }]
  })
}

/** Returns the vacancies of applications by the application's id, newest first. */
export async function vacanciesOf(
  db: Db,
  applicationIds: readonly string[],
): Promise<Map<string, { reference: string; title: string; stage: CandidateStage }[]>> {
  if (applicationIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('vacancy_candidates')
    .innerJoin('vacancies', 'vacancies.id', 'vacancy_id')
    .select(['application_id', 'stage', 'reference', 'content'])
    .where('application_id', 'in', applicationIds)
    .orderBy('vacancy_candidates.created_at', 'desc')
    .execute()
  const named = rows.map(({ content, ...row }) => {
    return { ...row, title: (JSON.parse(content) as Pick<VacancyContent, 'title'>).title }
  })
  return Map.groupBy(named, ({ application_id }) => application_id)
}

/**
 * Moves a candidate who still has this version to a stage, and counts placed people; returns false if somebody moved
 * them meanwhile.
 */
export async function moveCandidate(
  trx: Db,
  before: Candidate,
  { stage, reason, now }: { stage: CandidateStage; reason: RejectionReason | null; now: number },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('vacancy_candidates')
    .set({ stage, reason: reason ?? '', version: before.version + 1, changed_at: now })
    .where('id', '=', before.id)
    .where('version', '=', before.version)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) return false
  const more = Number(stage === 'placed') - Number(before.stage === 'placed')
  if (more !== 0) {
    const revision = await nextRevision(trx)
    await trx
      .updateTable('vacancies')
      .set({ placed: sql`placed + ${more}`, revision })
      .where('id', '=', before.vacancyId)
      .execute()
  }
  return true
}

export async function stagesOf(
  db: Db,
  applicationId: string,
): Promise<{ stage: CandidateStage; changedAt: number }[]> {
  return db
    .selectFrom('vacancy_candidates')
    .select(['stage', 'changed_at as changedAt'])
    .where('application_id', '=', applicationId)
    .execute()
}

/** Returns how many candidates are at each stage, by the vacancy's id. */
export async function stageCounts(
  db: Db,
  vacancyIds: readonly string[],
): Promise<Map<string, Partial<Record<CandidateStage, number>>>> {
  if (vacancyIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('vacancy_candidates')
    .select((e) => ['vacancy_id', 'stage', e.fn.countAll<number>().as('count')])
    .where('vacancy_id', 'in', vacancyIds)
    .groupBy(['vacancy_id', 'stage'])
    .execute()
  const counts = new Map<string, Partial<Record<CandidateStage, number>>>()
  for (const { vacancy_id, stage, count } of rows)
    counts.set(vacancy_id, { ...counts.get(vacancy_id), [stage]: Number(count) })
  return counts
}
