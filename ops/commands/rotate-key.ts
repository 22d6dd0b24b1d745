import { parseArgs } from 'node:util'
import { appendAudit, operatorActor } from '#server/platform/audit/log.ts'
import {
  type DataKeys,
  finishRotation,
  type KeyStanding,
  takeKeys,
} from '#server/platform/crypto/key-check.ts'
import { countOldFiles, rotateFiles } from '#server/platform/crypto/rotate-files.ts'
import { countOldRows, rotateRows } from '#server/platform/crypto/rotate-rows.ts'
import { encryptedPrefix } from '#server/platform/crypto/field-cipher.ts'
import { type Command, OpsError, UsageError } from '#ops/command.ts'
import { dataKeys, type Kept, withDatabase } from '#ops/database.ts'
import { type Progress, startProgress } from '#ops/progress.ts'

const help = `Seals anew, with the data key of today, everything that the key before sealed, beside running servers.

Usage: npm run -s ops -- rotate-key [--dry-run]

  --dry-run   counts what is left and changes nothing

1. Make a key (openssl rand -base64 32), set it as DATA_KEY and the one until now as DATA_KEY_PREVIOUS.
   Several servers: first start each with DATA_KEY as it is and the new key as DATA_KEY_PREVIOUS, so that all can
   read it; then exchange the two.
2. Start the servers again, then give this command. Cut off, it goes on where it was when given again.
3. When it says so, remove DATA_KEY_PREVIOUS from the settings (and data.key from DATA_DIR, where that was the key).

Backups made before open with the key before: keep that for 35 days where BACKUP_KEY is kept.
Standard output has a line for the rows and one for the files: how many were sealed anew, or are left with --dry-run.
`

export const rotateKeyCommand: Command = {
  summary: 'seals everything anew after DATA_KEY was changed',
  help,
  async run(words) {
    const dryRun = understand(words)
    await withDatabase((kept) => rotate(kept, dryRun))
  },
}

async function rotate(kept: Kept, dryRun: boolean): Promise<void> {
  if (dryRun) {
    const left = await countOld(kept)
    say('rows', left.rows)
    say('files', left.files)
    return
  }
  const progress = startProgress()
  const { rows, files } = await rotateAll(kept, progress.tell)
  progress.end('sealed anew')
  say('rows', rows)
  say('files', files)
  process.stderr.write('Nothing is left under the key before: DATA_KEY_PREVIOUS can go from the settings\n')
}

/** How many rows and files the key before encrypted. */
export async function countOld({ config, db, files }: Kept): Promise<{ rows: number; files: number }> {
  const rotation = { db, files, oldPrefix: previousPrefix(dataKeys(config)) }
  return { rows: await countOldRows(rotation), files: await countOldFiles(rotation) }
}

/** Encrypts everything anew and lets go of the key before; throws `OpsError` while something of it is left. */
export async function rotateAll(
  kept: Kept,
  tell: Progress['tell'],
): Promise<{ rows: number; files: number }> {
  const { config, db, cipher, files } = kept
  const keys = dataKeys(config)
  const rotation = { db, cipher, files, oldPrefix: previousPrefix(keys) }
  refuseOther(await takeKeys(db, keys, Date.now()))
  const rows = await rotateRows(rotation, tell)
  const stored = await rotateFiles(rotation, tell)
  const unreadable = [...rows.unreadable, ...stored.unreadable]
  if (unreadable.length > 0) {
    throw new OpsError(
      `Altered, so that no key opens them: ${unreadable.join(', ')}. Erase or restore them, then try again`,
    )
  }
  const left = await countOld(kept)
  if (left.rows + left.files > 0) {
    throw new OpsError(
      `${left.rows} rows and ${left.files} files were sealed with the key before meanwhile: start every server with the new DATA_KEY, then try again`,
    )
  }
  await finishRotation(db)
  const detail = { rows: rows.changed, files: stored.changed }
  await appendAudit(db, { action: 'key_rotation', actor: operatorActor(cipher), detail }, Date.now())
  return detail
}

function say(what: string, count: number): void {
  process.stdout.write(`${what}\t${count}\n`)
}

function previousPrefix({ previous, current }: DataKeys): string {
  if (!previous) {
    throw new OpsError(
      'DATA_KEY_PREVIOUS is not set: make a new DATA_KEY, set the one until now as DATA_KEY_PREVIOUS, start the servers again',
    )
  }
  if (Buffer.from(previous).equals(current)) throw new OpsError('DATA_KEY and DATA_KEY_PREVIOUS are the same')
  return encryptedPrefix(previous)
}

function refuseOther(standing: KeyStanding): void {
  if (standing === 'wrong')
    throw new OpsError('Neither DATA_KEY nor DATA_KEY_PREVIOUS is the key of this database')
  if (standing === 'behind') {
    throw new OpsError(
      'DATA_KEY is the key before and DATA_KEY_PREVIOUS the new one: exchange them, here and in every server',
    )
  }
  if (standing === 'unfinished') {
    throw new OpsError(
      'The change of the key before this one was not finished: set DATA_KEY_PREVIOUS to that first',
    )
  }
}

function understand(words: string[]): boolean {
  try {
    const options = { 'dry-run': { type: 'boolean', default: false } } as const
    return parseArgs({ args: words, options }).values['dry-run']
  } catch (error) {
    const [sentence] = String((error as Error).message).split('. ')
    throw new UsageError(`${sentence}; npm run -s ops -- rotate-key --help says what there is`)
  }
}
