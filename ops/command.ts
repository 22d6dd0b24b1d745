/** One command of the operator's tool. */
export interface Command {
  /** Half a line for the list of commands. */
  summary: string
  help: string
  /** Takes the words after the command's name. Throws `UsageError` for wrong ones and `OpsError` for a failure. */
  run(words: string[]): Promise<void>
}

/** The words given do not make a command; the message says which, the tool ends with 2. */
export class UsageError extends Error {
  override name = 'UsageError'
}

/** The command could not be done; the message is for whoever gave it, the tool ends with 1. */
export class OpsError extends Error {
  override name = 'OpsError'
}
