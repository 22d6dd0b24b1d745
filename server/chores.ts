import type { Db } from './db/client.ts'
import * as careers from './features/careers/jobs.ts'
import * as identity from './features/identity/jobs.ts'
import { repeat } from './jobs/schedule.ts'
import type { Clock } from './lib/clock.ts'
import type { Log } from './lib/log.ts'
import type { FilesPort } from './providers/files/port.ts'
import { deleteEndedSessions } from './sessions/sessions.ts'

interface ChoreDeps {
  db: Db
  files: FilesPort
  clock: Clock
  log: Log
  /** Looks after mandates: asks the gateway what is due. */
  look(): Promise<void>
}

const MINUTE_MS = 60_000

/** What the server looks after by itself, now and then on; every process does so. */
export function startChores(deps: ChoreDeps): { close(): void } {
  const { log } = deps
  const chores = [
    repeat(MINUTE_MS, () => deps.look(), log),
    repeat(60 * MINUTE_MS, () => removeOrphans(deps), log),
    repeat(5 * MINUTE_MS, async () => void (await deleteEndedSessions(deps)), log),
    repeat(5 * MINUTE_MS, () => identity.watchProofs(deps), log),
    repeat(60 * MINUTE_MS, () => identity.forgetPassedCodes(deps), log),
  ]
  return { close: () => chores.forEach((chore) => chore.close()) }
}

async function removeOrphans(deps: ChoreDeps): Promise<void> {
  const removed = await careers.sweepOrphans(deps)
  if (removed > 0) deps.log.info({ removed }, 'stored files that nobody names were removed')
}
