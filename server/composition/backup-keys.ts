import { existsSync } from 'node:fs'
import { maintainBackupKeys } from '#server/platform/backup/make-backup.ts'
import type { Config } from '#server/config/config.ts'
import type { Db } from '#server/platform/db/client.ts'
import { repeat } from '#server/platform/jobs/schedule.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Log } from '#server/platform/observability/log.ts'
import { createFieldCipher } from '#server/platform/crypto/field-cipher.ts'

const EVERY_MS = 10 * 60_000

/**
 * Destroys the keys of backups past their time, and notes beside the others who was erased, on the machine that has
 * them; so a restore erases them again though this database is lost.
 */
export function scheduleBackupKeys(
  { backup }: Pick<Config, 'backup'>,
  { db, clock, log }: { db: Db; clock: Clock; log: Log },
): { close(): void } {
  const { key, keysDir } = backup
  if (!key) return { close: () => undefined }
  const folder = { path: keysDir, cipher: createFieldCipher(key) }
  const work = async () => {
    if (existsSync(keysDir)) await maintainBackupKeys(db, folder, clock.now())
  }
  return repeat(EVERY_MS, work, log)
}
