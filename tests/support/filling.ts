import { loadEnvironment } from '#server/config/config.ts'
import { openWithKey } from '#server/platform/crypto/key-check.ts'
import { createLog } from '#server/platform/observability/log.ts'

/** Rows that go into one commit. */
const BATCH = 500
const YEAR_MS = 365 * 24 * 60 * 60_000
const begin = Date.now() - YEAR_MS

/** When the row of that number of so many was made: they are spread over the last year, oldest first. */
export function timeOf(number: number, of: number): number {
  return begin + Math.floor((number / of) * YEAR_MS)
}

/** Has rows of so many numbers added, from 0 on, as many at a time as go into one commit. */
export async function inBatches(count: number, add: (numbers: number[]) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < count; from += BATCH) {
    await add(Array.from({ length: Math.min(BATCH, count - from) }, (_, at) => from + at))
  }
}

/** The database that the settings name, while no server runs. */
export async function openToFill() {
  const answer = loadEnvironment()
  if (!answer.ok) throw new Error(answer.faults.join('\n'))
  const { config } = answer
  const { database, cipher } = await openWithKey(config, { log: createLog('warn'), now: Date.now() })
  return { dataDir: config.dataDir, db: database.db, cipher, close: database.close }
}
