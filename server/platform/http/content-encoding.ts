import { sha256 } from '#server/platform/crypto/digest.ts'
import { negotiate } from '@fastify/accept-negotiator'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

export type Encoding = 'br' | 'gzip' | 'identity'

/** Headers of a file, including its type. */
export type TypedHeaders = Record<string, string> & { 'content-type': string }

/** One encoding of a file, with the headers that belong to exactly these bytes. */
export interface Variant {
  body: Buffer
  headers: TypedHeaders
  /** The same headers and the length as alternating names and values, the fastest form for Node. */
  wire: string[]
}

type Compressed = Exclude<Encoding, 'identity'>

/** A file and its smaller encodings, each made when first requested. */
export interface EncodedFile {
  identity: Variant
  /** Absent for files that are compressed already. */
  smaller?: Record<Compressed, () => Promise<Variant>>
}

/** Encodings of a text that were made earlier. */
export type Precompressed = Record<Compressed, Buffer>

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)
const compressible = /^(text\/|application\/(javascript|json|ld\+json|xml)|image\/svg)/

/** How well a text is compressed: the best takes forty times as long as the quick one, and makes pages a tenth smaller. */
export type Effort = 'quick' | 'best'
const brotliQuality: Record<Effort, number> = { quick: 5, best: constants.BROTLI_MAX_QUALITY }

function compress(body: Buffer, encoding: Compressed, effort: Effort): Promise<Buffer> {
  if (encoding === 'gzip') return zip(body, { level: 9 })
  const { BROTLI_PARAM_SIZE_HINT, BROTLI_PARAM_QUALITY } = constants
  const params = { [BROTLI_PARAM_SIZE_HINT]: body.length, [BROTLI_PARAM_QUALITY]: brotliQuality[effort] }
  return brotli(body, { params })
}

/** The tag depends on these bytes: two encodings of a file are two representations (RFC 9110 section 8.8.3). */
function variant(body: Buffer, sent: TypedHeaders, form: Encoding | undefined): Variant {
  const hash = sha256(body).slice(0, 32)
  const headers = { ...sent, etag: form ? `"${hash}-${form}"` : `"${hash}"` }
  return { body, headers, wire: Object.entries({ ...headers, 'content-length': String(body.length) }).flat() }
}

const preferred: Compressed[] = ['br', 'gzip']

/** Returns the encoding of a file that suits a request. */
export async function variantFor(file: EncodedFile, request: FastifyRequest): Promise<Variant> {
  const accepted = request.headers['accept-encoding']
  if (!accepted || !file.smaller) return file.identity
  // The star could stand for an encoding that is refused beside it, so only named ones count.
  const named = accepted.includes('*') ? accepted.replaceAll(/\*[^,]*/g, '') : accepted
  const encoding = negotiate(named.toLowerCase(), preferred) as Compressed | null
  return encoding ? file.smaller[encoding]() : file.identity
}

/**
 * Answers with a file, or that the browser has it already. Written directly to the socket, since the reply's own path
 * costs more than everything else here.
 */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: EncodedFile,
): Promise<FastifyReply> {
  const variant = await variantFor(file, request)
  const seen = request.headers['if-none-match']
  if (seen && (seen === '*' || seen.includes(variant.headers['etag'] ?? ''))) {
    return reply.code(304).headers(variant.headers).send()
  }
  reply.hijack()
  reply.raw.writeHead(200, variant.wire)
  reply.raw.end(request.method === 'HEAD' ? undefined : variant.body)
  return reply
}

/** Makes a file in every encoding that a browser may ask for; `ready` are encodings made earlier. */
export function encodeFile(
  body: Buffer,
  headers: TypedHeaders,
  { ready, effort = 'best' }: { ready?: Precompressed | undefined; effort?: Effort } = {},
): EncodedFile {
  if (!compressible.test(headers['content-type'])) return { identity: variant(body, headers, undefined) }
  const varied = { ...headers, vary: 'accept-encoding' }
  const smaller = (encoding: Compressed) => {
    let made: Promise<Variant> | undefined
    const make = async () => {
      const bytes = ready ? ready[encoding] : await compress(body, encoding, effort)
      return variant(bytes, { ...varied, 'content-encoding': encoding }, encoding)
    }
    // After a failure the next request tries again.
    const fail = (error: unknown) => {
      made = undefined
      throw error
    }
    return () => (made ??= make().catch(fail))
  }
  return {
    identity: variant(body, varied, 'identity'),
    smaller: { br: smaller('br'), gzip: smaller('gzip') },
  }
}
