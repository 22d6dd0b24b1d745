import { join } from 'node:path'
import { type Agreements, createAgreements } from './agreement.ts'
import { type ScheduledTasks, createScheduledTasks } from './scheduled-tasks.ts'
import type { Config } from '#server/config/config.ts'
import type { Db, DatabaseHandle } from '#server/platform/db/client.ts'
import * as careers from '#server/features/careers/jobs.ts'
import { createNotifyInbox, notifyRestHandler } from '#server/features/digest/inbox-service.ts'
import * as digest from '#server/features/digest/jobs.ts'
import * as enquiries from '#server/features/enquiries/jobs.ts'
import { codeBudget } from '#server/features/onboarding/identity/jobs.ts'
import type { Site } from '#server/features/pages/service.ts'
import type { MailPort } from '#server/providers/mail/port.ts'
import { createWorker, type Worker } from '#server/platform/jobs/worker.ts'
import { type Clock, systemClock } from '#server/platform/clock.ts'
import { lockDataFolder, openDataFolder } from '#server/platform/data-folder.ts'
import { createFileChecker, type FileChecker } from '#server/platform/uploads/file-checks/checker.ts'
import { createRateLimits, type Limit, type LimitRule } from '#server/platform/rate-limit/rate-limit.ts'
import { scheduleBackupKeys } from './backup-keys.ts'
import { createStaticSiteCache } from './static-site-cache.ts'
import type { Log } from '#server/platform/observability/log.ts'
import type { FieldCipher } from '#server/platform/crypto/field-cipher.ts'
import * as mandates from '#server/features/onboarding/mandate/jobs.ts'
import type { StatusDeps } from '#server/features/onboarding/mandate/service.ts'
import * as registrations from '#server/features/onboarding/registration/jobs.ts'
import { createSignedLinks, type SignedLinks } from '#server/platform/crypto/signed-links.ts'
import { createRecordLinks, type RecordLinks } from '#server/platform/db/record-links.ts'
import { createObservedFiles } from '#server/providers/files/create.ts'
import { createDatabase } from './database.ts'
import { createProviders } from './providers.ts'
import { createTelemetry, type Observe } from '#server/platform/observability/telemetry.ts'
import { callProductHandler, type SandboxBank } from '#server/features/sandbox/bank-service.ts'
import type { AadhaarPort } from '#server/providers/aadhaar/port.ts'
import type { GatewayPort } from '#server/providers/gateway/port.ts'
import type { SmsPort } from '#server/providers/sms/port.ts'
import type { FilesPort } from '#server/providers/files/port.ts'
import { createScanner } from '#server/providers/scanner/create.ts'
import type { ScannerPort } from '#server/providers/scanner/port.ts'
import type { JobHandler } from '#server/platform/jobs/job.ts'
import type { Counters, Metrics } from '#server/platform/observability/metrics.ts'
import type { Tracing } from '#server/platform/observability/tracing.ts'
import { createSessions, type Sessions } from '#server/platform/sessions/sessions.ts'
import { createSpool, type Spool } from '#server/platform/uploads/spool.ts'

/** What files that visitors send go through, and where they end. */
interface Uploads {
  files: FilesPort
  scanner: ScannerPort
  checker: FileChecker
  spool: Spool
}

/** Everything the server is made of, put together once. */
export interface Deps extends Uploads {
  config: Config
  database: DatabaseHandle
  db: Db
  cipher: FieldCipher
  clock: Clock
  log: Log
  limit(rule: LimitRule): Limit
  metrics: Metrics
  counters: Counters
  tracing: Tracing | undefined
  worker: Worker
  scheduledTasks: ScheduledTasks
  wakeWorker(): void
  sessions: Sessions
  aadhaar: AadhaarPort
  sms: SmsPort
  gateway: GatewayPort
  recordLinks: RecordLinks
  links: SignedLinks
  agreements: Agreements
  /** The bank behind the gateway, while that is the sandbox's. */
  sandboxBank: SandboxBank | undefined
  /** Whether any provider is the sandbox's simulator. */
  sandbox: boolean
  site(): Site
  /** True from the first sign that the process is to end. */
  stopping(): boolean
  /** Answers readiness with 503 from now on. */
  beginStop(): void
  close(): Promise<void>
}

