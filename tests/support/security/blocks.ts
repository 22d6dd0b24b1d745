import { probes } from '#contract/paths.ts'
import { openLines } from './sending.ts'
import type { Attack } from './requests.ts'
import type { Figures, Target } from './target.ts'

/** Milliseconds that nothing a visitor sends may keep everybody else waiting. */
const BLOCK_LIMIT_MS = 100

/** Whether the event loop was blocked for longer than that, and the processor at work for as long. */
export function hasBlocked(before: Figures, after: Figures): boolean {
  return after.blockedMs > BLOCK_LIMIT_MS && after.processorMs - before.processorMs > BLOCK_LIMIT_MS
}

/** As many times in a row no chance makes one request late and the next one not. */
const TIMES = 12

/**
 * Of requests among which the event loop was blocked, those that block it: each is sent alone, and counts if it does
 * so every time, while a request that costs nothing never does beside it. On a machine that others use as well the
 * loop is late now and then whoever asks for what.
 */
export async function thoseThatBlock(target: Target, suspects: readonly Attack[]): Promise<Attack[]> {
  const lines = openLines(target.url, 1)
  const blocks = async (attack: Attack) => {
    const before = await target.figures()
    await lines.send(attack)
    return hasBlocked(before, await target.figures())
  }
  const blocksAlways = async (attack: Attack) => {
    for (let time = 0; time < TIMES; time += 1) {
      if (!(await blocks(attack)) || (await blocks(harmless))) return false
    }
    return true
  }
  const guilty: Attack[] = []
  for (const suspect of suspects) if (await blocksAlways(suspect)) guilty.push(suspect)
  lines.close()
  return guilty
}

const harmless: Attack = { method: 'GET', path: probes.health, headers: {}, body: undefined }
