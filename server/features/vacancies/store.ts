import { type ExpressionBuilder, sql } from 'kysely'
import { todayInIndia } from '#contract/dates.ts'
import { vacancyContent, type VacancyContent } from '#contract/fields/vacancy.ts'
import type { VacancyClosing, VacancyState, VacancyWait } from '#contract/schemas/vacancies.ts'
import type { App } from '#server/context.ts'
import { type FieldCipher, openOr } from '#server/platform/crypto/field-cipher.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Database, VacancyRow } from '#server/platform/db/schema.ts'
import { earlierThan, type Position } from '#server/platform/db/pages.ts'
import { newId, newReference } from '#server/platform/ids.ts'

const table = 'vacancies'

export interface Vacancy {
  id: string
  reference: string
  createdAt: number
  state: VacancyState
  closedAs: VacancyClosing | null
  closedAt: number | null
  changedAt: number
  /** Days YYYY-MM-DD; empty if not set. */
  postedOn: string
  openUntil: string
  version: number
  revision: number
  placed: number
  content: VacancyContent
  enquiryId: string | null
}

function agreedAt(id: string) {
  return { table, column: 'agreed_by', row: id }
}

/** Decrypts a row; the person who agreed is empty if nobody is named or it cannot be decrypted. */
function vacancyOf(cipher: FieldCipher, row: VacancyRow): Vacancy {
  const named = () => cipher.decrypt(agreedAt(row.id), row.agreed_by)
  const agreed_by = row.agreed_by === '' ? '' : openOr(named, '')
  return {
    ...{ id: row.id, reference: row.reference, createdAt: row.created_at, state: row.state },
    ...{
      closedAs: row.closed_as === '' ? null : row.closed_as,
      closedAt: row.closed_at,
      changedAt: row.changed_at,
    },
    ...{ postedOn: row.posted_on, openUntil: row.open_until, version: row.version, placed: row.placed },
    ...{ revision: Number(row.revision), enquiryId: row.enquiry_id },
    content: vacancyContent.parse({ ...(JSON.parse(row.content) as object), agreed_by }),
  }
}

function columnsOf(cipher: FieldCipher, id: string, { agreed_by, ...content }: VacancyContent) {
  return {
    content: JSON.stringify(content),
    agreed_by: agreed_by === '' ? '' : cipher.encrypt(agreedAt(id), agreed_by),
    open_until: content.open_until,
  }
}

/**
 * Returns the next value of the counter of all changes, in the caller's transaction. The row stays locked until that
 * ends, so revisions become visible in order, and a reader of those after the last one it saw misses none.
 */
export async function nextRevision(trx: Db): Promise<number> {
  const { revision } = await trx
    .insertInto('vacancy_revisions')
    .values({ id: table, revision: 1 })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({ revision: sql`vacancy_revisions.revision + 1` }),
    )
    .returning('revision')
    .executeTakeFirstOrThrow()
  return Number(revision)
}

export async function currentRevision(db: Db): Promise<number> {
  const row = await db.selectFrom('vacancy_revisions').select('revision').executeTakeFirst()
  return Number(row?.revision ?? 0)
}

/** Inserts a draft; returns its reference. */
export async function insertVacancy(
  trx: Db,
  cipher: FieldCipher,
  { content, enquiryId, now }: { content: VacancyContent; enquiryId: string | null; now: number },
): Promise<string> {
  const id = newId()
  for (;;) {
    const reference = newReference('VA')
    const inserted = await trx
      .insertInto(table)
      .values({
        ...{ id, reference, created_at: now, state: 'draft', closed_as: '', closed_at: null, posted_on: '' },
        ...{
          version: 1,
          revision: await nextRevision(trx),
          changed_at: now,
          placed: 0,
          enquiry_id: enquiryId,
        },
        ...columnsOf(cipher, id, content),
      })
      .onConflict((conflict) => conflict.column('reference').doNothing())
      .returning('reference')
      .executeTakeFirst()
    if (inserted) return inserted.reference
  }
}

export async function findVacancy(
  db: Db,
  cipher: FieldCipher,
  reference: string,
): Promise<Vacancy | undefined> {
  const row = await db.selectFrom(table).selectAll().where('reference', '=', reference).executeTakeFirst()
  return row && vacancyOf(cipher, row)
}

