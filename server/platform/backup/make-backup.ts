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

/** Destroys the keys of backups past their time, and keeps beside the others who was erased; safe to do often. */
export async function maintainBackupKeys(db: Db, folder: KeyFolder, now: number): Promise<void> {
  await destroyPassedKeys(folder.path, now)
  await storeErasures(folder, await db.selectFrom('erasures').selectAll().execute(), now)
}
