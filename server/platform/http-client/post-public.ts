import { request as requestHttp, type ClientRequest, type IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import { lookup } from 'node:dns/promises'

/** Resolves a name to all its addresses. Throws when it has none. */
export type ResolveName = (name: string) => Promise<string[]>

export const resolveName: ResolveName = async (name) => {
  const found = await lookup(name, { all: true })
  return found.map(({ address }) => address)
}

/** The public range of IPv6 (RFC 4291, IANA). Everything else is special or unassigned. */
const publicIpv6 = ipaddr.parseCIDR('2000::/3')

/**
 * Returns whether an address is on the public internet. Private, local, shared, reserved and multicast ranges are not,
 * nor are ranges that embed another address (mapped, NAT64, 6to4, Teredo).
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address)
  if (parsed.range() !== 'unicast') return false
  return parsed instanceof ipaddr.IPv4 || parsed.match(publicIpv6)
}

function isLoopback(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback'
}

/** Which addresses a call may reach. `loopback`, for trials, allows this machine too, without TLS. */
export interface Reach {
  loopback: boolean
}

/** Returns the entered address, or undefined when no call may go there, whatever its name resolves to. */
export function publicUrl(text: string, { loopback }: Reach): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || url.username || url.password || url.hash) return undefined
  const host = hostOf(url)
  const mayBeLocal = loopback && (isLoopback(host) || host === 'localhost')
  if (url.protocol !== 'https:' && !(mayBeLocal && url.protocol === 'http:')) return undefined
  if (ipaddr.isValid(host) && !isPublicAddress(host) && !mayBeLocal) return undefined
  return url
}

/** Returns the host without the brackets of IPv6. */
function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, '$1')
}

/** The status of the answer, or why there was none. */
export type PostOutcome = { status: number } | { failure: PostFailure }
export type PostFailure = 'timeout' | 'unreachable' | 'certificate' | 'address not allowed'

export interface Outbound extends Reach {
  resolve: ResolveName
  /** Milliseconds for the whole call with the lookup of the name. */
  limitMs: number
}

export interface PublicPost {
  url: string
  headers: Record<string, string>
  body: string
}

/** The most that is read of an answer. Only its status is used. */
const ANSWER_MAX_BYTES = 64 * 1024

/**
 * Posts JSON over https to an address that an owner entered. The name is resolved once, all its addresses must be
 * public, and the connection goes to the resolved address, so a second lookup cannot redirect the call. Redirects are
 * not followed. Never throws.
 */
export async function postPublic(deps: Outbound, post: PublicPost): Promise<PostOutcome> {
  const signal = AbortSignal.timeout(deps.limitMs)
  const url = publicUrl(post.url, deps)
  if (!url) return { failure: 'address not allowed' }
  const found = await resolved(deps, url, signal)
  if ('failure' in found) return found
  return send({ url, address: found.address, post, signal })
}

async function resolved(
  { resolve, loopback }: Outbound,
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
  // A new connection, because a kept one may lead to an earlier address of the name.
  const options = { method: 'POST', agent: false, signal, headers, lookup: lookupTo(address) } as const
  return new Promise((resolve) => {
    const request = begin(url, options)
    let status: number | undefined
    request.on('error', (error: NodeJS.ErrnoException) =>
      resolve(status === undefined ? { failure: failureOf(error, signal) } : { status }),
    )
    // A protocol upgrade causes neither a response nor an error: the connection just closes.
    request.on('close', () => resolve(status === undefined ? { failure: 'unreachable' } : { status }))
    request.on('response', (response) => {
      status = response.statusCode ?? 0
      const ended = { status }
      drain(request, response, () => resolve(ended))
    })
    request.end(post.body)
  })
}

/** Replaces Node's lookup of the name. Node does not call it for an address in the URL. */
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

/** Node's codes for TLS failures. */
const certificateCodes = /CERT|SELF_SIGNED|UNABLE_TO_|ERR_TLS|^EPROTO$|ERR_SSL/

function failureOf({ code = '' }: NodeJS.ErrnoException, signal: AbortSignal): PostFailure {
  if (signal.aborted) return 'timeout'
  return certificateCodes.test(code) ? 'certificate' : 'unreachable'
}
