import { todayInIndia } from '#contract/dates.ts'
import type { Language } from '#contract/messages/languages.ts'
import { inLanguage } from '#contract/schemas/jobs.ts'
import type { App } from '#server/context.ts'
import { appendAudit } from '#server/platform/audit/log.ts'
import { enqueueWebhooks } from '#server/features/webhooks/jobs.ts'
import type { FieldCipher } from '#server/platform/crypto/field-cipher.ts'
import type { Db } from '#server/platform/db/client.ts'
import { say } from '#server/platform/requested-language.ts'
import { addRecordEvent } from '#server/features/records/timeline-store.ts'
import { closeExpired, findVacancy, holdVacancy, reopenWronglyExpired, type Vacancy } from './store.ts'
import { addPerson } from './application-status-service.ts'
import { candidatesOf } from './candidate-store.ts'

/**
 * Makes an applicant a candidate of the vacancy they applied for, in the caller's transaction. If it is no longer
 * open, the timeline says which one was meant. Returns whether they are a candidate now.
 */
export async function joinVacancy(
  trx: Db,
  cipher: FieldCipher,
  { reference, applicationId, now }: { reference: string; applicationId: string; now: number },
): Promise<boolean> {
  const vacancy = await holdVacancy(trx, cipher, reference)
  if (!vacancy || vacancy.state === 'draft') return false
  const stands = isOpen(vacancy, now)
  if (stands && !(await addPerson(trx, { vacancyId: vacancy.id, applicationId, now }))) return true
  const record = { kind: 'applications', id: applicationId } as const
  const detail = { vacancy: vacancy.reference, from: '', to: stands ? 'new' : 'closed' }
  await addRecordEvent(trx, cipher, { record, at: now, staffId: null, kind: 'vacancy', detail })
  return stands
}

/** Returns a vacancy's title in a language, or in English if it has no other; its reference if it is gone. */
export async function vacancyTitle(
  { db, cipher }: Pick<App, 'db' | 'cipher'>,
  reference: string,
  language: Language,
): Promise<string> {
  const vacancy = await findVacancy(db, cipher, reference)
  return vacancy ? inLanguage(vacancy.content, 'title', language).text : reference
}

/**
 * Returns the sentence about the vacancy that was applied for; `stands` unless its state now is wanted. Empty if
 * there is none.
 */
export async function appliedFor(
  { db, cipher, clock }: App,
  { reference, language, stands }: { reference: string; language: Language; stands?: boolean },
): Promise<string> {
  const vacancy = reference === '' ? undefined : await findVacancy(db, cipher, reference)
  if (!vacancy || vacancy.state === 'draft') return ''
  const key = (stands ?? isOpen(vacancy, clock.now())) ? 'appliedFor.open' : 'appliedFor.closed'
  const { text } = inLanguage(vacancy.content, 'title', language)
  return say({ key, values: { vacancy: text } }, language)
}

/** Returns whether an application may join a vacancy and has not yet. */
export async function mayJoin(
  db: Db,
  cipher: FieldCipher,
  { reference, applicationId, now }: { reference: string; applicationId: string; now: number },
): Promise<boolean> {
  const vacancy = await findVacancy(db, cipher, reference)
  if (!vacancy || !isOpen(vacancy, now)) return false
  const own = await candidatesOf(db, { applicationId })
  return own.every(({ candidate }) => candidate.vacancyId !== vacancy.id)
}

export function isOpen({ state, openUntil }: Pick<Vacancy, 'state' | 'openUntil'>, now: number): boolean {
  return state === 'published' && openUntil >= todayInIndia(now)
}

/**
 * Closes the vacancies whose last day has passed, and reopens those that a clock that was ahead has closed; returns
 * how many are closed.
 */
export async function closeWhatExpired(app: App): Promise<number> {
  const { db, clock } = app
  const now = clock.now()
  const at = { today: todayInIndia(now), now }
  const [opened, closed] = await db.transaction().execute(async (trx) => {
    const again = await reopenWronglyExpired(trx, at)
    const expired = await closeExpired(trx, at)
    for (const [vacancies, state, change] of [
      [again, 'published', 'reopened'],
      [expired, 'closed', 'expired'],
    ] as const)
      for (const { id, reference } of vacancies) {
        await enqueueWebhooks(trx, { type: `vacancy.${state}`, kind: 'vacancies', id, state }, now)
        const entry = { action: 'vacancy', actor: 'system', reference, detail: { change } } as const
        await appendAudit(trx, entry, now)
      }
    return [again.length, expired.length]
  })
  if (opened + closed > 0) app.wakeWorker()
  return closed
}
