import { appendAudit, type AuditEntry, operatorActor } from '#server/platform/audit/log.ts'
import type { Kept } from './database.ts'

/** Tells the audit log what whoever runs the tool does; before anything is shown or taken, so that none of it is untold. */
export function note(
  { db, cipher }: Pick<Kept, 'db' | 'cipher'>,
  entry: Omit<AuditEntry, 'actor'>,
): Promise<void> {
  return appendAudit(db, { ...entry, actor: operatorActor(cipher) }, Date.now())
}
