import type { Clock } from '#server/platform/clock.ts'
import type { FieldCipher } from '#server/platform/crypto/field-cipher.ts'
import { sharedKey } from '#server/platform/crypto/key-check.ts'
import type { Db } from '#server/platform/db/client.ts'
import { StartError } from '#server/platform/data-folder.ts'
import { newId } from '#server/platform/ids.ts'
import type { Log } from '#server/platform/observability/log.ts'
import type { Observe } from '#server/platform/observability/observe.ts'
import type { PoolAnswer, WorkerPool } from '#server/platform/worker-pool/worker-pool.ts'
import type { SignatureError, SignaturePort, Signed, SignedDocument, SigningKey } from './port.ts'
import { makeSandboxCertificate } from './sandbox-certificate.ts'
import { verifySignature } from './verify-signature.ts'
import type { run } from './sign-task.ts'

interface SignatureConfig {
  agency: { name: string }
  signature: { key: SigningKey | undefined; tsaUrl: string | undefined }
  production: boolean
}

interface SignatureDeps {
  db: Db
  cipher: FieldCipher
  clock: Clock
  log: Log
  observe: Observe
  threads: WorkerPool
}

/** Signs with the configured certificate, or one that all processes share. Throws `StartError` when it does not open. */
export async function createSignature(config: SignatureConfig, deps: SignatureDeps): Promise<SignaturePort> {
  const { sign } = await createSigner(config, deps)
  const outcomeOf = (answer: Signed) => (answer.ok ? 'ok' : answer.fault)
  const call = { provider: 'seal', operation: 'seal', outcomeOf }
  return { ...signatureCheck, sign: (pdf, at) => deps.observe({ ...call, work: () => sign(pdf, at) }) }
}

/** Verification needs no key. */
export const signatureCheck: Pick<SignaturePort, 'verify'> = { verify: async (pdf) => verifySignature(pdf) }

async function createSigner(
  config: SignatureConfig,
  deps: SignatureDeps,
): Promise<Pick<SignaturePort, 'sign'>> {
  const { log, threads } = deps
  const { key, tsaUrl } = config.signature
  if (key) {
    await checkKey(key)
    return createP12Signature({ key, tsaUrl, threads })
  }
  const message =
    'agreements are signed with a certificate that this server makes for itself: readers cannot tell whose it is'
  log[config.production ? 'warn' : 'info']({ setting: 'SEAL_P12' }, message)
  let own: Promise<Pick<SignaturePort, 'sign'>> | undefined
  const open = async () =>
    createP12Signature({ key: await ownKey(config.agency.name, deps), tsaUrl, threads })
  return {
    async sign(pdf, at) {
      own ??= open()
      // After a failure the next call tries again.
      own.catch(() => (own = undefined))
      return (await own).sign(pdf, at)
    },
  }
}

async function checkKey({ p12, password }: SigningKey): Promise<void> {
  // Imported here, because the main thread needs the library only for this setting.
  const { P12Signer } = await import('@libpdf/core')
  await P12Signer.create(p12, password).catch((cause: unknown) => {
    throw new StartError('SEAL_P12 cannot be opened: SEAL_P12_PASSWORD must be its password', { cause })
  })
}

/** Returns the server's own certificate. It is stored as PKCS#12 in base64 together with its password. */
async function ownKey(name: string, { db, cipher, clock }: SignatureDeps): Promise<SigningKey> {
  const now = clock.now()
  const make = async () => {
    const password = newId()
    const p12 = await makeSandboxCertificate({ name, password, now })
    return JSON.stringify({ p12: Buffer.from(p12).toString('base64'), password })
  }
  const stored = JSON.parse(await sharedKey(db, cipher, { id: 'own', now, make })) as {
    p12: string
    password: string
  }
  return { p12: Buffer.from(stored.p12, 'base64'), password: stored.password }
}

const task = import.meta.resolve('./sign-task.ts')

/**
 * Signs with the agency's certificate (PAdES, ETSI EN 319 142-1: CAdES detached, B-B or B-T) in a worker thread.
 * `tsaUrl` is a timestamp authority (RFC 3161); without one the time of the signature comes from our clock.
 */
export function createP12Signature({
  key,
  tsaUrl,
  threads,
}: {
  key: SigningKey
  tsaUrl: string | undefined
  threads: WorkerPool
}): SignaturePort {
  return {
    ...signatureCheck,
    async sign(pdf, at) {
      const answer = await threads.run<typeof run>(task, { ...key, tsaUrl, pdf, at }).catch(noTimestamp)
      return answer.ok ? { ok: true, signed: answer.value } : { ok: false, fault: faultOf(answer.fault) }
    },
  }
}

type Answer = PoolAnswer<SignedDocument> | { ok: false; fault: 'timestamp' }

function noTimestamp(error: unknown): Answer {
  if (error instanceof Error && error.name === 'TimestampError') return { ok: false, fault: 'timestamp' }
  throw error
}

function faultOf(fault: (Answer & { ok: false })['fault']): SignatureError {
  return fault === 'late' ? 'broke' : fault
}
