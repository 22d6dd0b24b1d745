import { viewerPolicy } from '#contract/schemas/agreements.ts'
import { trustedTypes, type ScriptAddresses } from '#web/lib/trusted-types.ts'

let policy: ScriptAddresses | undefined

/** Under Trusted Types a worker's address is taken from a policy alone; this one knows our own site. */
export function workerAddress(address: string): string {
  policy ??= trustedTypes(viewerPolicy, own)
  return policy.createScriptURL(address)
}

function own(address: string): string {
  const { origin, href } = new URL(address, location.href)
  if (origin !== location.origin) throw new TypeError('No address for a worker')
  return href
}
