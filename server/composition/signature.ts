import type { Config } from '#server/config/config.ts'
import type { Db } from '#server/platform/db/client.ts'
import { sharedKey } from '#server/features/onboarding/agreement/store.ts'
import type { Clock } from '#server/platform/clock.ts'
import { StartError } from '#server/platform/data-folder.ts'
import { newId } from '#server/platform/ids.ts'
import type { Log } from '#server/platform/observability/log.ts'
import type { FieldCipher } from '#server/platform/crypto/field-cipher.ts'
import type { WorkerPool } from '#server/platform/worker-pool/worker-pool.ts'
import { createP12Signature } from '#server/providers/signature/p12.ts'
import type { SigningKey, SignaturePort } from '#server/providers/signature/port.ts'
import { makeSandboxCertificate } from '#server/providers/signature/sandbox-certificate.ts'
import { verifySignature } from '#server/providers/signature/verify-signature.ts'

interface SignatureBase {
  config: Pick<Config, 'agency' | 'signature' | 'production'>
  db: Db
  cipher: FieldCipher
  clock: Clock
  log: Log
  threads: WorkerPool
}

/**
 * The signature that the settings name; without one a certificate that is made at the first need, kept signed and shared by
 * all processes. Throws `StartError` where the certificate named does not open.
 */
export async function createSignature(base: SignatureBase): Promise<SignaturePort> {
  const { config, log, threads } = base
  const { key, tsaUrl } = config.signature
  if (key) {
    await tryKey(key)
    return createP12Signature({ key, tsaUrl, threads })
  }
  const said =
    'agreements are sealed with a certificate that this server makes for itself: readers cannot tell whose it is'
  if (config.production) log.warn({ setting: 'SEAL_P12' }, said)
  else log.info({ setting: 'SEAL_P12' }, said)
  let own: Promise<SignaturePort> | undefined
  const open = async () => createP12Signature({ key: await ownKey(base), tsaUrl, threads })
  return {
    async sign(pdf, at) {
      own ??= open()
      // What failed is tried again by the next.
      own.catch(() => (own = undefined))
      return (await own).sign(pdf, at)
    },
    verify: signatureCheck.verify,
  }
}

/** Looks at signatures without a key of any kind. */
export const signatureCheck: Pick<SignaturePort, 'verify'> = { verify: async (pdf) => verifySignature(pdf) }

async function tryKey({ p12, password }: SigningKey): Promise<void> {
  // Loaded here alone, since only this setting needs it in the main thread.
  const { P12Signer } = await import('@libpdf/core')
  await P12Signer.create(p12, password).catch((cause: unknown) => {
    throw new StartError('SEAL_P12 does not open: SEAL_P12_PASSWORD must be its password', { cause })
  })
}

/** What the database keeps of it. */
interface KeptKey {
  /** Base64. */
  p12: string
  password: string
}

async function ownKey({ config, db, cipher, clock }: SignatureBase): Promise<SigningKey> {
  const make = async () => {
    const password = newId()
    const p12 = await makeSandboxCertificate({ name: config.agency.name, password, now: clock.now() })
    return JSON.stringify({ p12: Buffer.from(p12).toString('base64'), password } satisfies KeptKey)
  }
  const kept: KeptKey = JSON.parse(await sharedKey(db, cipher, { id: 'own', now: clock.now(), make }))
  return { p12: Buffer.from(kept.p12, 'base64'), password: kept.password }
}
