import type { ThreadAnswer, Threads, ThreadTask } from '#server/platform/worker-pool/worker-pool.ts'
import type { SealedDocument, SealFault, SealKey, SealPort } from './port.ts'
import type { run } from './sign-task.ts'

const task: ThreadTask<typeof run> = { module: import.meta.resolve('./sign-task.ts') }

export interface P12SealOptions {
  key: SealKey
  /** A timestamp authority (RFC 3161); without one the seal's time is our clock's. */
  tsaUrl: string | undefined
  threads: Threads
}

/** Seals with a certificate of the agency's own (PAdES, ETSI EN 319 142-1: CAdES detached, B-B or B-T), in a thread. */
export function createP12Seal({ key, tsaUrl, threads }: P12SealOptions): SealPort {
  return {
    async seal(pdf, at) {
      const answer = await threads.run(task, { ...key, tsaUrl, pdf, at }).catch(noTimestamp)
      return answer.ok ? { ok: true, sealed: answer.value } : { ok: false, fault: faultOf(answer.fault) }
    },
    async verify(pdf) {
      // Loaded only when asked for: what reads certificates is large.
      const { verifySeal } = await import('./verify-signature.ts')
      return verifySeal(pdf)
    },
  }
}

type Answer = ThreadAnswer<SealedDocument> | { ok: false; fault: 'timestamp' }

function noTimestamp(error: unknown): Answer {
  if (error instanceof Error && error.name === 'TimestampError') return { ok: false, fault: 'timestamp' }
  throw error
}

function faultOf(fault: (Answer & { ok: false })['fault']): SealFault {
  return fault === 'late' ? 'broke' : fault
}
