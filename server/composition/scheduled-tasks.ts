import type { Config } from '#server/config/config.ts'
import type { DatabaseHandle } from '#server/platform/db/client.ts'
import * as careers from '#server/features/careers/jobs.ts'
import * as digest from '#server/features/digest/jobs.ts'
import * as identity from '#server/features/onboarding/identity/jobs.ts'
import { pollMandates } from '#server/features/onboarding/mandate/jobs.ts'
import type { StatusDeps } from '#server/features/onboarding/mandate/service.ts'
import { giveBackRun, previousRun, repeat, type Repeated, takeRun } from '#server/platform/jobs/schedule.ts'
import { watchClock } from '#server/platform/clock-watch.ts'
import type { FilesPort } from '#server/providers/files/port.ts'
import { deletePassed } from '#server/features/staff/access/session-store.ts'
import { runRetention } from '#server/features/privacy/retention.ts'
import { deleteEnded } from '#server/platform/sessions/store.ts'
import { existsSync } from 'node:fs'
import { DAILY_TASK, keepErasures, maintainBackupKeys } from '#server/platform/backup/make-backup.ts'
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

/** A task that destroys for good, and nothing that was not due at its run before too. */
interface DestroyingTask extends Omit<ScheduledTask, 'work'> {
  /** Destroys what was due at `dueAt` (milliseconds), when the run before was taken. */
  work(dueAt: number, signal: AbortSignal): Promise<void>
}

/** What the server does by itself from time to time; of several processes one does so each time. */
export interface ScheduledTasks {
  start(): void
  /** Looks once at each task whether it is due, and does it; the first time nothing is destroyed. */
  round(): Promise<void>
  /** Starts no more tasks; resolves when the running ones have ended. */
  stop(): Promise<void>
}

type Look = (signal: AbortSignal) => Promise<void>

export function createScheduledTasks(deps: ScheduledTaskDeps): ScheduledTasks {
  const looks: { everyMs: number; look: Look }[] = [
    ...scheduledTasks(deps).map((task) => ({ everyMs: LOOK_MS, look: scheduled(deps, task) })),
    ...destroyingTasks(deps).map((task) => ({ everyMs: LOOK_MS, look: destroying(deps, task) })),
    { everyMs: 10 * MINUTE_MS, look: backupKeys(deps) },
  ]
  let repeated: Repeated[] = []
  return {
    start() {
      repeated = looks.map(({ everyMs, look }) => repeat(everyMs, look, deps.log))
    },
    async round() {
      for (const { look } of looks) await look(new AbortController().signal)
    },
    stop: async () => void (await Promise.all(repeated.map((one) => one.stop()))),
  }
}

function scheduledTasks(deps: ScheduledTaskDeps): ScheduledTask[] {
  return [
    { name: 'mandates', everyMs: MINUTE_MS, work: (signal) => askForMandates(deps, signal) },
    { name: 'proofs', everyMs: 5 * MINUTE_MS, work: () => identity.watchProofs(deps) },
    { name: 'digest', everyMs: MINUTE_MS, work: () => askForDigest(deps) },
  ]
}

function destroyingTasks(deps: ScheduledTaskDeps): DestroyingTask[] {
  const at = (dueAt: number) => ({ ...deps, clock: { now: () => dueAt } })
  return [
    { name: 'orphans', everyMs: 60 * MINUTE_MS, work: (dueAt, signal) => removeOrphans(at(dueAt), signal) },
    { name: 'sessions', everyMs: 5 * MINUTE_MS, work: (dueAt) => endOldSessions(at(dueAt)) },
    { name: 'codes', everyMs: 5 * MINUTE_MS, work: (dueAt) => identity.forgetPassedCodes(at(dueAt)) },
    {
      name: DAILY_TASK,
      everyMs: 24 * 60 * MINUTE_MS,
      work: (dueAt, signal) => keepPeriods(deps, dueAt, signal),
    },
  ]
}

function scheduled({ db, clock }: ScheduledTaskDeps, { name, everyMs, work }: ScheduledTask): Look {
  return async (signal) => {
    if (!(await takeRun(db, { name, everyMs, now: clock.now() }))) return
    await work(signal)
    if (signal.aborted) await giveBackRun(db, name)
  }
}

function destroying(deps: ScheduledTaskDeps, { work, ...task }: DestroyingTask): Look {
  const isHeld = createHold(deps)
  const isFirst = createFirst()
  const doIfDue = scheduled(deps, {
    ...task,
    work: async (signal) => work(await previousRun(deps.db, task.name), signal),
  })
  return async (signal) => {
    if ((await isHeld(task.name)) || isFirst()) return
    await doIfDue(signal)
  }
}

/** Whether it is asked for the first time: then nothing is destroyed, as the clock of a machine just started may be wrong. */
function createFirst(): () => boolean {
  let calls = 0
  return () => (calls += 1) === 1
}

/** Whether nothing may be destroyed until the clock is confirmed; it says so in the log when it first finds it. */
function createHold({ db, clock, log }: Pick<ScheduledTaskDeps, 'db' | 'clock' | 'log'>) {
  let isLogged = false
  return async (name: string): Promise<boolean> => {
    const jump = await watchClock(db, clock.now())
    if (jump && !isLogged) {
      const [from, to] = [jump.from, jump.to].map((at) => new Date(at).toISOString())
      log.error({ from, to, task: name }, 'the clock jumped: nothing is deleted until `ops confirm-clock`')
    }
    isLogged = jump !== undefined
    return isLogged
  }
}

async function removeOrphans(deps: ScheduledTaskDeps, signal: AbortSignal): Promise<void> {
  const removed = await careers.sweepOrphans(deps, signal)
  if (removed > 0) deps.log.info({ removed }, 'stored files without a record were removed')
}

async function endOldSessions(deps: ScheduledTaskDeps): Promise<void> {
  await deleteEnded(deps.db, deps.clock.now())
  await deletePassed(deps.db, deps.clock.now())
}

/** Looks at the clock first: by a wrong one no mandate is given up. */
async function askForMandates(deps: ScheduledTaskDeps, signal: AbortSignal): Promise<void> {
  await watchClock(deps.db, deps.clock.now())
  await pollMandates(deps, signal)
}

async function askForDigest({ config: { digestAt }, ...deps }: ScheduledTaskDeps): Promise<void> {
  if (digestAt !== undefined) await digest.askForDigest(deps, digestAt)
}

async function keepPeriods(deps: ScheduledTaskDeps, dueAt: number, signal: AbortSignal): Promise<void> {
  const counts = await runRetention(deps, { actor: 'system', daily: true, dueAt, signal })
  const gone = Object.values(counts).reduce((sum, count) => sum + count, 0)
  if (gone > 0) deps.log.info({ counts }, 'data past its retention period was deleted')
}

/**
 * Destroys the keys of backups past their time, but not right after a start, and stores beside the others who was erased, so
 * that a restore erases them again even if this database is lost. Every process does so, since only one machine may have the
 * folder.
 */
function backupKeys({ config: { backup }, db, clock }: ScheduledTaskDeps): Look {
  const isFirst = createFirst()
  return async () => {
    if (!backup.key || !existsSync(backup.keysDir)) return
    const folder = { path: backup.keysDir, cipher: createFieldCipher(backup.key) }
    if (isFirst()) await keepErasures(db, folder)
    else await maintainBackupKeys(db, folder, clock.now())
  }
}
