import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

export type Encoding = 'br' | 'gzip' | 'identity'

/** One form of a file as it goes over the wire, with the headers that belong to exactly these bytes. */
export interface Variant {
  body: Buffer
  headers: Record<string, string>
  /** The same headers and the length, name after value, as Node writes them fastest. */
  wire: string[]
}

export type EncodedFile = Partial<Record<Encoding, Variant>> & { identity: Variant }

/** Forms of a text that somebody has compressed before. */
export type Precompressed = Partial<Record<Exclude<Encoding, 'identity'>, Buffer>>

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)
const compressible = /^(text\/|application\/(javascript|json|ld\+json|manifest\+json|xml)|image\/svg)/

async function compressed(body: Buffer): Promise<Precompressed> {
  const size = { params: { [constants.BROTLI_PARAM_SIZE_HINT]: body.length } }
  const [br, gz] = await Promise.all([brotli(body, size), zip(body, { level: 9 })])
  return { br, gzip: gz }
}

function variant(body: Buffer, headers: Record<string, string>): Variant {
  return { body, headers, wire: Object.entries({ ...headers, 'content-length': String(body.length) }).flat() }
}

/**
 * A file in every form a browser may ask for. The ETag is made of the content's hash and the encoding: two forms of
 * one file are two representations (RFC 9110 section 8.8.3).
 */
export async function encodeFile(
  body: Buffer,
  headers: Record<string, string> & { 'content-type': string },
  ready?: Precompressed,
): Promise<EncodedFile> {
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, 22)
  if (!compressible.test(headers['content-type'])) {
    return { identity: variant(body, { ...headers, etag: `"${hash}"` }) }
  }
  const forms = { ...(ready ?? (await compressed(body))), identity: body }
  const variants = Object.entries(forms).map(([encoding, bytes]) => [
    encoding,
    variant(bytes, {
      ...headers,
      vary: 'accept-encoding',
      etag: `"${hash}-${encoding}"`,
      ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
    }),
  ])
  return Object.fromEntries(variants) as EncodedFile
}
