// Work for a thread (`server/platform/worker-pool/worker-pool.ts`): puts the signature on a document.
import { createHash } from 'node:crypto'
import { HttpTimestampAuthority, P12Signer, PDF, type TimestampAuthority, TimestampError } from '@libpdf/core'
import type { SignedDocument, SigningKey } from './port.ts'
import { ContentInfo, SignedData, TSTInfo } from 'pkijs'

export interface SignOrder extends SigningKey {
  pdf: Uint8Array
  /** Milliseconds. */
  at: number
  tsaUrl: string | undefined
}

/** Bytes kept for the signature with its certificates, and for the timestamp with its own. */
const ROOM = { 'B-B': 12_288, 'B-T': 28_672 }

export async function run({ pdf, at, tsaUrl, ...key }: SignOrder): Promise<SignedDocument> {
  const signer = await signerOf(key)
  const level = tsaUrl ? 'B-T' : 'B-B'
  const document = await PDF.load(pdf)
  const { bytes } = await document.sign({
    signer,
    fieldName: 'Seal',
    reason: 'Sealed by the agency when the agreement was accepted',
    signingTime: new Date(at),
    subFilter: 'ETSI.CAdES.detached',
    estimatedSize: ROOM[level],
    level,
    ...(tsaUrl ? { timestampAuthority: createTimestampAuthority(tsaUrl) } : {}),
  })
  return { pdf: bytes, certificate: createHash('sha256').update(signer.certificate).digest('hex'), level }
}

let opened: { name: string; signer: Promise<P12Signer> } | undefined

/** The key, opened once a thread: its password is stretched on purpose, which takes longer than a signature. */
function signerOf({ p12, password }: SigningKey): Promise<P12Signer> {
  const name = createHash('sha256').update(p12).update(password).digest('hex')
  if (opened?.name !== name) opened = { name, signer: P12Signer.create(p12, password) }
  return opened.signer
}

const LIMIT_MS = 5_000

/** An authority that says when something was signed (RFC 3161); rejects with a `TimestampError` when it does not. */
export function createTimestampAuthority(url: string): TimestampAuthority {
  const authority = new HttpTimestampAuthority(url, { timeout: LIMIT_MS })
  return {
    async timestamp(digest, algorithm) {
      const token = await authority.timestamp(digest, algorithm)
      // The library takes whatever came back; a time for something else proves nothing.
      if (!Buffer.from(stampedDigest(token)).equals(digest)) {
        throw new TimestampError('the timestamp is for something else')
      }
      return token
    },
  }
}

function stampedDigest(token: Uint8Array): ArrayBuffer {
  try {
    const { content } = ContentInfo.fromBER(token.slice())
    const { encapContentInfo } = new SignedData({ schema: content })
    const info = TSTInfo.fromBER(encapContentInfo.eContent?.getValue() ?? new ArrayBuffer())
    return info.messageImprint.hashedMessage.getValue()
  } catch {
    throw new TimestampError('the timestamp cannot be read')
  }
}
