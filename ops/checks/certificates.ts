import { X509Certificate } from 'node:crypto'
import type { Config } from '#server/config/config.ts'
import { daysUntil, fail, type Finding, look, ok, warn } from './check.ts'
import { hostOf, openTlsLine } from './connection.ts'

/** Days before its end from which on a certificate is to be renewed. */
const SOON = { site: 14, signature: 60 }

/** How long the certificates are good: that of the site, and the one that encrypts agreements. */
export function certificateChecks(config: Config, now: number): Promise<Finding>[] {
  return [
    look('site certificate', () => ofSite(config, now)),
    look('signing certificate', () => ofSignature(config, now)),
  ]
}

async function ofSite({ publicUrl }: Config, now: number) {
  const { host, port, secure } = hostOf(publicUrl)
  if (!secure) return ok('PUBLIC_URL is not https, so there is none')
  const line = await openTlsLine(host, port)
  const { valid_to: end } = line.getPeerCertificate()
  line.destroy()
  return until(Date.parse(end), now, SOON.site)
}

async function ofSignature({ signature, production }: Config, now: number) {
  if (!signature.key) {
    return (production ? warn : ok)('SEAL_P12 is not set: the server signs with a self-made certificate')
  }
  // Loaded here alone: it is large.
  const { P12Signer } = await import('@libpdf/core')
  const signer = await P12Signer.create(signature.key.p12, signature.key.password)
  return until(new X509Certificate(signer.certificate).validToDate.getTime(), now, SOON.signature)
}

function until(end: number, now: number, soon: number) {
  const days = daysUntil(end, now)
  if (days < 0) return fail(`expired ${-days} days ago`)
  return (days < soon ? warn : ok)(`valid for ${days} days`)
}
