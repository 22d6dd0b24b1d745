import { existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { makeBackup } from '#server/platform/backup/make-backup.ts'
import type { KeyFolder } from '#server/platform/backup/key-folder.ts'
import type { Config } from '#server/config/config.ts'
import { createFieldCipher } from '#server/platform/crypto/field-cipher.ts'
import { optionsOf } from '#ops/args.ts'
import { audit, type Command, OpsError, UsageError } from '#ops/command.ts'
import { type OpsDeps, withDatabase } from '#ops/database.ts'
import { startProgress, tabbed } from '#ops/output.ts'

const help = `Writes everything that is stored, as of one moment, into one encrypted file. Servers may keep running.

Usage: npm run -s ops -- backup --to FILE [--no-files]

  --to FILE    the file to write, readable only by you; an existing file is not overwritten
  --no-files   rows without the stored files, if you copy the storage by other means

It needs BACKUP_KEY (openssl rand -base64 32). Each backup has its own key in BACKUP_KEYS_DIR, destroyed after 35 days:
then no copy of the backup can be decrypted. Keep a copy of that folder apart from the data and the backups, each new
copy replacing the one before (rsync --delete).

Standard output has one line: id, time, bytes and path, separated by tabs.
`

export const backupCommand: Command = {
  summary: 'writes everything that is stored into one encrypted file',
  help,
  async run(args) {
    const options = { to: { type: 'string' }, 'no-files': { type: 'boolean', default: false } } as const
    const { to, 'no-files': withoutFiles } = optionsOf('backup', args, options)
    if (to === undefined) throw new UsageError('backup needs --to FILE, the file to write')
    await withDatabase((deps) => backUp(deps, resolve(to), !withoutFiles))
  },
}

/** The folder of the backups' keys; throws `OpsError` without a BACKUP_KEY. */
export function keyFolder({ backup }: Config): KeyFolder {
  if (backup.key) return { path: backup.keysDir, cipher: createFieldCipher(backup.key) }
  throw new OpsError(
    'BACKUP_KEY is not set: generate one (openssl rand -base64 32), and keep a copy elsewhere',
  )
}

async function backUp(deps: OpsDeps, path: string, withFiles: boolean): Promise<void> {
  if (existsSync(path)) throw new OpsError(`${path} already exists`)
  const { config, db, files, clock } = deps
  const progress = startProgress()
  const source = { db, files: withFiles ? files : undefined, folder: keyFolder(config), now: clock.now() }
  const { id, createdAt } = await makeBackup({ ...source, onProgress: progress.tell }, path).catch(
    (error: unknown) => {
      const { code, syscall } = error as NodeJS.ErrnoException
      throw syscall && code
        ? new OpsError(`${path} or ${config.backup.keysDir} cannot be written (${code})`)
        : error
    },
  )
  await audit(deps, { action: 'backup', reference: id, detail: { files: withFiles } })
  const { size } = await stat(path)
  process.stdout.write(tabbed([id, new Date(createdAt).toISOString(), size, path]))
  progress.end('backed up')
}
