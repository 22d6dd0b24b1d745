import { parseArgs } from 'node:util'
import type { ParseArgsConfig } from 'node:util'
import { UsageError } from './command.ts'

/** The options and the other words given to a command; throws `UsageError` in one line for what it does not know. */
export function understood<Options extends NonNullable<ParseArgsConfig['options']>>(
  command: string,
  words: string[],
  options: Options,
) {
  try {
    return parseArgs({ args: words, allowPositionals: true, options })
  } catch (error) {
    // Node's own sentence names the option; what follows it is advice about positionals.
    const [sentence] = String((error as Error).message).split('. ')
    throw new UsageError(`${sentence}; npm run -s ops -- ${command} --help says what there is`)
  }
}

/** A line of values separated by tabs; what a visitor wrote may hold anything, and a tab or a line end would break it. */
export function tabbed(values: readonly (string | number | null)[]): string {
  return `${values.map((value) => String(value ?? '').replace(/[\p{Cc}\p{Cf}]+/gu, ' ')).join('\t')}\n`
}
