import type { Db } from '#server/platform/db/client.ts'
import type { WorkerPool } from '#server/platform/worker-pool/worker-pool.ts'
import { type AuditResult, noteVerified } from './verify.ts'
import type { run } from './verify-task.ts'

/** Milliseconds for the whole log, read in a thread: some 100,000 entries take a second. */
export const VERIFY_LIMIT_MS = 10 * 60_000

const task = import.meta.resolve('./verify-task.ts')

interface VerifierParts {
  db: Db
  /** Where the database is, which the thread opens for itself. */
  databaseUrl: string | undefined
  dataDir: string
  threads: WorkerPool
}

/** Verifies the audit log while the server goes on; whoever asks meanwhile gets the answer of the run that is under way. */
export interface AuditVerifier {
  /** Undefined when it came to no end. */
  verify(all: boolean): Promise<AuditResult | undefined>
  close(): Promise<void>
}

export function createAuditVerifier({ db, databaseUrl, dataDir, threads }: VerifierParts): AuditVerifier {
  const underWay = new Map<boolean, Promise<AuditResult | undefined>>()

  async function verify(all: boolean): Promise<AuditResult | undefined> {
    const answer = await threads.run<typeof run>(task, { databaseUrl, dataDir, all })
    if (!answer.ok) return undefined
    if (answer.value.whole) await noteVerified(db, answer.value)
    return answer.value
  }
  return {
    verify(all) {
      const running = underWay.get(all) ?? verify(all).finally(() => underWay.delete(all))
      underWay.set(all, running)
      return running
    },
    close: threads.close,
  }
}
