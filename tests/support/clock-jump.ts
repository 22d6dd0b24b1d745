import { confirmClock, watchClock } from '#server/platform/clock-watch.ts'
import type { Db } from '#server/platform/db/client.ts'

/** Makes the server's clock jump to `to` (milliseconds), as after three days off. */
export async function jumpClock(db: Db, to: number): Promise<{ from: number; to: number }> {
  const from = to - 3 * 86_400_000
  await confirmClock(db, from)
  await watchClock(db, to)
  return { from, to }
}