/** Returns the vacancy, locked against closing until the transaction ends. */
export async function holdVacancy(
  trx: Db,
  cipher: FieldCipher,
  reference: string,
): Promise<Vacancy | undefined> {
  const held = trx
    .updateTable(table)
    .set({ version: sql.ref('version') })
    .where('reference', '=', reference)
  const row = await held.returningAll().executeTakeFirst()
  return row && vacancyOf(cipher, row)
}

export function vacanciesNamed(db: Db, ids: readonly string[]) {
  return db.selectFrom(table).select(['id', 'reference']).where('id', 'in', ids).execute()
}

export type VacancyUpdate = Partial<Pick<Vacancy, 'state' | 'closedAs' | 'closedAt' | 'postedOn' | 'content'>>

/** Changes a vacancy that still has this version, and raises the version; returns whether it had. */
export async function updateVacancy(
  trx: Db,
  cipher: FieldCipher,
  { id, version }: Pick<Vacancy, 'id' | 'version'>,
  change: VacancyUpdate & { now: number },
): Promise<boolean> {
  const { now, state, closedAs, closedAt, postedOn, content } = change
  const { numUpdatedRows } = await trx
    .updateTable(table)
    .set({
      ...{ version: version + 1, revision: await nextRevision(trx), changed_at: now },
      ...(state === undefined ? {} : { state }),
      ...(closedAs === undefined ? {} : { closed_as: closedAs ?? '' }),
      ...(closedAt === undefined ? {} : { closed_at: closedAt }),
      ...(postedOn === undefined ? {} : { posted_on: postedOn }),
      ...(content === undefined ? {} : columnsOf(cipher, id, content)),
    })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Deletes a draft, which has no candidates since only published vacancies accept them; returns whether it was one. */
export async function deleteDraft(
  trx: Db,
  { id, version }: Pick<Vacancy, 'id' | 'version'>,
): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom(table)
    .where('id', '=', id)
    .where('version', '=', version)
    .where('state', '=', 'draft')
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** A vacancy closes soon if this few days are left, and is quiet after this many days without an applicant. */
const CLOSING_DAYS = 3
const QUIET_DAYS = 7
const DAY_MS = 86_400_000

/** Returns a query for published vacancies that need attention at that time. */
async function waitingFor(db: Db, waits: VacancyWait, now: number) {
  const [today, soon] = [todayInIndia(now), todayInIndia(now + CLOSING_DAYS * DAY_MS)]
  const since = now - QUIET_DAYS * DAY_MS
  const full = waits === 'full' ? await fullVacancies(db) : []
  return (e: ExpressionBuilder<Database, 'vacancies'>) => {
    const isPublished = e('state', '=', 'published')
    if (waits === 'full')
      return e.and([isPublished, e('open_until', '>=', today), e('id', 'in', ['', ...full])])
    if (waits === 'closing')
      return e.and([isPublished, e('open_until', '>=', today), e('open_until', '<=', soon)])
    const applied = e
      .selectFrom('vacancy_candidates')
      .select('vacancy_candidates.id')
      .whereRef('vacancy_id', '=', 'vacancies.id')
      .where('vacancy_candidates.created_at', '>', since)
    return e.and([isPublished, e('posted_on', '<=', todayInIndia(since)), e.not(e.exists(applied))])
  }
}

/** Returns the ids of published vacancies with all openings filled. */
async function fullVacancies(db: Db): Promise<string[]> {
  const rows = db.selectFrom(table).select(['id', 'placed', 'content']).where('state', '=', 'published')
  return (await rows.where('placed', '>', 0).execute())
    .filter(({ placed, content }) => {
      const { openings } = JSON.parse(content) as Pick<VacancyContent, 'openings'>
      return openings !== null && placed >= openings
    })
    .map(({ id }) => id)
}

export async function countWaiting(db: Db, waits: VacancyWait, now: number): Promise<number> {
  const { count } = await db
    .selectFrom(table)
    .select((e) => e.fn.countAll<number>().as('count'))
    .where(await waitingFor(db, waits, now))
    .executeTakeFirstOrThrow()
  return Number(count)
}

interface Listing {
  state: VacancyState | undefined
  /** Only those that need this attention at that time. */
  waiting?: { waits: VacancyWait; now: number } | undefined
  after: Position | undefined
  count: number
  /** Selects vacancies; all if absent. */
  fits?: ((vacancy: Vacancy) => boolean) | undefined
  /** Only those that came from this enquiry. */
  enquiryId?: string
}

/** Rows read at a time; a filter may accept few of them. */
const READ_ROWS = 500

/** Returns vacancies before a position, newest first. */
export async function listVacancies(
  db: Db,
  cipher: FieldCipher,
  { state, waiting, after, count, fits, enquiryId }: Listing,
): Promise<Vacancy[]> {
  let wanted = db.selectFrom(table).selectAll()
  if (state !== undefined) wanted = wanted.where('state', '=', state)
  if (waiting) wanted = wanted.where(await waitingFor(db, waiting.waits, waiting.now))
  if (enquiryId !== undefined) wanted = wanted.where('enquiry_id', '=', enquiryId)
  const found: Vacancy[] = []
  const most = fits ? READ_ROWS : count
  for (let from = after; ;) {
    const rest = from ? wanted.where(earlierThan(from)) : wanted
    const rows = await rest.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(most).execute()
    found.push(...rows.map((row) => vacancyOf(cipher, row)).filter((vacancy) => fits?.(vacancy) ?? true))
    from = rows.at(-1)
    if (found.length >= count || rows.length < most) return found.slice(0, count)
  }
}

/**
 * Returns the once published vacancies that changed after a revision, in order. One that cannot be read is left out
 * and logged, so that it does not hide the others.
 */
export async function vacanciesSince(
  { db, cipher, log }: Pick<App, 'db' | 'cipher' | 'log'>,
  revision: number,
): Promise<Vacancy[]> {
  const rows = await db
    .selectFrom(table)
    .selectAll()
    .where('revision', '>', revision)
    .where('posted_on', '<>', '')
    .orderBy('revision')
    .execute()
  return rows.flatMap((row) => {
    try {
      return [vacancyOf(cipher, row)]
    } catch (error) {
      log.error({ err: error, reference: row.reference }, 'a vacancy cannot be read')
      return []
    }
  })
}

/** Deletes who agreed to vacancies, by their ids or enquiries; their contents stay. Returns how many. */
export async function forgetAgreed(
  trx: Db,
  which: { ids: readonly string[] } | { enquiryIds: readonly string[] },
): Promise<number> {
  // The version is raised, so that an editor opened earlier does not bring the name back.
  const forgotten = { agreed_by: '', enquiry_id: null, version: sql<number>`version + 1` }
  const { numUpdatedRows } = await trx
    .updateTable(table)
    .set(forgotten)
    .where((e) =>
      'ids' in which ? e('id', 'in', ['', ...which.ids]) : e('enquiry_id', 'in', ['', ...which.enquiryIds]),
    )
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Reopens vacancies that a clock that was ahead closed as expired; returns them. */
export async function reopenWronglyExpired(
  trx: Db,
  { today, now }: { today: string; now: number },
): Promise<{ id: string; reference: string }[]> {
  const isWrong = (e: ExpressionBuilder<Database, 'vacancies'>) =>
    e.and([
      e('state', '=', 'closed'),
      e('closed_as', '=', 'expired'),
      e('closed_at', '>', now),
      e('open_until', '>=', today),
    ])
  if (!(await trx.selectFrom(table).select('id').where(isWrong).executeTakeFirst())) return []
  return trx
    .updateTable(table)
    .set({
      ...{ state: 'published' as const, closed_as: '' as const, closed_at: null, changed_at: now },
      version: sql`version + 1`,
      revision: await nextRevision(trx),
    })
    .where(isWrong)
    .returning(['id', 'reference'])
    .execute()
}

/** Closes published vacancies whose last day was before this one, as expired; returns them. */
export async function closeExpired(
  trx: Db,
  { today, now }: { today: string; now: number },
): Promise<{ id: string; reference: string }[]> {
  const isPassed = (e: ExpressionBuilder<Database, 'vacancies'>) =>
    e.and([e('state', '=', 'published'), e('open_until', '<', today)])
  // The counter rises only if one has passed, since every process then reads the changes.
  if (!(await trx.selectFrom(table).select('id').where(isPassed).executeTakeFirst())) return []
  return trx
    .updateTable(table)
    .set({
      ...{ state: 'closed' as const, closed_as: 'expired' as const, closed_at: now },
      changed_at: now,
      version: sql`version + 1`,
      revision: await nextRevision(trx),
    })
    .where(isPassed)
    .returning(['id', 'reference'])
    .execute()
}