/**
 * Opens what the settings name and ties it together; throws `StartError` with a line for whoever started the server.
 * `clock` is handed in by tests that move the time.
 */
export async function createDeps(config: Config, log: Log, clock: Clock = systemClock): Promise<Deps> {
  openDataFolder(config.dataDir)
  const lock = lockDataFolder(config.dataDir)
  const { metrics, tracing, observe } = await createTelemetry(config, log)
  const { database, cipher } = await createDatabase(config, { log, now: clock.now(), tracing })
  const { db, engine } = database
  const stored = { config, db, cipher, clock, log }
  const limits = await createRateLimits(config, { ...stored, counters: metrics })
  const { mail, breakers, close, ...ports } = await createProviders(config, { ...stored, observe })
  const recordLinks = createRecordLinks(stored)
  const links = createSignedLinks({ cipher, clock, publicUrl: config.publicUrl })
  const uploads = await createUploads(config, { cipher, log, observe })
  const wakeWorker = () => worker.wake()
  const base = { ...stored, ...ports, ...uploads, counters: metrics, recordLinks, wakeWorker }
  const agreements = await createAgreements({ ...base, mail, observe })
  const handlers = [...createHandlers({ ...base, mail }), ...agreements.handlers]
  const worker = createWorker({ db, engine, handlers, clock, log, tracing, onAttempt: metrics.jobAttempted })
  const scheduledTasks = createScheduledTasks({ ...base, database })
  const site = await createStaticSiteCache(config, { ...ports, clock, log })
  const backupKeys = scheduleBackupKeys(config, { db, clock, log })
  const timers = [uploads.checker.close, site.close, scheduledTasks.close, backupKeys.close, limits.close]
  const opened = [worker.stop, agreements.close, close, database.close, async () => tracing?.close()]
  metrics.watch({ database, breakers, clock, dataDir: config.dataDir })

  return {
    ...base,
    ...{ database, metrics, tracing, worker, scheduledTasks, links, agreements },
    limit: limits.limit,
    sessions: createSessions({ db, cipher, clock, secure: config.publicUrl.startsWith('https:') }),
    site: site.current,
    ...createStopping(),
    close: () => closeAll([...timers, ...opened, lock.release]),
  }
}

function createStopping(): Pick<Deps, 'stopping' | 'beginStop'> {
  let stopping = false
  return { stopping: () => stopping, beginStop: () => void (stopping = true) }
}

type HandlerDeps = StatusDeps & Pick<Deps, 'config' | 'counters' | 'recordLinks' | 'sandboxBank'>

/** The handlers of every kind of job but those of agreements. */
function createHandlers(deps: HandlerDeps & { mail: MailPort }): JobHandler[] {
  const { publicUrl, agencyInbox: inbox, inboxDailyBudget, rateLimitScale } = deps.config
  const budget = Math.max(1, Math.floor(inboxDailyBudget * rateLimitScale))
  const mailDeps = { ...deps, inbox, publicUrl }
  const forms = { ...mailDeps, notifyInbox: createNotifyInbox({ ...mailDeps, budget }) }
  return [
    enquiries.notifyAgencyHandler(forms),
    careers.notifyAgencyHandler(forms),
    careers.notifyOwnerHandler(forms),
    notifyRestHandler(mailDeps),
    digest.sendDigestHandler({ ...mailDeps, codeBudget: () => codeBudget(deps) }),
    mandates.notifyStaffHandler(mailDeps),
    mandates.keepOneHandler(deps),
    ...registrations.registrationHandlers(mailDeps),
    ...(deps.sandboxBank ? [callProductHandler(deps.sandboxBank)] : []),
  ]
}

async function closeAll(closers: (() => void | Promise<void>)[]): Promise<void> {
  for (const close of closers) await close()
}

async function createUploads(
  config: Config,
  { cipher, log, observe }: { cipher: FieldCipher; log: Log; observe: Observe },
): Promise<Uploads> {
  return {
    files: createObservedFiles(config, observe),
    scanner: createScanner(config, { log, observe }),
    checker: createFileChecker(log),
    spool: await createSpool(join(config.dataDir, 'spool'), cipher),
  }
}
