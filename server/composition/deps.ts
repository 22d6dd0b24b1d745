import { join } from 'node:path'
import type { Config } from '#server/config/config.ts'
import type { App } from '#server/context.ts'
import type { FieldCipher } from '#server/platform/crypto/field-cipher.ts'
import { createAuditVerifier, VERIFY_LIMIT_MS } from '#server/platform/audit/verifier.ts'
import { createSignedLinks } from '#server/platform/crypto/signed-links.ts'
import { type Clock, systemClock } from '#server/platform/clock.ts'
import { lockDataFolder, openDataFolder } from '#server/platform/data-folder.ts'
import { refuseOtherFolder } from '#server/platform/db/migrate.ts'
import { createRecordLinks } from '#server/platform/db/record-links.ts'
import { resolveName } from '#server/platform/http-client/public-address.ts'
import { withFunnel } from '#server/features/staff/records/today-service.ts'
import { createWorker } from '#server/platform/jobs/worker.ts'
import type { Log } from '#server/platform/observability/log.ts'
import { createTelemetry, type Observe } from '#server/platform/observability/telemetry.ts'
import { createLimits } from '#server/platform/limits/memory-limits.ts'
import { createSessions } from '#server/platform/sessions/sessions.ts'
import { createFileChecker, type FileChecker } from '#server/platform/uploads/file-checks/checker.ts'
import { createSpool } from '#server/platform/uploads/spool.ts'
import { createWorkerPool } from '#server/platform/worker-pool/worker-pool.ts'
import { createObservedFiles } from '#server/providers/files/create.ts'
import { createScanner } from '#server/providers/scanner/create.ts'
import { createSignature } from '#server/providers/signature/create.ts'
import { sharedKey } from '#server/features/onboarding/agreement/store.ts'
import { createAgreements } from './agreement.ts'
import { createDatabase } from './database.ts'
import { createJobHandlers } from './job-handlers.ts'
import { createProviders } from './providers.ts'
import { createScheduledTasks } from './scheduled-tasks.ts'
import { createStaticSiteCache } from './static-site-cache.ts'

/** Milliseconds for one call to an address that an owner entered. */
const WEBHOOK_LIMIT_MS = 15_000

/** The `App`, and what belongs to the process alone. */
export type Deps = Awaited<ReturnType<typeof createDeps>>

/** What takes most of the time of a start or of a first document, or is not the same every time. */
interface Parts {
  clock: Clock
  createSite: typeof createStaticSiteCache
  createThreads: typeof createWorkerPool
  createChecker: typeof createFileChecker
}

const ownParts: Parts = {
  clock: systemClock,
  createSite: createStaticSiteCache,
  createThreads: createWorkerPool,
  createChecker: createFileChecker,
}

/** Opens what the settings name; throws `StartError` with a line for the operator. Tests pass parts of their own. */
export async function createDeps(config: Config, log: Log, parts: Partial<Parts> = {}) {
  const { clock, createSite, createThreads, createChecker } = { ...ownParts, ...parts }
  refuseOtherFolder(config.dataDir)
  openDataFolder(config.dataDir)
  const lock = lockDataFolder(config.dataDir)
  const { metrics, tracing, observe } = await createTelemetry(config, log)
  const { database, cipher } = await createDatabase(config, { log, now: clock.now(), tracing })
  const { db, engine } = database
  const stop = createStopping()
  const stored = { config, db, cipher, clock, log }
  const { mail, breakers, close, ...ports } = await createProviders(config, { ...stored, observe })
  const recordLinks = createRecordLinks(stored)
  const links = createSignedLinks({ cipher, clock, publicUrl: config.publicUrl })
  const uploads = await createUploads(config, { cipher, log, observe, checker: createChecker(log) })
  const wakeWorker = (): void => worker.wake()
  const counters = withFunnel(metrics, stored)
  const outbound = { resolve: resolveName, limitMs: WEBHOOK_LIMIT_MS, loopback: config.trying }
  const base = { ...stored, ...ports, ...uploads, counters, recordLinks, outbound, wakeWorker }
  const threads = createThreads({ log })
  const signature = await createSignature(config, {
    ...{ ...stored, observe, threads },
    sharedKey: (wanted) => sharedKey(db, cipher, wanted),
  })
  const agreements = createAgreements({ ...base, mail, threads, signature })
  const audit = createAuditVerifier({
    ...{ ...config, db },
    threads: createThreads({ log, active: 1, limitMs: VERIFY_LIMIT_MS }),
  })
  const handlers = [...createJobHandlers({ ...base, mail }), ...agreements.handlers]
  const worker = createWorker({ db, engine, handlers, clock, log, tracing, onAttempt: metrics.jobAttempted })
  const scheduledTasks = createScheduledTasks({ ...base, database })
  const site = await createSite(config, { ...ports, clock, log })
  const timers = [uploads.checker.close, site.close, scheduledTasks.stop]
  const opened = [
    worker.stop,
    audit.close,
    threads.close,
    close,
    database.close,
    async () => tracing?.close(),
  ]
  metrics.watch({ database, breakers, clock, dataDir: config.dataDir })

  const app: App = {
    ...base,
    ...{ mail, observe, threads, signature, breakers, database, metrics, tracing, links, audit },
    limit: createLimits(config.rateLimitScale, metrics.limitRefused),
    sessions: createSessions({ db, cipher, clock, config }),
    stopping: stop.stopping,
  }
  return {
    ...app,
    ...{ sandbox: ports.sandbox, sandboxBank: ports.sandboxBank },
    ...{ worker, scheduledTasks, agreements, site: site.current, beginStop: stop.beginStop },
    close: () => closeAll([...timers, ...opened, lock.release]),
  }
}

/** After `beginStop` readiness is answered with 503. */
function createStopping() {
  let stopping = false
  return { stopping: () => stopping, beginStop: () => void (stopping = true) }
}

async function closeAll(closers: (() => void | Promise<void>)[]): Promise<void> {
  for (const close of closers) await close()
}

interface UploadParts {
  cipher: FieldCipher
  log: Log
  observe: Observe
  checker: FileChecker
}

async function createUploads(config: Config, { cipher, log, observe, checker }: UploadParts) {
  return {
    files: createObservedFiles(config, observe),
    scanner: createScanner(config, { log, observe }),
    checker,
    spool: await createSpool(join(config.dataDir, 'spool'), cipher, [
      config.dataDir,
      join(config.dataDir, 'files'),
    ]),
  }
}
