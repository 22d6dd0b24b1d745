import { createReadStream } from 'node:fs'
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isFullDisk, syncFolder, writeWhole } from '#server/platform/atomic-file.ts'
import { fileId, FilesFull, type FilesPort, FilesUnavailable, type StoredFile } from './port.ts'

/** The first letters of an id name the folder of its file, so that no folder grows large. */
const ROOM_LETTERS = 2

/** Stores files in a folder of this machine: files with mode 0600, folders with 0700, synced before `put` resolves. */
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
      const path = pathOf(id)
      try {
        await rm(path, { force: true })
        await rm(partOf(path), { force: true })
      } catch (cause) {
        throw new FilesUnavailable('cannot be removed', { cause })
      }
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

/** The path of a file while it is being written. */
function partOf(path: string): string {
  return `${path}.part`
}

/** Creates each folder once per process, and again if creating failed or somebody removed it. */
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

/** Reads one folder at a time, to save memory, and skips foreign ones (lost+found). */
async function* listFolder(folder: string): AsyncGenerator<StoredFile> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(ignoreMissing)
  for (const entry of entries ?? []) {
    if (entry.isDirectory() && entry.name.length === ROOM_LETTERS) yield* listRoom(join(folder, entry.name))
  }
}

async function* listRoom(room: string): AsyncGenerator<StoredFile> {
  const names = (await readdir(room).catch(ignoreMissing)) ?? []
  // Files that a crash left half written are listed too, so that the sweep removes them.
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
