import type { AuditEntry } from '#server/platform/audit/log.ts'
import { appendAudit } from '#server/platform/audit/log.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { FieldCipher } from '#server/platform/crypto/field-cipher.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { HttpError } from '#server/platform/http/http-errors.ts'
import { holdStaff } from './people-store.ts'

export interface PeopleDeps {
  db: Db
  cipher: FieldCipher
  clock: Clock
}

/** Leaves a transaction with nothing changed. */
class RolledBack extends Error {
  readonly refused: HttpError

  constructor(refused: HttpError) {
    super('a change of staff was refused')
    this.refused = refused
  }
}

/** Ends the transaction that is under way with a refusal. */
export function refuse(refused: HttpError): never {
  throw new RolledBack(refused)
}

/**
 * Changes people, their passkeys or their links in one commit with its entry in the audit log, one such change after the
 * other; answers what was refused. `work` answers the entry.
 */
export async function commitStaff(
  { db, clock }: Pick<PeopleDeps, 'db' | 'clock'>,
  work: (trx: Db) => Promise<AuditEntry>,
): Promise<HttpError | undefined> {
  try {
    await db.transaction().execute(async (trx) => {
      await holdStaff(trx)
      await appendAudit(trx, await work(trx), clock.now())
    })
    return undefined
  } catch (error) {
    if (error instanceof RolledBack) return error.refused
    throw error
  }
}
