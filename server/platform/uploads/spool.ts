import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { decryptFile, encryptFile } from '#server/platform/crypto/file-cipher.ts'
import { newId } from '#server/platform/ids.ts'
import type { FieldCipher } from '#server/platform/crypto/field-cipher.ts'
import { isFullDisk } from '#server/platform/atomic-file.ts'
import { subscriberOf } from '#server/platform/http/client-address.ts'

/** An upload as it arrived, encrypted on disk until it has been checked. */
export interface Spooled {
  size: number
  read(): Promise<Buffer>
  remove(): Promise<void>
}

/** Where uploads wait between the network and the checks, so that none is held in memory while it arrives. */
export interface Spool {
  /**
   * Keeps the whole stream, or nothing of it. Returns undefined if there is no room, on the disk or for more of this
   * address, after reading the stream to its end. Throws what the stream throws, and `SpoolUnavailable` for the disk.
   */
  receive(source: AsyncIterable<Uint8Array>, address: string): Promise<Spooled | undefined>
}

export class SpoolUnavailable extends Error {
  override name = 'SpoolUnavailable'
}

/** Opens the spool, emptied of what a crash left. Nothing is accepted while a disk, also of `besides`, is nearly full. */
export async function createSpool(
  folder: string,
  cipher: FieldCipher,
  besides: readonly string[] = [],
): Promise<Spool> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  // Only its contents, since the folder itself may be a disk of its own.
  const left = await readdir(folder)
  await Promise.all(left.map((name) => rm(join(folder, name), { recursive: true, force: true })))
  const room = createSpoolRoom()
  return {
    async receive(source, address) {
      const pieces = source[Symbol.asyncIterator]()
      const hasRoom = await hasDiskRoom([folder, ...besides])
      const spooled = hasRoom ? await keep({ folder, cipher, share: room.open(address) }, pieces) : undefined
      if (!spooled) while (!(await pieces.next()).done);
      return spooled
    },
  }
}

interface Place {
  folder: string
  cipher: FieldCipher
  share: SpoolShare
}

async function keep(
  { folder, cipher, share }: Place,
  pieces: AsyncIterator<Uint8Array>,
): Promise<Spooled | undefined> {
  const id = newId()
  const path = join(folder, id)
  const remove = () => rm(path, { force: true }).finally(share.giveBack)
  const counted = { size: 0, isWhole: false }
  try {
    const taken = takeWhileRoom(pieces, share, counted)
    // Opened before anything can fail, since a file created after its removal would stay.
    const file = await open(path, 'wx', 0o600)
    await pipeline(encryptFile(cipher, id, taken), file.createWriteStream())
  } catch (cause) {
    await remove().catch(() => undefined)
    if (isFull(cause)) return undefined
    throw isDiskFault(cause) ? new SpoolUnavailable('cannot be written', { cause }) : cause
  }
  if (!counted.isWhole) {
    await remove()
    return undefined
  }
  const { size } = counted
  return { size, remove, read: () => read(decryptFile(cipher, id, createReadStream(path)), size) }
}

/** Stops reading the stream when there is no room for more. */
async function* takeWhileRoom(
  pieces: AsyncIterator<Uint8Array>,
  share: SpoolShare,
  counted: { size: number; isWhole: boolean },
): AsyncGenerator<Uint8Array> {
  for (let next = await pieces.next(); !next.done; next = await pieces.next()) {
    if (!share.add(next.value.length)) return
    counted.size += next.value.length
    yield next.value
  }
  counted.isWhole = true
}

/** A connection's errors name the call `read`; only the file's own calls are open, write and close. */
function isDiskFault(error: unknown): boolean {
  return ['open', 'write', 'close'].includes((error as NodeJS.ErrnoException).syscall ?? '')
}

function isFull(error: unknown): boolean {
  return isDiskFault(error) && isFullDisk(error)
}

async function read(clear: AsyncIterable<Buffer>, size: number): Promise<Buffer> {
  const whole = Buffer.allocUnsafe(size)
  let filled = 0
  for await (const piece of clear) filled += piece.copy(whole, filled)
  return whole.subarray(0, filled)
}

const MIB = 1024 * 1024
/** Bytes in the spool of one address, and of all, for uploads that arrive, wait or are being checked. */
const SPOOLED = { each: 64 * MIB, all: 1024 * MIB }
/** Bytes that uploads leave free on a disk, or this share of a smaller one, for everything else that is written. */
const RESERVE = { bytes: 2048 * MIB, share: 0.15 }

/** The part of the spool that an upload holds. */
interface SpoolShare {
  /** Returns whether so many bytes more may be held. */
  add(bytes: number): boolean
  giveBack(): void
}

/**
 * Shares the spool among addresses: each may hold up to its limit, and an equal part of the whole if many hold
 * something, so that addresses with much leave others their part.
 */
export function createSpoolRoom({ each, all } = SPOOLED): { open(address: string): SpoolShare } {
  const held = new Map<string, number>()
  return {
    open(address) {
      const caller = subscriberOf(address)
      let own = 0
      const change = (bytes: number) => {
        own += bytes
        const count = (held.get(caller) ?? 0) + bytes
        if (count > 0) held.set(caller, count)
        else held.delete(caller)
      }
      return {
        add(bytes) {
          const count = held.get(caller)
          const others = held.size - (count === undefined ? 0 : 1)
          if ((count ?? 0) + bytes > Math.min(each, all / (others + 1))) return false
          change(bytes)
          return true
        },
        giveBack: () => change(-own),
      }
    },
  }
}

/** Returns whether these folders' disks have more free than uploads leave; true if a disk cannot say. */
async function hasDiskRoom(folders: readonly string[]): Promise<boolean> {
  const looks = folders.map(async (folder) => {
    const { bavail, blocks, bsize } = await statfs(folder)
    return bavail * bsize >= Math.min(RESERVE.bytes, blocks * bsize * RESERVE.share)
  })
  const found = await Promise.allSettled(looks)
  return found.every((look) => look.status === 'rejected' || look.value)
}
