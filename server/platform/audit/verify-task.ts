import { openToRead } from '#server/platform/db/client.ts'
import { type AuditResult, type AuditScope, verifyAudit } from './verify.ts'

export interface VerifyInput extends AuditScope {
  databaseUrl: string | undefined
  dataDir: string
}

/** Runs in a thread of its own: reading and hashing a long log would keep the server from answering. */
export async function run({ all, ...where }: VerifyInput): Promise<AuditResult> {
  const { db, close } = openToRead(where)
  try {
    return await verifyAudit(db, { all })
  } finally {
    await close()
  }
}
