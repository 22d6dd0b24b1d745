import type { FastifyReply, FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'

/**
 * Networks that are counted of an IPv6 address: one subscriber holds a /64 at least, often a /56, and some a /48. The wider
 * ones may use so many times what a rule allows one (docs/security.md, T5).
 */
const widths = [
  { bits: 64, times: 1 },
  { bits: 56, times: 4 },
  { bits: 48, times: 10 },
]

/** How wide the networks are that share what a flood may take: about a provider's, or a part of a large one's. */
const PROVIDER_BITS = { ipv4: 16, ipv6: 32 }

/** The provider's network around an address: its /16, or its /32 in IPv6. Anything else counts as one network. */
export function providerNetworkOf(address: string): string {
  if (!ipaddr.isValid(address)) return 'unknown'
  const parsed = ipaddr.process(address)
  const { ipv4, ipv6 } = PROVIDER_BITS
  const bits = parsed instanceof ipaddr.IPv4 ? ipv4 : ipv6
  const kind = parsed instanceof ipaddr.IPv4 ? ipaddr.IPv4 : ipaddr.IPv6
  return `${kind.networkAddressFromCIDR(`${parsed.toNormalizedString()}/${bits}`).toString()}/${bits}`
}

/** What a limit counts a caller by, and how many times what the rule allows one caller. */
export interface CountedNetwork {
  key: string
  times: number
}

/**
 * The networks a caller is counted by, the widest first: an IPv4 address whole (also when it arrives mapped into IPv6), of an
 * IPv6 address three. Anything else counts as one caller.
 */
export function networksOf(address: string): CountedNetwork[] {
  if (!ipaddr.isValid(address)) return [{ key: 'unknown', times: 1 }]
  const parsed = ipaddr.process(address)
  if (parsed instanceof ipaddr.IPv4) return [{ key: parsed.toString(), times: 1 }]
  return widths.toReversed().map(({ bits, times }) => {
    const network = ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toNormalizedString()}/${bits}`)
    return { key: `${network.toString()}/${bits}`, times }
  })
}

/** Who waits for an answer. */
export interface Client {
  address: string
  /** Aborted when the connection closes before the answer is written: nobody waits any more. */
  gone: AbortSignal
  /** Is told the milliseconds of each piece of work that was done for them. */
  took?(ms: number): void
}

export function clientOf(request: Pick<FastifyRequest, 'ip'>, { raw }: Pick<FastifyReply, 'raw'>): Client {
  const gone = new AbortController()
  if (raw.closed) gone.abort()
  else raw.once('close', () => raw.writableFinished || gone.abort())
  return { address: request.ip, gone: gone.signal }
}
