// Worker task (`server/platform/worker-pool/worker-pool.ts`): signs a document.
import {
  HttpTimestampAuthority,
  P12Signer,
  PDF,
  type Signer,
  type TimestampAuthority,
  TimestampError,
} from '@libpdf/core'
import { sha256 } from '#server/platform/crypto/digest.ts'
import { fromBER, Set as Asn1Set } from 'asn1js'
import { Attribute, ContentInfo, SignedData, TSTInfo } from 'pkijs'
import type { SignedDocument, SigningKey } from './port.ts'
import { findSignature } from './verify-signature.ts'

export interface SignOrder extends SigningKey {
  pdf: Uint8Array
  /** Milliseconds. */
  at: number
  tsaUrl: string | undefined
}

/** Bytes reserved for the signature with its certificates, and for the timestamp with its own. */
const ROOM = { 'B-B': 12_288, 'B-T': 28_672 }

export async function run({ pdf, at, tsaUrl, ...key }: SignOrder): Promise<SignedDocument> {
  const signer = await signerOf(key)
  const level = tsaUrl ? 'B-T' : 'B-B'
  const document = await PDF.load(pdf)
  const { bytes } = await document.sign({
    signer: signerWithoutTime(signer),
    fieldName: 'Seal',
    reason: 'Sealed by the agency when the agreement was accepted',
    signingTime: new Date(at),
    subFilter: 'ETSI.CAdES.detached',
    estimatedSize: ROOM[level],
    level,
    ...(tsaUrl ? { timestampAuthority: createTimestampAuthority(tsaUrl) } : {}),
  })
  const certificate = sha256(signer.certificate)
  return { pdf: withoutTime(bytes), certificate, level }
}

/** A signed attribute that the library adds and a PAdES baseline signature must not have (EN 319 142-1, table 1). */
const SIGNING_TIME = '1.2.840.113549.1.9.5'

function signerWithoutTime(signer: P12Signer): Signer {
  const { certificate, certificateChain, keyType, signatureAlgorithm } = signer
  return {
    ...{ certificate, certificateChain, keyType, signatureAlgorithm },
    sign(attributes, algorithm) {
      const { result } = fromBER(attributes.slice())
      if (!(result instanceof Asn1Set))
        throw new Error('the library passed something other than attributes to sign')
      const kept = result.valueBlock.value.filter((schema) => new Attribute({ schema }).type !== SIGNING_TIME)
      return signer.sign(new Uint8Array(new Asn1Set({ value: kept }).toBER()), algorithm)
    },
  }
}

function withoutTime(bytes: Uint8Array): Uint8Array {
  const pdf = Buffer.from(bytes)
  const made = findSignature(pdf)
  if (!made) throw new Error('the library returned a document without a signature')
  const { content: schema } = new ContentInfo({ schema: fromBER(made.signature).result })
  const content = new SignedData({ schema })
  const signed = content.signerInfos[0]?.signedAttrs
  if (!signed) throw new Error('the library returned a signature without attributes')
  signed.attributes = signed.attributes.filter(({ type }) => type !== SIGNING_TIME)
  const contentInfo = new ContentInfo({ contentType: ContentInfo.SIGNED_DATA, content: content.toSchema() })
  const smaller = Buffer.from(contentInfo.toSchema().toBER()).toString('hex')
  pdf.write(smaller.padEnd(2 * made.signature.length, '0'), made.start + 1, 'latin1')
  return pdf
}

let opened: { name: string; signer: Promise<P12Signer> } | undefined

/** Opens the key once per thread: deriving the key from its password takes longer than a signature. */
function signerOf({ p12, password }: SigningKey): Promise<P12Signer> {
  const name = `${sha256(p12)} ${sha256(password)}`
  if (opened?.name !== name) opened = { name, signer: P12Signer.create(p12, password) }
  return opened.signer
}

const LIMIT_MS = 5_000

/** A timestamp authority (RFC 3161). Rejects with a `TimestampError`. */
export function createTimestampAuthority(url: string): TimestampAuthority {
  const authority = new HttpTimestampAuthority(url, { timeout: LIMIT_MS })
  return {
    async timestamp(digest, algorithm) {
      const token = await authority.timestamp(digest, algorithm)
      // The library does not check which digest was stamped.
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
