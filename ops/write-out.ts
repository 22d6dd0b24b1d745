import { pipeline } from 'node:stream/promises'
import { OpsError } from './command.ts'

/** Writes to standard output as fast as it is read; false when the reader closed it early (`| head -1`). */
export async function writeOut(text: AsyncIterable<string>): Promise<boolean> {
  try {
    await pipeline(text, process.stdout)
    return true
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException
    if (code === 'EPIPE') return false
    if (syscall !== 'write') throw error
    throw new OpsError(`Standard output cannot be written (${code}): the output so far is incomplete`)
  }
}
