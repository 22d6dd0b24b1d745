import { counted } from '#contract/messages/languages.ts'
import {
  type DataKeys,
  finishRotation,
  type KeyState,
  registerKeys,
} from '#server/platform/crypto/key-check.ts'
import { rotateFiles, rotateRows } from '#server/platform/crypto/rotate.ts'
import { encryptedPrefix } from '#server/platform/crypto/field-cipher.ts'
import { type Command, OpsError, optionsOf, type Progress, startProgress, writeCounts } from '#ops/command.ts'
import { audit, dataKeys, type OpsData, withDatabase } from '#ops/database.ts'

const help = `Re-encrypts, with the current data key, everything encrypted with the previous key. Servers may keep running.

Usage: npm run -s ops -- rotate-key [--dry-run]

  --dry-run   counts what is left and changes nothing

1. Generate a key (openssl rand -base64 32), set it as DATA_KEY, and the current one as DATA_KEY_PREVIOUS.
   Several servers: first start each with the current DATA_KEY and the new key as DATA_KEY_PREVIOUS, so that all can
   decrypt with it; then swap the two.
2. Restart the servers, then run this command. After an interruption, run it again; it continues.
3. When it says so, remove DATA_KEY_PREVIOUS from the settings (and data.key from DATA_DIR, if that was the key).

Earlier backups need the previous key: keep it for 35 days, together with BACKUP_KEY.
Standard output has one line for the rows and one for the files: how many were re-encrypted, or are left with --dry-run.
`

export const rotateKeyCommand: Command = {
  summary: 're-encrypts everything after DATA_KEY was changed',
  help,
  async run(args) {
    const options = { 'dry-run': { type: 'boolean', default: false } } as const
    const { 'dry-run': dryRun } = optionsOf('rotate-key', args, options)
    await withDatabase(async (deps) => {
      if (dryRun) return writeCounts((await rotateOnce(deps, true)).counts)
      const progress = startProgress()
      const counts = await rotateAll(deps, progress.tell)
      progress.end('re-encrypted')
      writeCounts(counts)
      process.stderr.write(
        'Nothing is encrypted with the previous key any more: remove DATA_KEY_PREVIOUS from the settings\n',
      )
    })
  },
}

/** Re-encrypts everything that the previous key encrypted, or only counts it. */
async function rotateOnce(deps: OpsData, dryRun: boolean, tell: Progress['tell'] = () => undefined) {
  const rotation = { ...deps, dryRun, oldPrefix: previousPrefix(dataKeys(deps.config)) }
  const rows = await rotateRows(rotation, tell)
  const files = await rotateFiles(rotation, tell)
  const unreadable = [...rows.unreadable, ...files.unreadable]
  return { counts: { rows: rows.count, files: files.count }, unreadable }
}

/** Re-encrypts everything and removes the previous key. Throws `OpsError` while something still needs that key. */
export async function rotateAll(
  deps: OpsData,
  tell: Progress['tell'],
): Promise<{ rows: number; files: number }> {
  const { config, db, clock } = deps
  const keys = dataKeys(config)
  previousPrefix(keys)
  refuseUnfit(await registerKeys(db, keys, clock.now()))
  const { counts, unreadable } = await rotateOnce(deps, false, tell)
  if (unreadable.length > 0) {
    throw new OpsError(
      `Altered, so that no key decrypts them: ${unreadable.join(', ')}. Erase or restore them, then run this again`,
    )
  }
  const { counts: left } = await rotateOnce(deps, true)
  if (left.rows + left.files > 0) {
    throw new OpsError(
      `${counted(left.rows, 'row')} and ${counted(left.files, 'file')} were encrypted with the previous key meanwhile: start every server with the new DATA_KEY, then run this again`,
    )
  }
  await finishRotation(db)
  await audit(deps, { action: 'key_rotation', counts })
  return counts
}

function previousPrefix({ previous, current }: DataKeys): string {
  if (!previous) {
    throw new OpsError(
      'DATA_KEY_PREVIOUS is not set: generate a new DATA_KEY, set the current one as DATA_KEY_PREVIOUS, and restart the servers',
    )
  }
  if (Buffer.from(previous).equals(current)) throw new OpsError('DATA_KEY and DATA_KEY_PREVIOUS are the same')
  return encryptedPrefix(previous)
}

function refuseUnfit(standing: KeyState): void {
  if (standing === 'wrong')
    throw new OpsError('Neither DATA_KEY nor DATA_KEY_PREVIOUS is the key of this database')
  if (standing === 'behind') {
    throw new OpsError(
      'DATA_KEY is the previous key and DATA_KEY_PREVIOUS the new one: swap them, here and in every server',
    )
  }
  if (standing === 'unfinished') {
    throw new OpsError(
      'The previous rotation was not finished: first set DATA_KEY_PREVIOUS to the key before it',
    )
  }
}
