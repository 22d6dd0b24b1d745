import { pipeline } from 'node:stream/promises'
import { parseArgs, type ParseArgsConfig } from 'node:util'
import * as z from 'zod'
import { counted } from '#contract/messages/languages.ts'
import { escapedControl, unseen } from '#server/platform/visible-text.ts'

export interface Command {
  /** A phrase for the list of commands. */
  summary: string
  help: string
  /** The help of the subcommand that the arguments name, or of the whole command. */
  helpOf?(args: string[]): string
  /** Throws `UsageError` for wrong arguments and `OpsError` for a failure. */
  run(args: string[]): Promise<void>
}

/** The arguments are wrong. The message says which, and the exit code is 2. */
export class UsageError extends Error {
  override name = 'UsageError'
}

/** The command failed. The message is for the operator, and the exit code is 1. */
export class OpsError extends Error {
  override name = 'OpsError'
}

type Options = NonNullable<ParseArgsConfig['options']>

function parsed<Known extends Options>(command: string, args: string[], options: Known) {
  try {
    return parseArgs({ args, allowPositionals: true, options })
  } catch (error) {
    // Node's first sentence names the option; the rest is about positionals.
    const [sentence] = String((error as Error).message).split('. ')
    throw new UsageError(`${sentence}; npm run -s ops -- ${command} --help lists the options`)
  }
}

/** Returns the options of a command without other arguments. Throws `UsageError`. */
export function optionsOf<Known extends Options>(command: string, args: string[], options: Known) {
  const { values, positionals } = parsed(command, args, options)
  if (positionals.length === 0) return values
  throw new UsageError(`${command} takes options only, not «${positionals.join(' ')}»`)
}

/** Returns the only argument of a command and its options. Throws `UsageError`, which names `what`. */
export function argumentOf<Known extends Options>(
  command: string,
  args: string[],
  { what, options }: { what: string; options: Known },
) {
  const { values, positionals } = parsed(command, args, options)
  const [argument, ...more] = positionals
  if (argument === undefined || more.length > 0) throw new UsageError(`${command} takes ${what}`)
  return { argument, values }
}

const day = z.iso.date()
const instant = z.iso.datetime({ offset: true })

/** Returns milliseconds since 1970 of an instant or a day's start in India; 0 without a text. Throws `UsageError`. */
export function parseSince(text: string | undefined): number {
  if (text === undefined) return 0
  if (day.safeParse(text).success) return Date.parse(`${text}T00:00:00+05:30`)
  if (instant.safeParse(text).success) return Date.parse(text)
  throw new UsageError(
    `--since «${text}» is not a date: give a day such as 2026-11-20 (from its start in India), ` +
      'or an instant such as 2026-11-20T09:30:00+05:30',
  )
}

/** Returns a line of values separated by tabs, with control characters escaped. */
export function tabbed(values: readonly (string | number | null)[]): string {
  return `${values.map((value) => String(value ?? '').replaceAll(unseen, escapedControl)).join('\t')}\n`
}

/** Writes one line per count: the name and the number, separated by a tab. */
export function writeCounts(counts: Record<string, number>): void {
  for (const line of Object.entries(counts)) process.stdout.write(tabbed(line))
}

/** Writes to standard output as fast as it is read. Returns false when the reader closed it early (`| head -1`). */
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

/** Reports progress on standard error. */
export interface Progress {
  /** Reports the kind of item, and how many are done. */
  tell(what: string, count: number): void
  /** Writes a last line with the totals and the seconds. */
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
