import { type Command, UsageError } from '#ops/command.ts'

/** The one line with which a command refuses words that do not make one; how the tool ends then is its own test. */
export async function refusalOf(command: Command, words: string[]): Promise<string> {
  const refused = await command.run(words).catch((error: unknown) => error)
  if (!(refused instanceof UsageError))
    throw new Error('it was not refused for its words', { cause: refused })
  return refused.message
}
