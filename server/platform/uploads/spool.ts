import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { decryptFile, encryptFile } from '#server/platform/crypto/file-cipher.ts'
import { newId } from '#server/platform/ids.ts'
import type { FieldCipher } from '#server/platform/crypto/field-cipher.ts'

/** An upload as it arrived, encrypted on disk until it has been looked at. */
export interface Spooled {
  /** Bytes received. */
  size: number
  read(): Promise<Buffer>
  remove(): Promise<void>
}

/** Where uploads rest between the network and the checks, so that none of them is held in memory while it arrives. */
export interface Spool {
  /** Keeps the whole stream or nothing; throws what the stream throws, and `SpoolUnavailable` for the disk. */
  receive(source: AsyncIterable<Uint8Array>): Promise<Spooled>
}

/** The spool's disk is full or broken. */
export class SpoolUnavailable extends Error {
  override name = 'SpoolUnavailable'
}

/** Opens the spool in a folder of its own, emptied of what a crash left. */
export async function createSpool(folder: string, cipher: FieldCipher): Promise<Spool> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  // What is in it and not the folder itself, which may be a disk of its own.
  const left = await readdir(folder)
  await Promise.all(left.map((name) => rm(join(folder, name), { recursive: true, force: true })))
  return {
    async receive(source) {
      const id = newId()
      const path = join(folder, id)
      const remove = () => rm(path, { force: true })
      const counted = { size: 0 }
      try {
        await pipeline(
          encryptFile(cipher, id, count(source, counted)),
          createWriteStream(path, { mode: 0o600 }),
        )
      } catch (cause) {
        await remove().catch(() => undefined)
        throw isDiskFault(cause) ? new SpoolUnavailable('cannot be written', { cause }) : cause
      }
      return {
        size: counted.size,
        remove,
        read: () => read(decryptFile(cipher, id, createReadStream(path)), counted.size),
      }
    },
  }
}

async function* count(source: AsyncIterable<Uint8Array>, counted: { size: number }) {
  for await (const piece of source) {
    counted.size += piece.length
    yield piece
  }
}

/** A connection's faults name the call `read`; only the file's own calls open and write. */
function isDiskFault(error: unknown): boolean {
  return ['open', 'write', 'close'].includes((error as NodeJS.ErrnoException).syscall ?? '')
}

async function read(clear: AsyncIterable<Buffer>, size: number): Promise<Buffer> {
  const whole = Buffer.allocUnsafe(size)
  let filled = 0
  for await (const piece of clear) filled += piece.copy(whole, filled)
  return whole.subarray(0, filled)
}
