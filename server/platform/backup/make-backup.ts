import { watchClock } from '#server/platform/clock-watch.ts'
import { previousRun } from '#server/platform/jobs/schedule.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { FilesPort } from '#server/providers/files/port.ts'
import { writeBackupFile } from './backup-file.ts'
import {
  type BackupKey,
  destroyKey,
  destroyPassedKeys,
  storeErasures,
  type KeyFolder,
  newBackupKey,
} from './key-folder.ts'
import { takeSnapshot, type ReportProgress } from './snapshot.ts'

export interface BackupSource {
  db: Db
  /** Absent: rows alone. */
  files: FilesPort | undefined
  folder: KeyFolder
  /** Milliseconds. */
  now: number
  onProgress: ReportProgress
}

/** Writes a backup to `path` beside a running server; its key is kept before it is. Destroys keys past their time. */
export async function makeBackup(source: BackupSource, path: string): Promise<BackupKey> {
  const { db, folder, now, onProgress } = source
  await maintainBackupKeys(db, folder, now)
  const key = await newBackupKey(folder, now)
  try {
    await writeBackupFile(path, key, takeSnapshot(source, { id: key.id, createdAt: now }, onProgress))
  } catch (error) {
    await destroyKey(folder.path, key.id)
    throw error
  }
  return key
}

/** The scheduled task by whose daily runs data is due; keys of backups are destroyed as the data is. */
export const DAILY_TASK = 'retention'

/**
 * Destroys the keys of backups that were past their time at the last two daily runs, unless the clock has jumped, and keeps
 * beside the others who was erased; safe to do often.
 */
export async function maintainBackupKeys(db: Db, folder: KeyFolder, now: number): Promise<void> {
  const jump = await watchClock(db, now)
  const dueAt = jump ? 0 : Math.min(now, await previousRun(db, DAILY_TASK))
  await destroyPassedKeys(folder.path, dueAt)
  await keepErasures(db, folder, dueAt)
}

/** Keeps beside the keys who was erased, until `dueAt` (milliseconds) is past what a backup may need of them. */
export async function keepErasures(db: Db, folder: KeyFolder, dueAt = 0): Promise<void> {
  await storeErasures(folder, await db.selectFrom('erasures').selectAll().execute(), dueAt)
}
