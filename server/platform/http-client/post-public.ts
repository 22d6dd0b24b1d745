import { request as requestHttp, type ClientRequest, type IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import {
  hostOf,
  isLoopback,
  isPublicAddress,
  publicUrl,
  type Reach,
  type ResolveName,
} from './public-address.ts'

/** What became of a post: the answer's status, or why there was none. */
export type PostOutcome = { status: number } | { failure: PostFailure }
export type PostFailure = 'timeout' | 'unreachable' | 'certificate' | 'address not allowed'

export interface PostPublicDeps extends Reach {
  resolve: ResolveName
  /** Milliseconds for the whole call, the resolving of the name included. */
  limitMs: number
}

export interface PublicPost {
  url: string
  headers: Record<string, string>
  body: string
}

/** An answer is read this far and never kept: its status says all. */
const ANSWER_MAX_BYTES = 64 * 1024

/**
 * Posts JSON to an address that an owner entered, over https. Its name is resolved once, every address that it has must be
 * public, and the connection goes to what was resolved, so that a second answer of the name's server changes nothing. A
 * redirect is an answer like any other and is not followed. Never throws.
 */
export async function postPublic(deps: PostPublicDeps, post: PublicPost): Promise<PostOutcome> {
  const signal = AbortSignal.timeout(deps.limitMs)
  const url = publicUrl(post.url, deps)
  if (!url) return { failure: 'address not allowed' }
  const found = await resolved(deps, url, signal)
  if ('failure' in found) return found
  return send({ url, address: found.address, post, signal })
}

async function resolved(
  { resolve, loopback }: PostPublicDeps,
  url: URL,
  signal: AbortSignal,
): Promise<{ address: string } | { failure: PostFailure }> {
  const host = hostOf(url)
  const late = new Promise<undefined>((resolve) => signal.addEventListener('abort', () => resolve(undefined)))
  try {
    const addresses = isIP(host) ? [host] : await Promise.race([resolve(host), late])
    if (!addresses) return { failure: 'timeout' }
    const [address] = addresses
    if (address === undefined) return { failure: 'unreachable' }
    const mayReach = (one: string) =>
      url.protocol === 'http:' ? isLoopback(one) : isPublicAddress(one) || (loopback && isLoopback(one))
    return addresses.every(mayReach) ? { address } : { failure: 'address not allowed' }
  } catch {
    return { failure: 'unreachable' }
  }
}

function send({
  url,
  address,
  post,
  signal,
}: {
  url: URL
  address: string
  post: PublicPost
  signal: AbortSignal
}): Promise<PostOutcome> {
  const begin = url.protocol === 'https:' ? requestHttps : requestHttp
  const headers = {
    ...post.headers,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(post.body),
  }
  // A connection of its own: one that was kept may lead to what the name resolved to before.
  const options = { method: 'POST', agent: false, signal, headers, lookup: lookupTo(address) } as const
  return new Promise((resolve) => {
    const request = begin(url, options)
    let status: number | undefined
    request.on('error', (error: NodeJS.ErrnoException) =>
      resolve(status === undefined ? { failure: failureOf(error, signal) } : { status }),
    )
    // An answer that asks for another protocol is neither a response nor an error: the connection ends, and that is all.
    request.on('close', () => resolve(status === undefined ? { failure: 'unreachable' } : { status }))
    request.on('response', (response) => {
      status = response.statusCode ?? 0
      const ended = { status }
      drain(request, response, () => resolve(ended))
    })
    request.end(post.body)
  })
}

/** Node asks this instead of the name's server; for an address in the URL it asks nothing. */
function lookupTo(address: string): LookupFunction {
  const family = ipaddr.parse(address).kind() === 'ipv6' ? 6 : 4
  return (_, { all }, answer) => (all ? answer(null, [{ address, family }]) : answer(null, address, family))
}

function drain(request: ClientRequest, response: IncomingMessage, end: () => void): void {
  let bytes = 0
  response.on('data', (piece: Buffer) => {
    bytes += piece.length
    if (bytes > ANSWER_MAX_BYTES) request.destroy()
  })
  response.on('error', end)
  response.on('close', end)
}

/** OpenSSL's reasons as Node names them. */
const certificateCodes = /CERT|SELF_SIGNED|UNABLE_TO_|ERR_TLS|^EPROTO$|ERR_SSL/

function failureOf({ code = '' }: NodeJS.ErrnoException, signal: AbortSignal): PostFailure {
  if (signal.aborted) return 'timeout'
  return certificateCodes.test(code) ? 'certificate' : 'unreachable'
}
