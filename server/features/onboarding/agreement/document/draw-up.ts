import type { PoolAnswer, WorkerPool, PoolTask } from '#server/platform/worker-pool/worker-pool.ts'
import type { run } from './agreement-task.ts'
import type { AgreementData } from './agreement-data.ts'
import type { MadeAgreement } from './make-agreement.ts'

const task: PoolTask<typeof run> = { module: import.meta.resolve('./agreement-task.ts') }

/** Draws an agreement up in a thread; `busy` when too many are being drawn up already. */
export function drawUp(threads: WorkerPool, data: AgreementData): Promise<PoolAnswer<MadeAgreement>> {
  return threads.run(task, data)
}
