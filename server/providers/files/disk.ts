import { createReadStream } from 'node:fs'
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isFullDisk, syncFolder, writeWhole } from '#server/platform/atomic-file.ts'
import { fileId, FilesFull, type FilesPort, FilesUnavailable, type StoredFile } from './port.ts'

/** Letters of an id that name the folder its file lies in, so that no one folder grows large. */
const ROOM_LETTERS = 2

/** The files port on a folder of this machine: files of 0600 in folders of 0700, synced before `put` resolves. */
export function createDiskFiles(folder: string): FilesPort {
  const pathOf = (id: string) => {
    if (!fileId.test(id)) throw new FilesUnavailable('not an id')
    return join(folder, id.slice(0, ROOM_LETTERS), id)
  }
  const makeRoom = keepRooms(folder)
  return {
    async put(id, bytes) {
      const path = pathOf(id)
      try {
        await makeRoom(dirname(path))
        await writeWhole(path, bytes, partOf(path))
      } catch (cause) {
        throw new (isFullDisk(cause) ? FilesFull : FilesUnavailable)('cannot be written', { cause })
      }
    },
    async get(id) {
      const path = pathOf(id)
      const found = await stat(path).catch(ignoreMissing)
      return found && readPieces(path)
    },
    async remove(id) {
      await forget(pathOf(id)).catch((cause: unknown) => {
        if (cause instanceof FilesUnavailable) throw cause
        throw new FilesUnavailable('cannot be removed', { cause })
      })
    },
    list: () => listFolder(folder),
    async ping() {
      const probe = join(folder, '.probe')
      try {
        await makeSynced(folder)
        await writeFile(probe, 'probe', { mode: 0o600, flush: true })
        await rm(probe, { force: true })
      } catch (cause) {
        throw new FilesUnavailable('cannot be written', { cause })
      }
    },
  }
}

/** What a file is called until it is whole. */
function partOf(path: string): string {
  return `${path}.part`
}

async function forget(path: string): Promise<void> {
  await rm(path, { force: true })
  await rm(partOf(path), { force: true })
}

/** Makes each folder once a process; one that could not be made, or went since, is made at the next try. */
function keepRooms(folder: string): (room: string) => Promise<void> {
  const made = new Map<string, Promise<void>>()
  return async (room) => {
    const known = made.get(room)
    if (known && (await known.then(() => stat(room)).catch(() => undefined))) return
    const fresh = makeSynced(folder).then(() => makeSynced(room))
    made.set(room, fresh)
    await fresh
  }
}

async function makeSynced(path: string): Promise<void> {
  await mkdir(path, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await syncFolder(dirname(path))
}

async function* readPieces(path: string): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(path)
  } catch (cause) {
    throw new FilesUnavailable('cannot be read', { cause })
  }
}

// Folder by folder, so that a million files are not in memory at once; what is not ours (lost+found) is let be.
async function* listFolder(folder: string): AsyncGenerator<StoredFile> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(ignoreMissing)
  for (const entry of entries ?? []) {
    if (entry.isDirectory() && entry.name.length === ROOM_LETTERS) yield* listRoom(join(folder, entry.name))
  }
}

async function* listRoom(room: string): AsyncGenerator<StoredFile> {
  const names = (await readdir(room).catch(ignoreMissing)) ?? []
  // A half that a crash left is listed under its id too, so that the sweep finds it.
  const ids = new Set(names.map((name) => name.replace(/\.part$/, '')).filter((id) => fileId.test(id)))
  for (const id of ids) {
    const path = join(room, id)
    const found = (await stat(path).catch(ignoreMissing)) ?? (await stat(partOf(path)).catch(ignoreMissing))
    if (found) yield { id, storedAt: found.mtimeMs }
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT') return undefined
  throw new FilesUnavailable('cannot be read', { cause: error })
}
