import { hkdfSync } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { type BackupOpener, writeBackupFile } from '#server/platform/backup/backup-format.ts'
import { type BackupSource, makeBackup, takeSnapshot } from '#server/platform/backup/backup.ts'
import { clockJump } from '#server/platform/clock-watch.ts'
import type { BackupKey, KeyFolder } from '#server/platform/backup/key-folder.ts'
import type { Config } from '#server/config/config.ts'
import { createFieldCipher, DATA_KEY_BYTES } from '#server/platform/crypto/field-cipher.ts'
import { newId } from '#server/platform/ids.ts'
import { type Command, OpsError, optionsOf, startProgress, tabbed, UsageError } from '#ops/command.ts'
import { audit, dataKeys, type OpsData, withDatabase } from '#ops/database.ts'

const DAY_MS = 24 * 60 * 60_000

const help = `Writes everything that is stored, as of one moment, into one encrypted file. Servers may keep running.

Usage: npm run -s ops -- backup --to FILE [--no-files] [--keep DAYS]

  --to FILE    the file to write, readable only by you; an existing file is not overwritten
  --no-files   rows without the stored files, if you copy the storage by other means
  --keep DAYS  deletes older files in the same folder that end in .backup, except while deletion pauses because the clock
               jumped

It needs BACKUP_KEY (openssl rand -base64 32). Each backup has its own key in BACKUP_KEYS_DIR, destroyed after 35 days:
then no copy of the backup can be decrypted. Keep a copy of that folder apart from the data and the backups, and replace
it each time (rsync --delete). BACKUP_KEY is optional only while every provider is the sandbox and NODE_ENV is not
production: such a backup is restored with DATA_KEY alone.

Standard output has one line: id, time, bytes and path, separated by tabs.
`

export const backupCommand: Command = {
  summary: 'writes everything that is stored into one encrypted file',
  help,
  async run(args) {
    const options = {
      to: { type: 'string' },
      keep: { type: 'string' },
      'no-files': { type: 'boolean', default: false },
    } as const
    const { to, keep, 'no-files': withoutFiles } = optionsOf('backup', args, options)
    if (to === undefined) throw new UsageError('backup needs --to FILE, the file to write')
    if (keep !== undefined && !/^[1-9]\d*$/.test(keep)) throw new UsageError('--keep needs a number of days')
    await withDatabase(async (deps) => {
      await backUp(deps, resolve(to), !withoutFiles)
      if (keep !== undefined) await deleteOlder(deps, dirname(resolve(to)), Number(keep))
    })
  },
}

async function deleteOlder({ db, clock }: OpsData, folder: string, days: number): Promise<void> {
  const now = clock.now()
  if (await clockJump(db, now)) {
    process.stderr.write('No older backup was deleted: deletion pauses, because the clock jumped\n')
    return
  }
  for (const name of await readdir(folder)) {
    const file = join(folder, name)
    if (!name.endsWith('.backup') || (await stat(file)).mtimeMs > now - days * DAY_MS) continue
    await rm(file)
    process.stderr.write(`deleted, because it is older than ${days} days: ${file}\n`)
  }
}

/** Returns the folder of backup keys. Throws `OpsError` without a BACKUP_KEY. */
export function keyFolder({ backup }: Config): KeyFolder {
  if (backup.key) return { path: backup.keysDir, cipher: createFieldCipher(backup.key) }
  throw new OpsError(
    'BACKUP_KEY is not set: generate one (openssl rand -base64 32), and keep a copy elsewhere',
  )
}

const TRIAL = 'trial-'

/** Returns whether a backup was made without a BACKUP_KEY. */
export function isTrialBackup(id: string): boolean {
  return id.startsWith(TRIAL)
}

/** Returns the key of such a backup, derived from the data key and the backup's id. */
export function trialOpener(config: Config, id: string): BackupOpener {
  const key = hkdfSync('sha256', dataKeys(config).current, '', `backup ${id}`, DATA_KEY_BYTES)
  return { id, passphrase: Buffer.from(key).toString('base64url') }
}

async function makeTrialBackup(config: Config, source: Source, path: string): Promise<BackupKey> {
  const id = TRIAL + newId().slice(TRIAL.length)
  const head = { id, createdAt: source.now }
  const parts = takeSnapshot(source, head, source.onProgress)
  await writeBackupFile(path, trialOpener(config, id), parts)
  return head
}

type Source = Omit<BackupSource, 'folder'>

async function backUp(deps: OpsData, path: string, withFiles: boolean): Promise<void> {
  if (existsSync(path)) throw new OpsError(`${path} already exists`)
  const { config, db, files, clock } = deps
  const progress = startProgress()
  const isTrial = config.trying && !config.backup.key
  const source = { db, files: withFiles ? files : undefined, now: clock.now(), onProgress: progress.tell }
  const making = isTrial
    ? makeTrialBackup(config, source, path)
    : makeBackup({ ...source, folder: keyFolder(config) }, path)
  const { id, createdAt } = await making.catch((error: unknown) => {
    const { code, syscall } = error as NodeJS.ErrnoException
    throw syscall && code
      ? new OpsError(`${path} or ${config.backup.keysDir} cannot be written (${code})`)
      : error
  })
  await audit(deps, { action: 'backup', reference: id, detail: { files: withFiles } })
  const { size } = await stat(path)
  process.stdout.write(tabbed([id, new Date(createdAt).toISOString(), size, path]))
  progress.end('backed up')
  if (isTrial)
    process.stderr.write('BACKUP_KEY is not set: DATA_KEY alone decrypts this backup, at any time\n')
}
