import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { counted } from '#contract/messages/languages.ts'
import { appendAudit, operatorActor } from '#server/platform/audit/log.ts'
import {
  backupIdOf,
  readBackupFile,
  checkBackup,
  type CheckedBackup,
  BackupFault,
} from '#server/platform/backup/backup-format.ts'
import { backupOpener, readErasures } from '#server/platform/backup/key-folder.ts'
import { type ReportProgress, firstFilledTable, restoreBackup } from '#server/platform/backup/backup.ts'
import type { Config } from '#server/config/config.ts'
import { type Db, openDatabase } from '#server/platform/db/client.ts'
import { openFieldCipher, keyStateOf } from '#server/platform/crypto/key-check.ts'
import { refuseOtherDatabase, refuseOtherFolder, unknownMigrations } from '#server/platform/db/migrate.ts'
import { lockDataFolder, openDataFolder } from '#server/platform/data-folder.ts'
import { createFiles } from '#server/open-providers.ts'
import type { FilesPort } from '#server/providers/files/port.ts'
import { applyErasures } from '#server/features/privacy/erasure-store.ts'
import { listPeople, type PersonListed } from '#server/features/staff/access/people-store.ts'
import { isTrialBackup, keyFolder, trialOpener } from './backup.ts'
import { argumentOf, type Command, OpsError, startProgress, tabbed, writeCounts } from '#ops/command.ts'
import { dataKeys, withSettings } from '#ops/database.ts'

const help = `Restores a backup into an empty database and storage, of either engine. No server may be running on them.

Usage: npm run -s ops -- restore FILE [--dry-run]

  FILE        a file written by the backup command; it is read to its end and checked before anything is written
  --dry-run   reads, checks and counts it, and writes nothing

It needs the BACKUP_KEY, the DATA_KEY and the BACKUP_KEYS_DIR (or its copy) of that time. Whoever was erased since the
backup is erased again. A backup made without a BACKUP_KEY needs only the DATA_KEY; then nobody is erased again.
The staff accounts, roles and passkeys are as of the backup. All sessions and enrolment links end, and standard error
lists who may sign in, so that you can disable people again. Standard output has one line per table and one for the
files: name and count, separated by a tab.
`

const options = {
  'dry-run': { type: 'boolean', default: false },
} as const

export const restoreCommand: Command = {
  summary: 'restores a backup into an empty database and storage',
  help,
  async run(args) {
    const { argument, values } = argumentOf('restore', args, { what: 'one FILE', options })
    const write = !values['dry-run']
    const progress = startProgress()
    const { head, end, active } = await withSettings((config) =>
      restoreFile(config, resolve(argument), { write, now: Date.now(), tell: progress.tell }),
    )
    for (const [table, { count }] of Object.entries(end.tables)) writeCounts({ [table]: count })
    writeCounts({ files: end.files.count })
    if (end.files.gone > 0) {
      process.stderr.write(
        `Deleted during the backup and therefore not in it: ${counted(end.files.gone, 'file')}\n`,
      )
    }
    const made = new Date(head.createdAt).toISOString()
    if (write) {
      progress.end(`restored as of ${made}`)
      notifyStaff(active, made)
    } else
      process.stderr.write(
        `The backup of ${made} is complete and can be decrypted with these keys; nothing was written\n`,
      )
  },
}

function notifyStaff(active: readonly PersonListed[], made: string): void {
  if (active.length === 0) return
  process.stderr.write(
    `The people of the staff desk, their roles and their passkeys are as of ${made}: whoever was disabled and every passkey that was removed since then is back.
All sessions and enrolment links of the desk have ended. These may sign in, with the number of their passkeys:
`,
  )
  for (const { email, name, role, passkeys } of active) {
    process.stderr.write(tabbed([email, name, role, passkeys]))
  }
  process.stderr.write(
    'Before you start the server, disable again whoever has left or lost a device: npm run -s ops -- staff disable --email X\n',
  )
}

interface RestoreOptions {
  /** Whether to restore; otherwise the backup is only read and checked. */
  write: boolean
  /** Milliseconds. */
  now: number
  tell: ReportProgress
}

/**
 * Checks a whole backup and, with `write`, restores it into the configured empty database and storage. `active` lists
 * who may then sign in at the desk.
 */
export async function restoreFile(
  config: Config,
  path: string,
  { write, now, tell }: RestoreOptions,
): Promise<CheckedBackup & { active: PersonListed[] }> {
  if (!existsSync(path)) throw new OpsError(`There is no file ${path}`)
  const id = await backupIdOf(path)
  const { key, erasures } = await keysOf(config, id, now)
  const checked = await checkBackup(readBackupFile(path, key)).catch((error: unknown) => {
    if (!isTrialBackup(id) || !(error instanceof BackupFault)) throw error
    throw new OpsError(
      `DATA_KEY is not the key that ${path} was made with, or the file was altered or is incomplete`,
    )
  })
  refuseUnfit(config, checked)
  if (!write) return { ...checked, active: [] }
  const active = await withEmptyPlace(config, async ({ db, files }) => {
    await restoreBackup({ db, files, onProgress: tell }, checked, readBackupFile(path, key))
    const cipher = await openFieldCipher(db, dataKeys(config))
    const clock = { now: () => now }
    const erased = await applyErasures({ db, cipher, files, clock }, erasures)
    const people = await listPeople({ db, cipher }, now)
    const mayCome = people.filter(({ disabled_at, passkeys }) => disabled_at === null && passkeys > 0)
    const detail = {
      backup_at: new Date(checked.head.createdAt).toISOString(),
      erased,
      active_staff: mayCome.length,
      ended_staff_sessions: checked.end.tables['staff_sessions']?.count ?? 0,
    }
    await appendAudit(db, { action: 'restore', reference: id, actor: operatorActor(cipher), detail }, now)
    return mayCome
  })
  return { ...checked, active }
}

/** Returns the key of a backup and who was erased since. */
async function keysOf(config: Config, id: string, now: number) {
  if (isTrialBackup(id)) return { key: trialOpener(config, id), erasures: [] }
  const folder = keyFolder(config)
  return { key: await backupOpener(folder, id, now), erasures: await readErasures(folder) }
}

function refuseUnfit(config: Config, { head, keys }: CheckedBackup): void {
  if (unknownMigrations(head.migrations).length > 0)
    throw new OpsError('The backup was made by another version of this product: restore it with that version')
  const standing = keyStateOf(keys, dataKeys(config))
  if (standing === 'wrong') {
    throw new OpsError(
      'DATA_KEY is not the key of this backup, so its data could not be decrypted: set the DATA_KEY of that time',
    )
  }
  if (standing === 'unfinished') {
    throw new OpsError(
      'The backup was made during a key rotation: also set DATA_KEY_PREVIOUS to the previous key',
    )
  }
}

/** Runs `work` on the database and storage while no server can use them. Throws `OpsError` if they are not empty. */
async function withEmptyPlace<Result>(
  config: Config,
  work: (place: { db: Db; files: FilesPort }) => Promise<Result>,
): Promise<Result> {
  refuseOtherFolder(config.dataDir)
  openDataFolder(config.dataDir)
  const lock = lockDataFolder(config.dataDir)
  const database = openDatabase(config)
  try {
    await refuseOtherDatabase(database.db)
    const filled = await firstFilledTable(database.db)
    if (filled !== undefined) {
      throw new OpsError(
        `The database is not empty (${filled}): a backup can only be restored into an empty one`,
      )
    }
    return await work({ db: database.db, files: createFiles(config) })
  } finally {
    await database.close()
    lock.release()
  }
}
