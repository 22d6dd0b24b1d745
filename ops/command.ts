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
