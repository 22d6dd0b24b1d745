import { X509Certificate, createHash, verify } from 'node:crypto'
import { fromBER, OctetString, Sequence } from 'asn1js'
import { Certificate, ContentInfo, SignedData, type SignerInfo } from 'pkijs'
import type { SignatureVerdict } from './port.ts'

const byteRange = /\/ByteRange\s*\[\s*(\d+)\s+(\d+)\s+(\d+)\s+(\d+)\s*\]/g

interface Seal {
  /** The signed bytes: all but those of the signature. */
  covered: Buffer
  /** Where the signature begins in the file, as `<` and hexadecimal digits. */
  start: number
  signature: Buffer
  /** Whether nothing follows the signed part. */
  last: boolean
}

/** Returns whether a document is intact: signed, no signed byte changed, and nothing added at its end. */
export function verifySignature(bytes: Uint8Array): SignatureVerdict {
  const pdf = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const signature = findSignature(pdf)
  if (!signature) return { whole: false, doubt: 'unsigned' }
  const signer = signerOf(signature)
  if (!signer) return { whole: false, doubt: 'changed' }
  if (!signature.last) return { whole: false, doubt: 'continued' }
  const owner = /^CN=(.*)$/m.exec(signer.subject)?.[1] ?? signer.subject
  return { whole: true, certificate: sha256(signer.raw).toString('hex'), owner }
}

/** Returns the last well-formed signature of a file. A photo can contain the marker of one by chance. */
export function findSignature(pdf: Buffer): Seal | undefined {
  const found = [...pdf.toString('latin1').matchAll(byteRange)].map((match) => signatureAt(pdf, match))
  return found.findLast((signature) => signature !== undefined)
}

function signatureAt(pdf: Buffer, [, ...numbers]: RegExpExecArray): Seal | undefined {
  const [start = -1, before = 0, behind = 0, rest = 0] = numbers.map(Number)
  const end = behind + rest
  if (start !== 0 || behind <= before || end > pdf.length) return undefined
  const gap = pdf.subarray(before, behind).toString('latin1')
  const hex = /^<([0-9A-Fa-f]+)>$/.exec(gap)?.[1]
  if (!hex) return undefined
  return {
    covered: Buffer.concat([pdf.subarray(0, before), pdf.subarray(behind, end)]),
    start: before,
    signature: Buffer.from(hex, 'hex'),
    last: end === pdf.length,
  }
}

/** Returns the certificate whose key signed exactly the covered bytes; undefined when there is none. */
function signerOf({ covered, signature }: Seal): X509Certificate | undefined {
  try {
    const { result, offset } = fromBER(signature)
    // The reserved space is longer than the signature. The rest has to be zeros, which hide nothing.
    if (signature.subarray(offset).some((byte) => byte !== 0)) return undefined
    const { content } = new ContentInfo({ schema: result })
    const { certificates = [], signerInfos } = new SignedData({ schema: content })
    const [signer] = signerInfos
    if (!signer?.signedAttrs || !vouchesFor(signer, covered)) return undefined
    // The signed attributes name the certificate by its hash, so nobody can replace it.
    const named = signedOctets(signer, attribute.signingCertificate)
    const certificate = certificates
      .filter((one) => one instanceof Certificate)
      .map((one) => new X509Certificate(Buffer.from(one.toSchema().toBER())))
      .find(({ raw }) => named && sha256(raw).equals(named))
    if (!certificate) return undefined
    const signed = Buffer.from(signer.signedAttrs.encodedValue)
    const value = Buffer.from(signer.signature.getValue())
    return verify('sha256', signed, certificate.publicKey, value) ? certificate : undefined
  } catch {
    // An unreadable signature proves nothing.
    return undefined
  }
}

/** Signed attributes (RFC 5652 section 11.2, RFC 5035). */
const attribute = {
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificate: '1.2.840.113549.1.9.16.2.47',
}

function vouchesFor(signer: SignerInfo, covered: Buffer): boolean {
  return signedOctets(signer, attribute.messageDigest)?.equals(sha256(covered)) ?? false
}

/** Returns the first octet string within a signed attribute, at any depth. */
function signedOctets({ signedAttrs }: SignerInfo, type: string): Buffer | undefined {
  const found = signedAttrs?.attributes.find((one) => one.type === type)
  let value: unknown = found?.values[0]
  while (value instanceof Sequence) {
    const parts: unknown[] = value.valueBlock.value
    value = parts.find((part) => part instanceof OctetString) ?? parts[0]
  }
  return value instanceof OctetString ? Buffer.from(value.getValue()) : undefined
}

function sha256(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest()
}
