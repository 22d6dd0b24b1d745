import { sweepOrphans } from './platform/uploads/stored-documents.ts'
import { existsSync } from 'node:fs'
import * as identity from '#server/features/onboarding/identity/mobile-service.ts'
import type { App } from './context.ts'
import * as digest from './features/digest/jobs.ts'
import { pollMandates } from './features/onboarding/mandate/jobs.ts'
import { runRetention } from '#server/features/privacy/retention-store.ts'
import { sendReminders } from './features/reminders/service.ts'
import { closeWhatExpired } from './features/vacancies/service.ts'
import { DAILY_TASK, keepErasures, maintainBackupKeys } from './platform/backup/backup.ts'
import { PAUSE_MS, watchClock } from './platform/clock-watch.ts'
import { createFieldCipher } from './platform/crypto/field-cipher.ts'
import { giveBackRun, previousRun, repeat, type Repeated, takeRun } from './platform/jobs/schedule.ts'

const MINUTE_MS = 60_000
/** How often a process checks whether a task is due; it soon takes over from a process that has ended. */
const LOOK_MS = 15_000
/** How long a process waits before it repeats a failed run. */
const RETRY_MS = 5 * MINUTE_MS

interface Task {
  /** The same in all processes; one of them takes each run. */
  name: string
  everyMs: number
  work(signal: AbortSignal): Promise<void>
}

/** A task that deletes permanently, and only what was due at its previous run already. */
interface DestroyingTask extends Omit<Task, 'work'> {
  /** Deletes what was due at `dueAt` (milliseconds), when the previous run was taken. */
  work(dueAt: number, signal: AbortSignal): Promise<void>
}

/** What the server does by itself from time to time; one of several processes takes each run. */
export interface ScheduledTasks {
  start(): void
  /** Runs each task that is due; the first round deletes nothing. */
  round(): Promise<void>
  /** Starts no more tasks; resolves when the running ones have ended. */
  stop(): Promise<void>
}

type Look = (signal: AbortSignal) => Promise<void>

export function createScheduledTasks(app: App): ScheduledTasks {
  const isHeld = createHold(app)
  const looks: { everyMs: number; look: Look }[] = [
    ...tasks(app).map((task) => ({ everyMs: LOOK_MS, look: scheduled(app, task) })),
    ...destroyingTasks(app).map((task) => ({ everyMs: LOOK_MS, look: destroying(app, task, isHeld) })),
    { everyMs: 10 * MINUTE_MS, look: backupKeys(app) },
  ]
  let repeated: Repeated[] = []
  return {
    start() {
      repeated = looks.map(({ everyMs, look }) => repeat(everyMs, look, app.log))
    },
    async round() {
      for (const { look } of looks) await look(new AbortController().signal)
    },
    stop: async () => void (await Promise.all(repeated.map((one) => one.stop()))),
  }
}

function tasks(app: App): Task[] {
  const { config } = app
  return [
    { name: 'mandates', everyMs: MINUTE_MS, work: (signal) => pollMandates(app, signal) },
    { name: 'proofs', everyMs: 5 * MINUTE_MS, work: () => identity.watchProofs(app) },
    { name: 'vacancies', everyMs: MINUTE_MS, work: async () => void (await closeWhatExpired(app)) },
    { name: 'reminders', everyMs: 5 * MINUTE_MS, work: (signal) => sendReminders(app, signal) },
    {
      name: 'digest',
      everyMs: MINUTE_MS,
      async work() {
        if (config.digestAt !== undefined) await digest.askForDigest(app, config.digestAt)
      },
    },
  ]
}

function destroyingTasks(app: App): DestroyingTask[] {
  const { log } = app
  const at = (dueAt: number): App => ({ ...app, clock: { now: () => dueAt } })
  return [
    {
      name: 'orphans',
      everyMs: 60 * MINUTE_MS,
      async work(dueAt, signal) {
        const removed = await sweepOrphans(at(dueAt), signal)
        if (removed > 0) log.info({ removed }, 'stored files without a record were removed')
      },
    },
    {
      name: 'sessions',
      everyMs: 5 * MINUTE_MS,
      work: async (dueAt, signal) =>
        void (await runRetention(app, { actor: 'system', only: 'short', dueAt, signal })),
    },
    { name: 'codes', everyMs: 5 * MINUTE_MS, work: (dueAt) => identity.forgetPassedCodes(at(dueAt)) },
    {
      name: DAILY_TASK,
      everyMs: 24 * 60 * MINUTE_MS,
      async work(dueAt, signal) {
        const counts = await runRetention(app, { actor: 'system', only: 'daily', dueAt, signal })
        const gone = Object.values(counts).reduce((sum, count) => sum + count, 0)
        if (gone > 0) log.info({ counts }, 'data past its retention period was deleted')
      },
    },
  ]
}

/** A failed or aborted run is given back, so that none is lost; this process repeats it after a while. */
function scheduled({ db, clock }: App, { name, everyMs, work }: Task): Look {
  const restMs = Math.min(everyMs, RETRY_MS)
  let failedAt = -Infinity
  return async (signal) => {
    const now = clock.now()
    if (Math.abs(now - failedAt) < restMs || !(await takeRun(db, { name, everyMs, now }))) return
    let isDone = false
    try {
      await work(signal)
      isDone = !signal.aborted
    } finally {
      if (!isDone) {
        failedAt = now
        await giveBackRun(db, name)
      }
    }
  }
}

function destroying(app: App, { work, ...task }: DestroyingTask, isHeld: () => Promise<boolean>): Look {
  const isFirst = createFirst()
  const doIfDue = scheduled(app, {
    ...task,
    work: async (signal) => work(await previousRun(app.db, task.name), signal),
  })
  return async (signal) => {
    if ((await isHeld()) || isFirst()) return
    await doIfDue(signal)
  }
}

/** Returns whether this is the first call. Nothing is deleted then, since the clock of a started machine may be wrong. */
function createFirst(): () => boolean {
  let calls = 0
  return () => (calls += 1) === 1
}

/** Returns whether deletion pauses because the clock jumped; logged once for all tasks. */
function createHold({ db, clock, log }: App) {
  let isLogged = false
  return async (): Promise<boolean> => {
    const jump = await watchClock(db, clock.now())
    if (jump && !isLogged) {
      const [from, to, until] = [jump.from, jump.to, jump.to + PAUSE_MS].map((at) =>
        new Date(at).toISOString(),
      )
      log.warn({ from, to, until }, 'the clock jumped: nothing is deleted for 48 hours')
    }
    isLogged = jump !== undefined
    return isLogged
  }
}

/**
 * Deletes expired keys of backups, but not right after a start, and stores erasures beside the others, so that a
 * restore repeats them even if this database is lost. Every process does so, since only one machine may have the
 * folder.
 */
function backupKeys({ config: { backup }, db, clock }: App): Look {
  const isFirst = createFirst()
  return async () => {
    if (!backup.key || !existsSync(backup.keysDir)) return
    const folder = { path: backup.keysDir, cipher: createFieldCipher(backup.key) }
    if (isFirst()) await keepErasures(db, folder)
    else await maintainBackupKeys(db, folder, clock.now())
  }
}
