import { gatewayPolicy } from '#contract/schemas/mandates.ts'
import { trustedTypes, type ScriptAddresses } from '#web/lib/trusted-types.ts'

let policy: ScriptAddresses | undefined

/**
 * The gateway's script is loaded at an address that our server names, and under Trusted Types an address is taken from a
 * policy alone. This one lets nothing through but HTTPS and our own site; the page's `script-src` then names the hosts.
 */
export function trustedAddress(address: string): string {
  policy ??= trustedTypes(gatewayPolicy, checked)
  return policy.createScriptURL(address)
}

function checked(address: string): string {
  const { protocol, origin, href } = new URL(address, location.href)
  if (protocol !== 'https:' && origin !== location.origin) throw new TypeError('No address for a script')
  return href
}
