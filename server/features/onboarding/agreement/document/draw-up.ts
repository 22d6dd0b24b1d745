import type { ThreadAnswer, Threads, ThreadTask } from '#server/platform/worker-pool/worker-pool.ts'
import type { run } from './agreement-task.ts'
import type { AgreementFacts } from './agreement-data.ts'
import type { MadeAgreement } from './make-agreement.ts'

const task: ThreadTask<typeof run> = { module: import.meta.resolve('./agreement-task.ts') }

/** Draws an agreement up in a thread; `busy` when too many are being drawn up already. */
export function drawUp(threads: Threads, facts: AgreementFacts): Promise<ThreadAnswer<MadeAgreement>> {
  return threads.run(task, facts)
}
