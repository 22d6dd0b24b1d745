import type { FastifyReply, FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'

/** Bits of the network that counts as one caller: an IPv4 address, or the smallest IPv6 network of a subscriber. */
const CALLER_BITS = { ipv4: 32, ipv6: 64 }

/** Bits of the largest network that one subscriber has. */
const SUBSCRIBER_BITS = { ipv4: 32, ipv6: 48 }

/** Bits of a provider's network, or of a part of a large provider's. */
const PROVIDER_BITS = { ipv4: 16, ipv6: 32 }

/** Returns the key by which limits count a caller (docs/security.md, T5). All invalid addresses count as one caller. */
export function callerOf(address: string): string {
  return networkOf(address, CALLER_BITS)
}

/** Returns the key by which turns and room are shared out; many IPv6 networks of one subscriber share one turn. */
export function subscriberOf(address: string): string {
  return networkOf(address, SUBSCRIBER_BITS)
}

/** Returns the provider's network of an address. All invalid addresses count as one network. */
export function providerNetworkOf(address: string): string {
  return networkOf(address, PROVIDER_BITS)
}

function networkOf(address: string, { ipv4, ipv6 }: typeof CALLER_BITS): string {
  if (!ipaddr.isValid(address)) return 'unknown'
  // An IPv4 address mapped into IPv6 counts as the IPv4 address.
  const parsed = ipaddr.process(address)
  const [kind, bits] = parsed instanceof ipaddr.IPv4 ? [ipaddr.IPv4, ipv4] : [ipaddr.IPv6, ipv6]
  const cidr = `${parsed.toNormalizedString()}/${bits}`
  return `${kind.networkAddressFromCIDR(cidr).toString()}/${bits}`
}

/** Somebody who waits for an answer. */
export interface Client {
  address: string
  /** Aborted when the connection closes before the answer is written. */
  gone: AbortSignal
}

export function clientOf(request: Pick<FastifyRequest, 'ip'>, { raw }: Pick<FastifyReply, 'raw'>): Client {
  const gone = new AbortController()
  if (raw.closed) gone.abort()
  else raw.once('close', () => raw.writableFinished || gone.abort())
  return { address: request.ip, gone: gone.signal }
}
