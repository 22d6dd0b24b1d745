import type { Db } from '#server/platform/db/client.ts'

/** From the first time on, up to the second, in milliseconds. */
export interface Span {
  since: number
  until: number
}

/** Until when the last digest told; undefined before the telling began. */
export async function lastUntil(db: Db): Promise<number | undefined> {
  const row = await db
    .selectFrom('digests')
    .select((of) => of.fn.max<number | null>('until_at').as('last'))
    .executeTakeFirst()
  return row?.last ?? undefined
}

/** Notes that a digest tells until then; true for the one process that noted it. */
export async function noteDigest(trx: Db, until: number): Promise<boolean> {
  const noted = await trx
    .insertInto('digests')
    .values({ until_at: until })
    .onConflict((conflict) => conflict.column('until_at').doNothing())
    .returning('until_at')
    .executeTakeFirst()
  return noted !== undefined
}

export interface GivenUp {
  id: string
  kind: string
  failure: string
}

/** What came in and what went wrong; nothing of it is personal. */
export interface Counters {
  enquiries: number
  /** Of these, those that look like a program's work. */
  suspects: number
  applications: number
  registrations: number
  /** References of registered people whose mandate failed; the transaction of one without. */
  failed: string[]
  /** Jobs that were tried to the last. */
  givenUp: GivenUp[]
  /** Jobs that failed and are tried again. */
  retried: number
}

export async function tallyOf(db: Db, span: Span): Promise<Counters> {
  return {
    enquiries: await countIn(db, 'enquiries', span),
    suspects: await countSuspects(db, span),
    applications: await countIn(db, 'applications', span),
    registrations: await countIn(db, 'executives', span),
    failed: await failedIn(db, span),
    givenUp: await givenUpIn(db, span),
    retried: await countRetried(db),
  }
}

async function countIn(
  db: Db,
  table: 'enquiries' | 'applications' | 'executives',
  { since, until }: Span,
): Promise<number> {
  const { count } = await db
    .selectFrom(table)
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('created_at', '>=', since)
    .where('created_at', '<', until)
    .executeTakeFirstOrThrow()
  return Number(count)
}

async function countSuspects(db: Db, { since, until }: Span): Promise<number> {
  const { count } = await db
    .selectFrom('enquiries')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('created_at', '>=', since)
    .where('created_at', '<', until)
    .where('suspect', 'is not', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Those that their person was told of in that time. */
async function failedIn(db: Db, { since, until }: Span): Promise<string[]> {
  const rows = await db
    .selectFrom('mandates')
    .leftJoin('executives', 'executives.id', 'mandates.executive_id')
    .select(['transaction_id', 'reference'])
    .where('failure_told_at', '>=', since)
    .where('failure_told_at', '<', until)
    .orderBy('failure_told_at')
    .execute()
  return rows.map((row) => row.reference ?? row.transaction_id)
}

async function givenUpIn(db: Db, { since, until }: Span): Promise<GivenUp[]> {
  const rows = await db
    .selectFrom('jobs')
    .select(['id', 'kind', 'last_failure'])
    .where('status', '=', 'dead')
    .where('finished_at', '>=', since)
    .where('finished_at', '<', until)
    .orderBy('finished_at')
    .execute()
  return rows.map(({ id, kind, last_failure }) => ({ id, kind, failure: last_failure ?? 'unknown' }))
}

async function countRetried(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('jobs')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('status', '=', 'ready')
    .where('last_failure', 'is not', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}
