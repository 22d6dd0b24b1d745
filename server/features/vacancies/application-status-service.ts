import type { RejectionReason } from '#contract/schemas/staff-records.ts'
import { type CandidateStage, furthestOf, stillAt } from '#contract/schemas/vacancies.ts'
import type { App } from '#server/context.ts'
import { followStatus } from '#server/features/records/executive-status-store.ts'
import { addRecordEvent } from '#server/features/records/timeline-store.ts'
import { enqueueWebhooks } from '#server/features/webhooks/jobs.ts'
import type { Db } from '#server/platform/db/client.ts'
import { refused } from '#server/platform/http/http-errors.ts'
import {
  candidatesOf,
  type CandidateWith,
  insertCandidate,
  moveCandidate,
  stagesOf,
} from './candidate-store.ts'

/** Makes a person whose record is locked a candidate; returns false if they are one already. */
export async function addPerson(
  trx: Db,
  row: { vacancyId: string; applicationId: string; now: number },
): Promise<boolean> {
  if (!(await insertCandidate(trx, row))) return false
  await followStages(trx, { id: row.applicationId, now: row.now })
  return true
}

interface StageMove {
  stage: CandidateStage
  reason?: RejectionReason | undefined
  /** Null for the person themselves. */
  staffId: string | null
}

/** Moves a person whose record is locked to a stage; refuses, and so writes nothing, if somebody moved them meanwhile. */
export async function movePerson(
  trx: Db,
  { cipher, clock }: Pick<App, 'cipher' | 'clock'>,
  { candidate, vacancy: { reference } }: CandidateWith,
  { stage, reason, staffId }: StageMove,
): Promise<void> {
  const [id, kind, now] = [candidate.applicationId, 'applications' as const, clock.now()]
  if (!(await moveCandidate(trx, candidate, { stage, reason: reason ?? null, now })))
    throw refused('changed_meanwhile')
  const detail = { vacancy: reference, from: candidate.stage, to: stage, reason: reason ?? '' }
  await addRecordEvent(trx, cipher, { record: { kind, id }, at: now, staffId, kind: 'vacancy', detail })
  await enqueueWebhooks(
    trx,
    { type: 'application.stage_changed', kind, id, at: { stage, vacancy: reference } },
    now,
  )
  await followStages(trx, { id, now })
}

/**
 * Returns the vacancy where an applicant is an active candidate, of all or only the named one. Without one it returns
 * the vacancy where they were moved last, which determines their status.
 */
export async function placeOf(
  trx: Db,
  applicationId: string,
  reference = '',
): Promise<CandidateWith | 'none' | 'several'> {
  const all = await candidatesOf(trx, { applicationId })
  const standing = all.filter(({ vacancy }) => reference === '' || vacancy.reference === reference)
  const [one, ...more] = standing.filter(({ candidate }) => stillAt.includes(candidate.stage))
  if (more.length > 0) return 'several'
  const [last] = standing.toSorted((before, after) => after.candidate.changedAt - before.candidate.changedAt)
  return one ?? last ?? 'none'
}

/** Derives the status of an application from the stages at its vacancies, if it has any. */
export async function followStages(trx: Db, { id, now }: { id: string; now: number }): Promise<void> {
  const status = furthestOf(await stagesOf(trx, id))
  if (status === undefined || !(await followStatus(trx, { id, status, at: now }))) return
  await enqueueWebhooks(trx, { type: 'record.status_changed', kind: 'applications', id }, now)
}
