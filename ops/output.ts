import { pipeline } from 'node:stream/promises'
import { counted } from '#contract/messages/languages.ts'
import { escapedControl, unseen } from '#server/platform/message-text.ts'
import { OpsError } from './command.ts'

/** A line of values separated by tabs; a value may hold anything, and a tab or a line end in it would break the line. */
export function tabbed(values: readonly (string | number | null)[]): string {
  return `${values.map((value) => String(value ?? '').replaceAll(unseen, escapedControl)).join('\t')}\n`
}

/** Writes a line for each count: its name and the number, separated by a tab. */
export function writeCounts(counts: Record<string, number>): void {
  for (const line of Object.entries(counts)) process.stdout.write(tabbed(line))
}

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

/** Throws `OpsError` with the ids of rows that were left out; nothing where there are none. */
export function failIfSkipped(unreadable: readonly string[]): void {
  if (unreadable.length === 0) return
  throw new OpsError(`Skipped, because altered or encrypted with another DATA_KEY: ${unreadable.join(', ')}`)
}

/** Reports the progress of long work on standard error. */
export interface Progress {
  /** What was done, and how many of them so far. */
  tell(what: string, count: number): void
  /** A last line with the totals and the seconds it took. */
  end(summary: string): void
}

export function startProgress(): Progress {
  const startedAt = performance.now()
  const counts = new Map<string, number>()
  return {
    tell(what, count) {
      counts.set(what, count)
      if (count > 0) process.stderr.write(`${what}\t${count}\n`)
    },
    end(summary) {
      const files = counts.get('files') ?? 0
      const rows = [...counts.values()].reduce((sum, count) => sum + count, 0) - files
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
      process.stderr.write(
        `${summary}: ${counted(rows, 'row')} and ${counted(files, 'file')} in ${seconds} s\n`,
      )
    },
  }
}
