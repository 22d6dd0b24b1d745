import type { Config } from '#server/config/config.ts'
import type { Db } from '#server/platform/db/client.ts'
import { sharedKey } from '#server/features/onboarding/agreement/store.ts'
import type { Clock } from '#server/platform/clock.ts'
import { StartError } from '#server/platform/data-folder.ts'
import { newId } from '#server/platform/ids.ts'
import type { Log } from '#server/platform/observability/log.ts'
import type { Sealer } from '#server/platform/crypto/field-cipher.ts'
import type { Threads } from '#server/platform/worker-pool/worker-pool.ts'
import { createP12Seal } from '#server/providers/signature/p12.ts'
import type { SealKey, SealPort } from '#server/providers/signature/port.ts'
import { makeSandboxCertificate } from '#server/providers/signature/sandbox-certificate.ts'
import { verifySeal } from '#server/providers/signature/verify-signature.ts'

interface SealBase {
  config: Pick<Config, 'agency' | 'seal' | 'production'>
  db: Db
  sealer: Sealer
  clock: Clock
  log: Log
  threads: Threads
}

/**
 * The seal that the settings name; without one a certificate that is made at the first need, kept sealed and shared by
 * all processes. Throws `StartError` where the certificate named does not open.
 */
export async function openSeal(base: SealBase): Promise<SealPort> {
  const { config, log, threads } = base
  const { key, tsaUrl } = config.seal
  if (key) {
    await tryKey(key)
    return createP12Seal({ key, tsaUrl, threads })
  }
  const said =
    'agreements are sealed with a certificate that this server makes for itself: readers cannot tell whose it is'
  if (config.production) log.warn({ setting: 'SEAL_P12' }, said)
  else log.info({ setting: 'SEAL_P12' }, said)
  let own: Promise<SealPort> | undefined
  const open = async () => createP12Seal({ key: await ownKey(base), tsaUrl, threads })
  return {
    async seal(pdf, at) {
      own ??= open()
      // What failed is tried again by the next.
      own.catch(() => (own = undefined))
      return (await own).seal(pdf, at)
    },
    verify: sealCheck.verify,
  }
}

/** Looks at seals without a key of any kind. */
export const sealCheck: Pick<SealPort, 'verify'> = { verify: async (pdf) => verifySeal(pdf) }

async function tryKey({ p12, password }: SealKey): Promise<void> {
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

async function ownKey({ config, db, sealer, clock }: SealBase): Promise<SealKey> {
  const make = async () => {
    const password = newId()
    const p12 = await makeSandboxCertificate({ name: config.agency.name, password, now: clock.now() })
    return JSON.stringify({ p12: Buffer.from(p12).toString('base64'), password } satisfies KeptKey)
  }
  const kept: KeptKey = JSON.parse(await sharedKey(db, sealer, { id: 'own', now: clock.now(), make }))
  return { p12: Buffer.from(kept.p12, 'base64'), password: kept.password }
}
