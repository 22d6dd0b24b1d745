import { join } from 'node:path'
import { outputOf } from './child.ts'
import { pinned } from './load.ts'
import type { Mixed, MixPlan } from './mixed-load.ts'

export const mixedLoadProgram = join(import.meta.dirname, 'mixed-load.ts')

/** Time for what is still under way when a load ends. */
const MORE_MS = 90_000

/** Sends a mix of requests from a process of its own. */
export async function sendMix(plan: MixPlan): Promise<Mixed> {
  const [command = '', ...args] = [
    ...pinned(),
    process.execPath,
    mixedLoadProgram,
    'send',
    JSON.stringify(plan),
  ]
  return JSON.parse(await outputOf({ command, args }, plan.seconds * 1000 + MORE_MS)) as Mixed
}
