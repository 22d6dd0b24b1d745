import { lookup } from 'node:dns/promises'
import ipaddr from 'ipaddr.js'

/** Resolves a name to all of its addresses; throws where it has none. */
export type ResolveName = (name: string) => Promise<string[]>

export const resolveName: ResolveName = async (name) => {
  const found = await lookup(name, { all: true })
  return found.map(({ address }) => address)
}

/** What IPv6 has given out to the public so far (RFC 4291, IANA): everything else is special or nobody's. */
const publicIpv6 = ipaddr.parseCIDR('2000::/3')

/**
 * Whether an address is one of the public internet. Private, local, shared, reserved and multicast ranges are not, nor
 * those that carry another address within (mapped, NAT64, 6to4, Teredo).
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address)
  if (parsed.range() !== 'unicast') return false
  return parsed instanceof ipaddr.IPv4 || parsed.match(publicIpv6)
}

/** Whether an address is this machine's own. */
export function isLoopback(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback'
}

/** Which addresses a call may reach. `loopback` is for trying the product: also this machine, and there without TLS. */
export interface Reach {
  loopback: boolean
}

/** An address as an owner enters it, or undefined where no call may go there whatever its name resolves to. */
export function publicUrl(text: string, { loopback }: Reach): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || url.username || url.password || url.hash) return undefined
  const host = hostOf(url)
  const mayBeLocal = loopback && (isLoopback(host) || host === 'localhost')
  if (url.protocol !== 'https:' && !(mayBeLocal && url.protocol === 'http:')) return undefined
  if (ipaddr.isValid(host) && !isPublicAddress(host) && !mayBeLocal) return undefined
  return url
}

/** A URL's host without the brackets of IPv6. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, '$1')
}
