import { sha256 } from '#server/platform/crypto/digest.ts'
import { negotiate } from '@fastify/accept-negotiator'
import type { FastifyReply, FastifyRequest } from 'fastify'
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
const compressible = /^(text\/|application\/(javascript|json|ld\+json|xml)|image\/svg)/

/** How hard a text is compressed: the best costs forty times the time of the quick one, and makes pages a tenth smaller. */
export type Effort = 'quick' | 'best'
const brotliQuality: Record<Effort, number> = { quick: 5, best: constants.BROTLI_MAX_QUALITY }

async function compressed(body: Buffer, effort: Effort): Promise<Precompressed> {
  const { BROTLI_PARAM_SIZE_HINT, BROTLI_PARAM_QUALITY } = constants
  const params = { [BROTLI_PARAM_SIZE_HINT]: body.length, [BROTLI_PARAM_QUALITY]: brotliQuality[effort] }
  const [br, gz] = await Promise.all([brotli(body, { params }), zip(body, { level: 9 })])
  return { br, gzip: gz }
}

/** Its tag is made of these very bytes: two forms of one file are two representations (RFC 9110 section 8.8.3). */
function variant(body: Buffer, sent: Record<string, string>, form: Encoding | undefined): Variant {
  const hash = sha256(body).slice(0, 32)
  const headers = { ...sent, etag: form ? `"${hash}-${form}"` : `"${hash}"` }
  return { body, headers, wire: Object.entries({ ...headers, 'content-length': String(body.length) }).flat() }
}

const preferred: Encoding[] = ['br', 'gzip']

/** The form of a file that suits a request. */
export function variantFor(file: EncodedFile, request: FastifyRequest): Variant {
  const accepted = request.headers['accept-encoding']
  if (!accepted) return file.identity
  // The star could stand for an encoding refused beside it; what is named is enough.
  const named = accepted.includes('*') ? accepted.replaceAll(/\*[^,]*/g, '') : accepted
  const encoding = negotiate(named.toLowerCase(), preferred) as Encoding | null
  return (encoding && file[encoding]) || file.identity
}

/**
 * Answers with a file, or that it is the one which is there already. Straight to the socket: everything an answer needs was
 * made when the file was encoded, and the reply's own path costs more than all else here (bench `server`).
 */
export function sendFile(request: FastifyRequest, reply: FastifyReply, file: EncodedFile): FastifyReply {
  const variant = variantFor(file, request)
  const seen = request.headers['if-none-match']
  if (seen && (seen === '*' || seen.includes(variant.headers['etag'] ?? ''))) {
    return reply.code(304).headers(variant.headers).send()
  }
  reply.hijack()
  reply.raw.writeHead(200, variant.wire)
  reply.raw.end(request.method === 'HEAD' ? undefined : variant.body)
  return reply
}

/** A file in every form a browser may ask for; `ready` are forms made before. */
export async function encodeFile(
  body: Buffer,
  headers: Record<string, string> & { 'content-type': string },
  { ready, effort = 'best' }: { ready?: Precompressed | undefined; effort?: Effort } = {},
): Promise<EncodedFile> {
  if (!compressible.test(headers['content-type'])) return { identity: variant(body, headers, undefined) }
  const forms = { ...(ready ?? (await compressed(body, effort))), identity: body }
  const varied = { ...headers, vary: 'accept-encoding' }
  const variants = Object.entries(forms).map(([encoding, bytes]) => [
    encoding,
    variant(
      bytes,
      encoding === 'identity' ? varied : { ...varied, 'content-encoding': encoding },
      encoding as Encoding,
    ),
  ])
  return Object.fromEntries(variants) as EncodedFile
}
