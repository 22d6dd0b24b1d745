import type { PoolAnswer, WorkerPool, PoolTask } from '#server/platform/worker-pool/worker-pool.ts'
import type { SignedDocument, SignatureError, SigningKey, SignaturePort } from './port.ts'
import type { run } from './sign-task.ts'

const task: PoolTask<typeof run> = { module: import.meta.resolve('./sign-task.ts') }

export interface P12SealOptions {
  key: SigningKey
  /** A timestamp authority (RFC 3161); without one the signature's time is our clock's. */
  tsaUrl: string | undefined
  threads: WorkerPool
}

/** Signatures with a certificate of the agency's own (PAdES, ETSI EN 319 142-1: CAdES detached, B-B or B-T), in a thread. */
export function createP12Signature({ key, tsaUrl, threads }: P12SealOptions): SignaturePort {
  return {
    async sign(pdf, at) {
      const answer = await threads.run(task, { ...key, tsaUrl, pdf, at }).catch(noTimestamp)
      return answer.ok ? { ok: true, signed: answer.value } : { ok: false, fault: faultOf(answer.fault) }
    },
    async verify(pdf) {
      // Loaded only when asked for: what reads certificates is large.
      const { verifySignature } = await import('./verify-signature.ts')
      return verifySignature(pdf)
    },
  }
}

type Answer = PoolAnswer<SignedDocument> | { ok: false; fault: 'timestamp' }

function noTimestamp(error: unknown): Answer {
  if (error instanceof Error && error.name === 'TimestampError') return { ok: false, fault: 'timestamp' }
  throw error
}

function faultOf(fault: (Answer & { ok: false })['fault']): SignatureError {
  return fault === 'late' ? 'broke' : fault
}
