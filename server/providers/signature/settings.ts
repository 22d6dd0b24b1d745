import * as z from 'zod'
import { pkcs12, type ValuesOf, webAddress } from '#server/config/setting-kinds.ts'

export const signatureSettings = {
  SEAL_P12: {
    default: 'none: a self-made certificate',
    meaning: "the agency's certificate and key that sign agreements: a PKCS#12 file (.p12, .pfx) in base64",
    schema: pkcs12.optional(),
  },
  SEAL_P12_PASSWORD: { default: 'none', meaning: 'its password', schema: z.string().max(1000).optional() },
  TSA_URL: {
    default: 'none: the signature has the time of this machine',
    meaning: 'a timestamp authority (RFC 3161) for the signature',
    schema: webAddress.optional(),
  },
} as const

export interface SignatureConfig {
  /** PKCS#12; undefined means a certificate that the server makes for itself. */
  key: { p12: Buffer; password: string } | undefined
  tsaUrl: string | undefined
}

export function signatureConfig(values: ValuesOf<typeof signatureSettings>): SignatureConfig {
  const { SEAL_P12: p12, SEAL_P12_PASSWORD: password = '', TSA_URL: tsaUrl } = values
  return { key: p12 && { p12, password }, tsaUrl }
}
