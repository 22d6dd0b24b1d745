import { existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { appendAudit, operatorActor } from '#server/platform/audit/log.ts'
import { makeBackup } from '#server/platform/backup/make-backup.ts'
import type { KeyFolder } from '#server/platform/backup/key-folder.ts'
import type { Config } from '#server/config/config.ts'
import { createFieldCipher } from '#server/platform/crypto/field-cipher.ts'
import { type Command, OpsError, UsageError } from '#ops/command.ts'
import { type Kept, withDatabase } from '#ops/database.ts'
import { startProgress } from '#ops/output.ts'

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
  async run(words) {
    const { path, withFiles } = understand(words)
    await withDatabase((kept) => backUp(kept, path, withFiles))
  },
}

/** Where backups' keys are; throws `OpsError` without a BACKUP_KEY. */
export function keyFolder({ backup }: Config): KeyFolder {
  if (backup.key) return { path: backup.keysDir, cipher: createFieldCipher(backup.key) }
  throw new OpsError(
    'BACKUP_KEY is not set: generate one (openssl rand -base64 32), and keep a copy elsewhere',
  )
}

async function backUp({ config, db, cipher, files }: Kept, path: string, withFiles: boolean): Promise<void> {
  if (existsSync(path)) throw new OpsError(`${path} already exists`)
  const progress = startProgress()
  const source = { db, files: withFiles ? files : undefined, folder: keyFolder(config), now: Date.now() }
  const { id, createdAt } = await makeBackup({ ...source, onProgress: progress.tell }, path).catch(
    (error: unknown) => {
      const { code, syscall } = error as NodeJS.ErrnoException
      throw syscall && code
        ? new OpsError(`${path} or ${config.backup.keysDir} cannot be written (${code})`)
        : error
    },
  )
  await appendAudit(
    db,
    { action: 'backup', reference: id, actor: operatorActor(cipher), detail: { files: withFiles } },
    Date.now(),
  )
  const { size } = await stat(path)
  process.stdout.write(`${[id, new Date(createdAt).toISOString(), size, path].join('\t')}\n`)
  progress.end('backed up')
}

function understand(words: string[]): { path: string; withFiles: boolean } {
  const { to, 'no-files': without } = parsed(words)
  if (to === undefined) throw new UsageError('backup needs --to FILE, the file to write')
  return { path: resolve(to), withFiles: !without }
}

function parsed(words: string[]) {
  try {
    const options = { to: { type: 'string' }, 'no-files': { type: 'boolean', default: false } } as const
    return parseArgs({ args: words, options }).values
  } catch (error) {
    const [sentence] = String((error as Error).message).split('. ')
    throw new UsageError(`${sentence}; npm run -s ops -- backup --help lists the options`)
  }
}
