import { createHash, verify, X509Certificate } from 'node:crypto'
import { P12Signer } from '@libpdf/core'
import type { SigningKey } from './port.ts'

/** What a signature's key is good for, or why it is not; `reason` names no secret. */
export type CertificateSummary =
  | {
      ok: true
      owner: string
      /** SHA-256, lower-case hexadecimal. */ certificate: string
      validUntil: number
    }
  | { ok: false; reason: string }

/** Opens the key and tries it, so that a wrong one is found at the start and not at the first acceptance. `now` in milliseconds. */
export async function readCertificate(
  { p12, password }: SigningKey,
  now: number,
): Promise<CertificateSummary> {
  const signer = await P12Signer.create(p12, password).catch(() => undefined)
  if (!signer)
    return { ok: false, reason: 'its password does not open it, or it holds no key and certificate' }
  const certificate = new X509Certificate(signer.certificate)
  const trial = Buffer.from('trial')
  const signature = await signer.sign(trial, 'SHA-256')
  if (!verify('sha256', trial, certificate.publicKey, signature)) {
    return { ok: false, reason: "its first certificate is not its key's: export it with that one first" }
  }
  const validUntil = certificate.validToDate.getTime()
  if (validUntil <= now) return { ok: false, reason: 'its certificate has expired' }
  if (certificate.validFromDate.getTime() > now)
    return { ok: false, reason: 'its certificate is not valid yet' }
  const owner = /^CN=(.*)$/m.exec(certificate.subject)?.[1] ?? certificate.subject
  const name = createHash('sha256').update(signer.certificate).digest('hex')
  return { ok: true, owner, certificate: name, validUntil }
}
