import type { Config } from '#server/config/config.ts'
import type { AuditVerifier } from '#server/platform/audit/verifier.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { FieldCipher } from '#server/platform/crypto/field-cipher.ts'
import type { SignedLinks } from '#server/platform/crypto/signed-links.ts'
import type { DatabaseHandle } from '#server/platform/db/client.ts'
import type { RecordLinks } from '#server/platform/db/record-links.ts'
import type { Breaker } from '#server/platform/http-client/circuit-breaker.ts'
import type { PostPublicDeps } from '#server/platform/http-client/post-public.ts'
import type { Limit, LimitRule } from '#server/platform/limits/memory-limits.ts'
import type { Log } from '#server/platform/observability/log.ts'
import type { Counters, Metrics } from '#server/platform/observability/metrics.ts'
import type { Observe } from '#server/platform/observability/telemetry.ts'
import type { Tracing } from '#server/platform/observability/tracing.ts'
import type { Sessions } from '#server/platform/sessions/sessions.ts'
import type { FileChecker } from '#server/platform/uploads/file-checks/checker.ts'
import type { Spool } from '#server/platform/uploads/spool.ts'
import type { WorkerPool } from '#server/platform/worker-pool/worker-pool.ts'
import type { AadhaarPort } from '#server/providers/aadhaar/port.ts'
import type { FilesPort } from '#server/providers/files/port.ts'
import type { GatewayPort } from '#server/providers/gateway/port.ts'
import type { MailPort } from '#server/providers/mail/port.ts'
import type { ScannerPort } from '#server/providers/scanner/port.ts'
import type { SignaturePort } from '#server/providers/signature/port.ts'
import type { SmsPort } from '#server/providers/sms/port.ts'

/**
 * What the process is made of, opened once (`composition/deps.ts`). Routes, services and handlers of jobs take it whole; a
 * store takes a transaction (or `db`) and the cipher.
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
  tracing: Tracing | undefined
  observe: Observe
  /** Says that a job was enqueued and committed. */
  wakeWorker(): void
  /** Whether the process is about to end: it says that it is not ready. */
  stopping(): boolean
  limit(rule: LimitRule): Limit
  sessions: Sessions
  links: SignedLinks
  recordLinks: RecordLinks
  audit: AuditVerifier
  /** How an address that an owner entered is called. */
  outbound: PostPublicDeps
  /** Draws and signs documents. */
  threads: WorkerPool
  checker: FileChecker
  spool: Spool
  files: FilesPort
  scanner: ScannerPort
  mail: MailPort
  aadhaar: AadhaarPort
  sms: SmsPort
  gateway: GatewayPort
  signature: SignaturePort
  breakers: Breaker[]
}
