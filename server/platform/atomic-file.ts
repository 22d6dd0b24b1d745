import { open, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Writes a file (0600) that has its name only once it is whole; resolves when both are on disk. Until then it is `part`. */
export async function writeWhole(path: string, content: string | Buffer, part: string): Promise<void> {
  try {
    await writeFile(part, content, { mode: 0o600, flush: true })
    await rename(part, path)
  } catch (error) {
    await rm(part, { force: true }).catch(() => undefined)
    throw error
  }
  await syncFolder(dirname(path))
}

/** A new name is on disk only once its folder is. */
export async function syncFolder(path: string): Promise<void> {
  await using folder = await open(path, 'r')
  await folder.sync()
}

/** Whether a write failed because the disk, or what its owner may use of it, is full. */
export function isFullDisk(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '')
}
