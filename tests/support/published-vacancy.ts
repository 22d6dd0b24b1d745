import type { VacancyContent } from '#contract/fields/vacancy.ts'
import { joinVacancy } from '#server/features/vacancies/service.ts'
import { findVacancy, insertVacancy, updateVacancy } from '#server/features/vacancies/store.ts'
import type { TestServer } from './server.ts'
import { vacancyDay, wholeVacancy } from './vacancy.ts'

type Deps = Pick<TestServer['deps'], 'db' | 'cipher' | 'clock'>

/** Publishes a vacancy without the desk's checks; returns its reference. */
export function publishVacancy(
  { db, cipher, clock }: Deps,
  change: Partial<VacancyContent> = {},
): Promise<string> {
  const now = clock.now()
  return db.transaction().execute(async (trx) => {
    const content = wholeVacancy(now, change)
    const reference = await insertVacancy(trx, cipher, { content, enquiryId: null, now })
    const draft = await findVacancy(trx, cipher, reference)
    const opened = { state: 'published', postedOn: vacancyDay(now, 0), now } as const
    if (draft) await updateVacancy(trx, cipher, draft, opened)
    return reference
  })
}

/** Makes an applicant a candidate, as an application that names the vacancy does. */
export async function standAt({ db, cipher, clock }: Deps, reference: string, id: string): Promise<void> {
  const joined = { reference, applicationId: id, now: clock.now() }
  await db.transaction().execute((trx) => joinVacancy(trx, cipher, joined))
}

/** Closes it as filled. */
export async function closeVacancy({ db, cipher, clock }: Deps, reference: string): Promise<void> {
  const now = clock.now()
  await db.transaction().execute(async (trx) => {
    const vacancy = await findVacancy(trx, cipher, reference)
    const closed = { state: 'closed', closedAs: 'filled', closedAt: now, now } as const
    if (vacancy) await updateVacancy(trx, cipher, vacancy, closed)
  })
}
