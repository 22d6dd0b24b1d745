import { open, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Writes a file (0600) that gets its name only when complete; resolves when both are on disk. Until then it is `part`. */
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

/** Returns whether a write failed because the disk or its owner's quota is full. */
export function isFullDisk(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '')
}
