import { statfs } from 'node:fs/promises'
import { Gauge, type Registry } from 'prom-client'
import type { DatabaseHandle, Db } from '#server/platform/db/client.ts'
import { countUnfinished } from '#server/platform/jobs/store.ts'
import type { Breaker } from '#server/platform/http-client/circuit-breaker.ts'
import type { Clock } from '#server/platform/clock.ts'
import { sql } from 'kysely'
import type { MandateStatus } from '#contract/schemas/mandates.ts'

/** What is read whenever the metrics are requested. */
export interface Watched {
  database: Pick<DatabaseHandle, 'db' | 'pool'>
  breakers: readonly Breaker[]
  clock: Clock
  dataDir: string
}

/** What takes longer gives no figure: while the database hangs the others are wanted all the more. */
const LIMIT_MS = 2000
/** How long a count of whole tables is kept. */
const KEPT_MS = 60_000

/** Adds the gauges that are read when the metrics are requested. */
export function watch(registry: Registry, watched: Watched): void {
  const gauge: MakeGauge = ({ name, help, labels = [] }, read) => {
    new Gauge({
      name,
      help,
      labelNames: labels,
      registers: [registry],
      async collect() {
        this.reset()
        await inTime(async () => read(this))
      },
    })
  }
  watchJobs(gauge, watched)
  watchBusiness(gauge, watched)
  watchProcess(gauge, watched)
}

type MakeGauge = <Label extends string>(
  about: { name: string; help: string; labels?: Label[] },
  read: (gauge: Gauge<Label>) => void | Promise<void>,
) => void

async function inTime(work: () => Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, LIMIT_MS)))
  await Promise.race([work().catch(() => undefined), late])
  clearTimeout(timer)
}

function watchJobs(gauge: MakeGauge, { database, clock }: Watched): void {
  // Both figures of one reading come from the same look.
  const unfinished = cachedFor(1000, () => countUnfinished(database.db))
  gauge(
    {
      name: 'outbox_jobs',
      help: 'Jobs that wait (ready) or were given up (dead), at most 10000 of each counted',
      labels: ['kind', 'status'],
    },
    async (of) => {
      for (const { kind, status, count } of await unfinished()) of.set({ kind, status }, count)
    },
  )
  gauge(
    {
      name: 'outbox_oldest_seconds',
      help: 'How long ago the oldest waiting job was enqueued',
      labels: ['kind'],
    },
    async (of) => {
      for (const { kind, status, oldest } of await unfinished()) {
        if (status === 'ready') of.set({ kind }, Math.max(0, (clock.now() - oldest) / 1000))
      }
    },
  )
}

function watchBusiness(gauge: MakeGauge, { database: { db } }: Watched): void {
  const mandates = cachedFor(KEPT_MS, () => countMandates(db))
  gauge({ name: 'mandates', help: 'Mandates by status', labels: ['status'] }, async (of) => {
    for (const { status, count } of await mandates()) of.set({ status }, count)
  })
  gauge({ name: 'agreements_waiting', help: 'Agreements accepted and not signed yet' }, async (of) =>
    of.set(await countWaitingAgreements(db)),
  )
  gauge(
    { name: 'backup_last_success_timestamp_seconds', help: 'When the last backup was made; 0: never' },
    async (of) => {
      const at = await lastBackupAt(db)
      if (at !== undefined) of.set(at / 1000)
    },
  )
}

function watchProcess(gauge: MakeGauge, { breakers, database, dataDir }: Watched): void {
  gauge(
    {
      name: 'provider_breaker_state',
      help: 'The circuit breaker of a provider: closed, open, or probing with one call',
      labels: ['provider', 'state'],
    },
    (of) => {
      for (const { provider, state: standing } of breakers) {
        const now = standing()
        for (const state of ['closed', 'open', 'probing'] as const)
          of.set({ provider, state }, state === now ? 1 : 0)
      }
    },
  )
  gauge(
    {
      name: 'db_pool_connections',
      help: 'Connections to PostgreSQL by what they do, and callers that wait for one',
      labels: ['state'],
    },
    (of) => {
      const pool = database.pool?.()
      for (const [state, count] of Object.entries(pool ?? {})) of.set({ state }, count)
    },
  )
  const disk = cachedFor(1000, () => statfs(dataDir))
  gauge({ name: 'data_disk_free_bytes', help: 'Bytes free on the disk of DATA_DIR' }, async (of) => {
    const { bavail, bsize } = await disk()
    of.set(bavail * bsize)
  })
  gauge({ name: 'data_disk_size_bytes', help: 'Bytes of the disk of DATA_DIR' }, async (of) => {
    const { blocks, bsize } = await disk()
    of.set(blocks * bsize)
  })
}

/** Reads again when the last reading is so old; what fails is read again by the next. */
function cachedFor<Value>(ms: number, read: () => Promise<Value>): () => Promise<Value> {
  let known: { value: Promise<Value>; until: number } | undefined
  return () => {
    if (!known || performance.now() >= known.until) {
      const value = read()
      known = { value, until: performance.now() + ms }
      value.catch(() => (known = undefined))
    }
    return known.value
  }
}

/** How many mandates stand in each status. */
function countMandates(db: Db): Promise<{ status: MandateStatus; count: number }[]> {
  return db
    .selectFrom('mandates')
    .select(['status', (e) => e.cast<number>(e.fn.countAll(), 'integer').as('count')])
    .groupBy('status')
    .execute()
}

/** How many agreements are accepted and not signed. */
async function countWaitingAgreements(db: Db): Promise<number> {
  const row = await db
    .selectFrom('agreements')
    .select((e) => e.cast<number>(e.fn.countAll(), 'integer').as('count'))
    .where('accepted_at', 'is not', null)
    .where('signed_file', 'is', null)
    .executeTakeFirstOrThrow()
  return row.count
}

/** Said in the statement itself: as a parameter SQLite would not know that its index holds these alone. */
const backup = sql.lit('backup')

/** When the last backup was made, in milliseconds; undefined before the first. */
async function lastBackupAt(db: Db): Promise<number | undefined> {
  const row = await db
    .selectFrom('audit_log')
    .select('at')
    .where('action', '=', backup)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.at
}
