import ipaddr from 'ipaddr.js'

/**
 * What a limit counts a caller by: an IPv4 address whole (also when it arrives mapped into IPv6), of an IPv6
 * address the /64, since one subscriber holds all of that (trust.md T5). Anything else counts as one caller.
 */
export function addressKey(address: string): string {
  if (!ipaddr.isValid(address)) return 'unknown'
  const parsed = ipaddr.process(address)
  if (parsed instanceof ipaddr.IPv4) return parsed.toString()
  const prefix = ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toNormalizedString()}/64`)
  return `${prefix.toString()}/64`
}
