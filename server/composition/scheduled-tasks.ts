import type { Config } from '#server/config/config.ts'
import type { DatabaseHandle } from '#server/platform/db/client.ts'
import * as careers from '#server/features/careers/jobs.ts'
import * as digest from '#server/features/digest/jobs.ts'
import * as identity from '#server/features/onboarding/identity/jobs.ts'
import { pollMandates } from '#server/features/onboarding/mandate/jobs.ts'
import type { StatusDeps } from '#server/features/onboarding/mandate/service.ts'
import { giveBackRun, repeat, type Repeated, takeRun } from '#server/platform/jobs/schedule.ts'
import type { FilesPort } from '#server/providers/files/port.ts'
import { deletePassed } from '#server/features/staff/access/session-store.ts'
import { runRetention } from '#server/features/privacy/retention.ts'
import { deleteEndedSessions } from '#server/platform/sessions/sessions.ts'
import { existsSync } from 'node:fs'
import { maintainBackupKeys } from '#server/platform/backup/make-backup.ts'
import { createFieldCipher } from '#server/platform/crypto/field-cipher.ts'

interface ScheduledTaskDeps extends StatusDeps {
  config: Pick<Config, 'digestAt' | 'backup'>
  database: Pick<DatabaseHandle, 'engine'>
  files: FilesPort
}

const MINUTE_MS = 60_000
/** How often a process checks whether a task is due; it soon takes over from a process that has ended. */
const LOOK_MS = 15_000

interface ScheduledTask {
  /** The same in all processes: one of them takes each run. */
  name: string
  everyMs: number
  work(signal: AbortSignal): Promise<void>
}

/** What the server does by itself from time to time; of several processes one does so each time. */
export interface ScheduledTasks {
  start(): void
  /** Starts no more tasks; resolves when the running ones have ended. */
  stop(): Promise<void>
}

export function createScheduledTasks(deps: ScheduledTaskDeps): ScheduledTasks {
  const { db, clock, log } = deps
  const scheduledTasks: ScheduledTask[] = [
    { name: 'mandates', everyMs: MINUTE_MS, work: (signal) => pollMandates(deps, signal) },
    { name: 'orphans', everyMs: 60 * MINUTE_MS, work: (signal) => removeOrphans(deps, signal) },
    { name: 'sessions', everyMs: 5 * MINUTE_MS, work: () => endOldSessions(deps) },
    { name: 'proofs', everyMs: 5 * MINUTE_MS, work: () => identity.watchProofs(deps) },
    { name: 'codes', everyMs: 5 * MINUTE_MS, work: () => identity.forgetPassedCodes(deps) },
    { name: 'digest', everyMs: MINUTE_MS, work: () => askForDigest(deps) },
    { name: 'retention', everyMs: 24 * 60 * MINUTE_MS, work: (signal) => keepPeriods(deps, signal) },
  ]
  let repeated: Repeated[] = []
  return {
    start() {
      repeated = scheduledTasks.map(({ name, everyMs, work }) => {
        const runIfDue = async (signal: AbortSignal) => {
          if (!(await takeRun(db, { name, everyMs, now: clock.now() }))) return
          await work(signal)
          if (signal.aborted) await giveBackRun(db, name)
        }
        return repeat(LOOK_MS, runIfDue, log)
      })
      repeated.push(repeat(10 * MINUTE_MS, () => updateBackupKeys(deps), log))
    },
    stop: async () => void (await Promise.all(repeated.map((one) => one.stop()))),
  }
}

async function removeOrphans(deps: ScheduledTaskDeps, signal: AbortSignal): Promise<void> {
  const removed = await careers.sweepOrphans(deps, signal)
  if (removed > 0) deps.log.info({ removed }, 'stored files without a record were removed')
}

async function endOldSessions(deps: ScheduledTaskDeps): Promise<void> {
  await deleteEndedSessions(deps)
  await deletePassed(deps.db, deps.clock.now())
}

async function askForDigest({ config: { digestAt }, ...deps }: ScheduledTaskDeps): Promise<void> {
  if (digestAt !== undefined) await digest.askForDigest(deps, digestAt)
}

async function keepPeriods(deps: ScheduledTaskDeps, signal: AbortSignal): Promise<void> {
  const counts = await runRetention(deps, { actor: 'system', daily: true, signal })
  const gone = Object.values(counts).reduce((sum, count) => sum + count, 0)
  if (gone > 0) deps.log.info({ counts }, 'data past its retention period was deleted')
}

/**
 * Destroys the keys of backups past their time and stores beside the others who was erased, so that a restore erases
 * them again even if this database is lost. Every process does so, since only one machine may have the folder.
 */
async function updateBackupKeys({ config: { backup }, db, clock }: ScheduledTaskDeps): Promise<void> {
  if (!backup.key || !existsSync(backup.keysDir)) return
  const folder = { path: backup.keysDir, cipher: createFieldCipher(backup.key) }
  await maintainBackupKeys(db, folder, clock.now())
}
