import { parseArgs, type ParseArgsConfig } from 'node:util'
import * as z from 'zod'

/** One command of the operators' tool. */
export interface Command {
  /** Half a line for the list of commands. */
  summary: string
  help: string
  /** The help of a part of it that the arguments name; of the whole without one. */
  helpOf?(args: string[]): string
  /** Takes the arguments after the command's name. Throws `UsageError` for wrong ones and `OpsError` for a failure. */
  run(args: string[]): Promise<void>
}

/** The arguments are wrong; the message says which, and the tool ends with 2. */
export class UsageError extends Error {
  override name = 'UsageError'
}

/** The command failed; the message is for the operator, and the tool ends with 1. */
export class OpsError extends Error {
  override name = 'OpsError'
}

type Options = NonNullable<ParseArgsConfig['options']>

function parsed<Known extends Options>(command: string, args: string[], options: Known) {
  try {
    return parseArgs({ args, allowPositionals: true, options })
  } catch (error) {
    // Node's own sentence names the option; what follows it is advice about positionals.
    const [sentence] = String((error as Error).message).split('. ')
    throw new UsageError(`${sentence}; npm run -s ops -- ${command} --help lists the options`)
  }
}

/** The options of a command that takes nothing else; throws `UsageError` in one line. */
export function optionsOf<Known extends Options>(command: string, args: string[], options: Known) {
  const { values, positionals } = parsed(command, args, options)
  if (positionals.length === 0) return values
  throw new UsageError(`${command} takes options only, not «${positionals.join(' ')}»`)
}

/** The one argument of a command, with its options; throws `UsageError` that says it takes `what`. */
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

/** Milliseconds since 1970 of a day's start in India, or of an instant; 0 without a text. Throws `UsageError`. */
export function parseSince(text: string | undefined): number {
  if (text === undefined) return 0
  if (day.safeParse(text).success) return Date.parse(`${text}T00:00:00+05:30`)
  if (instant.safeParse(text).success) return Date.parse(text)
  throw new UsageError(
    `--since «${text}» is not a date: give a day such as 2026-11-20 (from its start in India), ` +
      'or an instant such as 2026-11-20T09:30:00+05:30',
  )
}
