import { parseArgs, type ParseArgsConfig } from 'node:util'
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
    throw new UsageError(`${sentence}; npm run -s ops -- ${command} --help lists the options`)
  }
}

/** What a terminal obeys, or a reader does not see. */
const unseen = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu
const unseenButLines = /(?!\r\n|[\n\t])[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu

/** Each as `\u001b`, which is how JSON itself writes it. */
function escaped(sign: string): string {
  return `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`
}

/** Text whose lines and tabs stay, and what else a terminal would obey is written out. */
export function visible(text: string): string {
  return text.replaceAll(unseenButLines, escaped)
}

/** A line of values separated by tabs; what a visitor wrote may hold anything, and a tab or a line end would break it. */
export function tabbed(values: readonly (string | number | null)[]): string {
  return `${values.map((value) => String(value ?? '').replaceAll(unseen, escaped)).join('\t')}\n`
}
