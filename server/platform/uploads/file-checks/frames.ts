import { flushCompileCache } from 'node:module'

/** A word and bytes, as they go between the server and the process that looks into files. */
export interface Frame {
  word: string
  bytes: Buffer
}

const LENGTH_BYTES = 4

/** The beginning of a frame, behind which `length` bytes follow; the word has at most 255 letters of ASCII. */
export function frameHead(word: string, length: number): Buffer {
  const head = Buffer.alloc(1 + word.length + LENGTH_BYTES)
  head.writeUInt8(word.length)
  head.write(word, 1, 'latin1')
  head.writeUInt32BE(length, 1 + word.length)
  return head
}

/** The frames of a stream; what is cut off at its end is no frame. */
export async function* readFrames(source: AsyncIterable<Buffer>): AsyncGenerator<Frame> {
  const take = taker(source)
  for (;;) {
    const size = (await take(1))?.readUInt8()
    if (size === undefined) return
    const word = await take(size)
    const length = (await take(LENGTH_BYTES))?.readUInt32BE()
    const bytes = length === undefined ? undefined : await take(length)
    if (!word || !bytes) return
    yield { word: word.toString('latin1'), bytes }
  }
}

/** Hands out so many bytes at a time, each piece copied once; undefined when there are not as many left. */
function taker(source: AsyncIterable<Buffer>): (count: number) => Promise<Buffer | undefined> {
  const pieces = source[Symbol.asyncIterator]()
  let held: Buffer = Buffer.alloc(0)
  return async (count) => {
    const taken = Buffer.allocUnsafe(count)
    for (let filled = 0; filled < count;) {
      const next = held.length > 0 ? { done: false, value: held } : await pieces.next()
      if (next.done) return undefined
      const copied = next.value.copy(taken, filled)
      held = next.value.subarray(copied)
      filled += copied
    }
    return taken
  }
}

/** Gives back what a process was started with: what it made of its own source is kept, and from here on it opens nothing. */
export function dropFilePermissions(): void {
  flushCompileCache()
  for (const scope of ['fs.write', 'fs.read']) process.permission?.drop(scope)
}
