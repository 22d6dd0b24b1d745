import { appendAudit, type AuditEntry, operatorActor } from '#server/platform/audit/log.ts'
import type { Kept } from './database.ts'

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

/** Tells the audit log what whoever runs the tool does; before anything is shown or taken, so that none of it is untold. */
export function note(
  { db, cipher }: Pick<Kept, 'db' | 'cipher'>,
  entry: Omit<AuditEntry, 'actor'>,
): Promise<void> {
  return appendAudit(db, { ...entry, actor: operatorActor(cipher) }, Date.now())
}
