import { join } from 'node:path'
import { capital } from '#contract/schemas/agency.ts'
import type { Config } from './config/config.ts'
import type { Sandbox } from '#sandbox/start.ts'
import { watchProduct } from './features/health/metrics-service.ts'
import { countingFunnel } from './features/onboarding/funnel-service.ts'
import { createSandboxStore } from './features/sandbox/store.ts'
import { type Breaker, createBreaker } from './platform/http-client/circuit-breaker.ts'
import type { AadhaarPort } from './providers/aadhaar/port.ts'
import type { GatewayPort } from './providers/gateway/port.ts'
import type { MailPort } from './providers/mail/port.ts'
import {
  openAadhaar,
  openFiles,
  openGateway,
  openMail,
  openScanner,
  openSms,
  type ProviderDeps,
} from './open-providers.ts'
import { sandboxTexts } from './providers/sms/registered-texts.ts'
import type { SmsPort } from './providers/sms/port.ts'
import { type Clock, systemClock } from './platform/clock.ts'
import type { FieldCipher } from './platform/crypto/field-cipher.ts'
import { noteContact } from './features/records/timeline-store.ts'
import { createRecordLinks, type RecordLinks } from './features/records/link-store.ts'
import { createSignedLinks, type SignedLinks } from './platform/links.ts'
import { lockDataFolder, openDataFolder } from './platform/data-folder.ts'
import type { DatabaseHandle } from './platform/db/client.ts'
import { refuseOtherFolder } from './platform/db/migrate.ts'
import { openWithKey } from './platform/crypto/key-check.ts'
import { type Outbound, resolveName } from './platform/http-client/post-public.ts'
import { createWorker, type Worker } from './platform/jobs/worker.ts'
import { createFloodLimits, type FloodLimit } from './platform/limits/flood-limits.ts'
import type { FloodName } from './platform/limits/rules.ts'
import { createStrangerMails, type StrangerMails } from './platform/limits/stranger-mails.ts'
import { type Counters, createMetrics, type Metrics, watchProcess } from './platform/observability/metrics.ts'
import type { Log } from './platform/observability/log.ts'
import { createObserver, type Observe } from './platform/observability/observe.ts'
import { createSessions, type Sessions } from './platform/sessions/sessions.ts'
import { createFileChecker, type FileChecker } from './platform/uploads/file-checks/checker.ts'
import { createSpool, type Spool } from './platform/uploads/spool.ts'
import { createWorkerPool, type WorkerPool } from './platform/worker-pool/worker-pool.ts'
import type { FilesPort } from './providers/files/port.ts'
import type { ScannerPort } from './providers/scanner/port.ts'
import { createSignature } from './providers/signature/p12-signature.ts'
import type { SignaturePort } from './providers/signature/port.ts'

/**
 * What the process is made of, opened once. Routes, services and handlers of jobs take it whole; a store takes a transaction
 * (or `db`) and the cipher.
 */
export interface App {
  config: Config
  database: DatabaseHandle
  db: DatabaseHandle['db']
  cipher: FieldCipher
  clock: Clock
  log: Log
  metrics: Metrics
  /** Counts events of the product, in the metrics and for the desk. */
  counters: Counters
  observe: Observe
  /** Runs jobs; `buildApp` gives it their handlers. */
  worker: Worker
  /** Wakes the worker after a job was enqueued and committed. */
  wakeWorker(): void
  /** Returns whether the process is about to end, and so is not ready. */
  stopping(): boolean
  beginStop(): void
  /** A limit against floods; limits across processes are counted with `take` in the database. */
  limit(name: FloodName): FloodLimit
  strangerMails: StrangerMails
  sessions: Sessions
  links: SignedLinks
  recordLinks: RecordLinks
  /** Calls addresses that an owner entered. */
  outbound: Outbound
  /** Makes and signs documents. */
  threads: WorkerPool
  checker: FileChecker
  spool: Spool
  files: FilesPort
  scanner: ScannerPort
  signature: SignaturePort
  mail: MailPort
  aadhaar: AadhaarPort
  sms: SmsPort
  gateway: GatewayPort
  /** The simulated outside world, while a provider is the sandbox's. */
  sandbox: Sandbox | undefined
  /** The breakers of providers that are not called for a while after failures. */
  breakers: Breaker[]
  /** Closes everything that was opened, once no request and no task is in progress. */
  close(): Promise<void>
}

/** Milliseconds for one call to an address that an owner entered. */
const WEBHOOK_LIMIT_MS = 15_000

/** Parts that take most of the time of a start or of a first document, or differ each time. */
export interface Parts {
  clock: Clock
  createThreads: typeof createWorkerPool
  createChecker: typeof createFileChecker
}

const ownParts: Parts = {
  clock: systemClock,
  createThreads: createWorkerPool,
  createChecker: createFileChecker,
}

