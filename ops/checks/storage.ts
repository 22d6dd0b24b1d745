import { rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { counted } from '#contract/messages/languages.ts'
import { listBackupKeys } from '#server/platform/backup/key-folder.ts'
import type { Config } from '#server/config/config.ts'
import { clockJump, PAUSE_MS } from '#server/platform/clock-watch.ts'
import { keyRows, keyStateOf } from '#server/platform/crypto/key-check.ts'
import { migrationNames, migrationsOf } from '#server/platform/db/migrate.ts'
import { freshBytes, newId } from '#server/platform/ids.ts'
import { dataKeys, type OpsData } from '#ops/database.ts'
import { type CheckResult, DAY_MS, daysUntil, fail, ok, runCheck, warn } from './check.ts'

/** Used share of the disk. From `warn` on, uploads are refused (docs/security.md, T18). */
const DISK = { warn: 0.85, fail: 0.95 }
const OUTBOX_MS = { warn: 5 * 60_000, fail: 60 * 60_000 }
const KEY_MS = 365 * DAY_MS
const BACKUP_MS = { warn: 26 * 3_600_000, fail: 7 * DAY_MS }

/** Checks the database, the file storage and the waiting jobs. */
export function storageChecks(deps: OpsData, now: number): Promise<CheckResult>[] {
  return [
    runCheck('database', () => database(deps)),
    runCheck('migrations', () => migrations(deps)),
    runCheck('durability', () => durability(deps)),
    runCheck('database rights', () => rights(deps)),
    runCheck('data key', () => dataKey(deps, now)),
    runCheck('storage', () => storage(deps)),
    runCheck('outbox', () => outbox(deps, now)),
    runCheck('deletion', () => deletion(deps, deps.clock.now())),
  ]
}

async function database({ db, config }: OpsData) {
  await sql`select 1`.execute(db)
  return ok(config.databaseUrl === undefined ? 'SQLite answers' : 'PostgreSQL answers')
}

async function migrations({ db }: OpsData) {
  const applied = await migrationsOf(db)
  const missing = migrationNames.filter((name) => !applied.includes(name))
  return missing.length === 0
    ? ok(`up to ${applied.at(-1) ?? 'nothing'}`)
    : fail(`${missing.join(', ')} missing: start the server of this version`)
}

/** Checks that committed writes survive a power cut. */
async function durability({ db, config }: OpsData) {
  if (config.databaseUrl === undefined) {
    const { rows } = await sql<{ journal_mode: string }>`pragma journal_mode`.execute(db)
    const mode = rows[0]?.journal_mode ?? 'unknown'
    return mode === 'wal'
      ? ok('write-ahead log, synced at each commit')
      : fail(`the journal is ${mode}, not wal`)
  }
  const { rows } = await sql<{ name: string; setting: string }>`
    select name, setting from pg_settings where name in ('fsync', 'synchronous_commit')`.execute(db)
  const off = rows.filter(({ setting }) => setting === 'off').map(({ name }) => name)
  return off.length === 0
    ? ok('synced at each commit')
    : fail(`${off.join(' and ')} is off: a power cut loses data`)
}

/** Checks that the database account has only the rights it needs. */
async function rights({ db, config }: OpsData) {
  if (config.databaseUrl === undefined) return ok('a file of this user')
  const { rows } = await sql<{ name: string }>`
    select each.name from pg_roles, lateral (values
      ('superuser', rolsuper), ('createrole', rolcreaterole), ('createdb', rolcreatedb),
      ('replication', rolreplication), ('bypassrls', rolbypassrls)) as each(name, held)
    where rolname = current_user and each.held`.execute(db)
  const held = rows.map(({ name }) => name).join(', ')
  return held === '' ? ok('only its own tables') : warn(`more than it needs: ${held} (docs/deploy.md)`)
}

async function dataKey({ db, config }: OpsData, now: number) {
  const rows = await keyRows(db)
  const standing = keyStateOf(rows, dataKeys(config))
  if (standing === 'wrong') return fail('DATA_KEY is not the key of this database')
  if (standing === 'unfinished') return fail('DATA_KEY_PREVIOUS is missing: rotate-key has not finished')
  if (rows.length > 1 || standing !== 'right') return warn('a rotation is in progress: run rotate-key')
  const since = rows[0]?.since
  if (since === undefined) return ok('the right one, of an unknown age')
  const detail = `the right one, for ${counted(daysUntil(now, since), 'day')}`
  return now - since > KEY_MS ? warn(`${detail}: rotate it once a year`) : ok(detail)
}

/** Writes, reads and deletes a small file. */
export async function storage({ files }: Pick<OpsData, 'files'>) {
  const id = newId()
  const bytes = freshBytes(64)
  await files.put(id, bytes)
  const found: Uint8Array[] = []
  try {
    for await (const piece of (await files.get(id)) ?? []) found.push(piece)
  } finally {
    await files.remove(id)
  }
  return Buffer.concat(found).equals(bytes) ? ok('written, read and deleted') : fail('it returns other bytes')
}

async function outbox({ db }: OpsData, now: number) {
  const { dead } = await db
    .selectFrom('jobs')
    .select((of) => of.fn.countAll<number>().as('dead'))
    .where('status', '=', 'dead')
    .executeTakeFirstOrThrow()
  const { oldest } = await db
    .selectFrom('jobs')
    .select((of) => of.fn.min('run_at').as('oldest'))
    .where('status', '=', 'ready')
    .where('run_at', '<=', now)
    .executeTakeFirstOrThrow()
  const age = oldest === null ? 0 : now - Number(oldest)
  const detail = `${Number(dead)} dead, the oldest due job waits ${Math.round(age / 60_000)} min`
  if (age > OUTBOX_MS.fail) return fail(`${detail}: no server runs them`)
  return Number(dead) > 0 || age > OUTBOX_MS.warn ? warn(detail) : ok(detail)
}

/** Checks whether expired data is deleted or deletion pauses. */
async function deletion({ db }: OpsData, now: number) {
  const jump = await clockJump(db, now)
  if (!jump) return ok('goes on: the clock has not jumped')
  const [from, to, until] = [jump.from, jump.to, jump.to + PAUSE_MS].map((at) => new Date(at).toISOString())
  return warn(
    `pauses until ${until}: the clock jumped from ${from} to ${to}; an owner can end the pause at the desk, Privacy`,
  )
}

export function diskCheck({ dataDir }: Config): Promise<CheckResult> {
  return runCheck('disk', async () => {
    const { blocks, bavail, bsize } = await statfs(dataDir)
    const used = 1 - bavail / blocks
    const detail = `${Math.round(used * 100)} % used, ${((bavail * bsize) / 1e9).toFixed(1)} GB free`
    if (used > DISK.fail) return fail(detail)
    return used > DISK.warn ? warn(detail) : ok(detail)
  })
}

/** Checks the age of the newest backup and that the folder of keys is writable, as every erasure requires. */
export function backupCheck({ backup }: Config, now: number): Promise<CheckResult> {
  return runCheck('backups', async () => {
    if (!backup.key) return warn('BACKUP_KEY is not set: no backups are made')
    const [newest] = await listBackupKeys(backup.keysDir)
    if (!newest) return fail('no backup was made')
    const probe = join(backup.keysDir, '.written-by-doctor')
    const refused = await writeFile(probe, '').catch((error: NodeJS.ErrnoException) => error.code)
    if (refused !== undefined) {
      return fail(
        `BACKUP_KEYS_DIR cannot be written (${refused}): a restore would bring back whom you erased`,
      )
    }
    await rm(probe)
    const age = now - newest.createdAt
    const detail = `the newest is ${counted(Math.round(age / 3_600_000), 'hour')} old`
    if (age > BACKUP_MS.fail) return fail(detail)
    return age > BACKUP_MS.warn ? warn(detail) : ok(detail)
  })
}