/** Opens what the settings name; throws `StartError` with a line for the operator. Tests replace parts. */
export async function openApp(config: Config, log: Log, parts: Partial<Parts> = {}): Promise<App> {
  const { clock, createThreads, createChecker } = { ...ownParts, ...parts }
  const { dataDir, publicUrl } = config
  refuseOtherFolder(dataDir)
  openDataFolder(dataDir)
  const lock = lockDataFolder(dataDir)
  const metrics = createMetrics()
  const observe = createObserver({ metrics, log })
  const { database, cipher } = await openWithKey(config, { log, now: clock.now() })
  const { db, engine } = database
  const stored = { config, db, cipher, clock, log }
  const { close: closeProviders, ...providers } = await openProviders(config, { ...stored, observe })
  const threads = createThreads({ log })
  const checker = createChecker(log)
  const worker = createWorker({
    ...{ db, engine, clock, log },
    onAttempt: metrics.jobAttempted,
    onDone: (job, at) => (job.record_id === null ? undefined : noteContact(db, job.record_id, at)),
  })
  const limit = createFloodLimits(config, metrics.limitRefused)
  let isStopping = false
  watchProcess({ metrics, database, breakers: providers.breakers, clock, dataDir })
  watchProduct(metrics, db)
  return {
    ...stored,
    ...providers,
    ...{ database, metrics, observe, worker, threads, checker },
    counters: countingFunnel(metrics, stored),
    wakeWorker: () => worker.wake(),
    stopping: () => isStopping,
    beginStop: () => void (isStopping = true),
    limit,
    strangerMails: createStrangerMails(limit, stored),
    sessions: createSessions(stored),
    links: createSignedLinks({ cipher, clock, publicUrl }),
    recordLinks: createRecordLinks(stored),
    outbound: { resolve: resolveName, limitMs: WEBHOOK_LIMIT_MS, loopback: config.trying },
    spool: await createSpool(join(dataDir, 'spool'), cipher, [dataDir, join(dataDir, 'files')]),
    files: openFiles(config, observe),
    scanner: openScanner(config, { log, observe }),
    signature: await createSignature(config, { ...stored, observe, threads }),
    async close() {
      checker.close()
      await worker.stop()
      await threads.close()
      await closeProviders()
      await database.close()
      lock.release()
    },
  }
}

type Base = Pick<App, 'db' | 'cipher' | 'clock' | 'log' | 'observe'>

/** Opens every provider, and starts the sandbox only if one of them is its own. */
async function openProviders(config: Config, base: Base) {
  const breakers: Breaker[] = []
  const deps: ProviderDeps = {
    ...base,
    breaker(provider) {
      const breaker = createBreaker({ provider, log: base.log })
      breakers.push(breaker)
      return breaker
    },
  }
  const { sandbox, accounts } = await accountsOf(config, base)
  const mail = openMail({ ...config.mail, ...accounts.mail, sender: capital(config.agency.name) }, deps)
  return {
    aadhaar: openAadhaar(accounts.aadhaar, deps),
    sms: openSms(accounts.sms, deps),
    gateway: openGateway(accounts.gateway, deps),
    ...{ mail, sandbox, breakers },
    async close() {
      mail.close()
      await sandbox?.close()
    },
  }
}

const notes = {
  aadhaar: 'sandbox: Aadhaar numbers are invented people, their codes go to /sandbox and to nobody else',
  sms: 'sandbox: SMS go to /sandbox and to nobody else',
  gateway: 'sandbox: bank mandates are set up with an invented bank, and no money moves',
  mail: 'sandbox: e-mail goes to /sandbox and to nobody else',
}

/** Returns how each provider is reached: a real one by the settings, the others in the sandbox. */
async function accountsOf(config: Config, { db, cipher, clock, log }: Base) {
  const { aadhaar, sms, mail } = config
  const { gateway } = config.mandate
  if (
    aadhaar.provider !== 'sandbox' &&
    sms.provider !== 'sandbox' &&
    mail.provider !== 'sandbox' &&
    gateway.provider !== 'sandbox'
  )
    return { sandbox: undefined, accounts: { aadhaar, sms, mail, gateway } }
  for (const [name, { provider }] of Object.entries({ aadhaar, sms, gateway, mail }))
    if (provider === 'sandbox') log.info(notes[name as keyof typeof notes])
  const { texts, templates } = sandboxTexts({
    agency: config.agency,
    host: new URL(config.publicUrl).host,
  })
  const { startSandbox } = await import('#sandbox/start.ts')
  const sandbox = await startSandbox({
    ...{
      clock,
      publicUrl: config.publicUrl,
      payee: capital(config.agency.name),
      smsTexts: texts,
    },
    hasBank: gateway.provider === 'sandbox',
    store: createSandboxStore({ db, cipher, clock }),
    // Nobody outside can sign for its bank, and all processes of this database have the same key.
    secret: cipher.index('sandbox', 'secret'),
    limitScale: config.rateLimitScale,
  })
  const accounts = {
    aadhaar: aadhaar.provider === 'sandbox' ? sandbox.aadhaar : aadhaar,
    sms: sms.provider === 'sandbox' ? { ...sandbox.sms, provider: 'msg91' as const, templates } : sms,
    mail: mail.provider === 'sandbox' ? sandbox.mail : mail,
    gateway: gateway.provider === 'sandbox' ? { ...sandbox.gateway, isOwnSite: true } : gateway,
  }
  return { sandbox, accounts }
}
