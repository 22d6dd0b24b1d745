/** A policy of the Trusted Types API, for the addresses of scripts. */
export interface ScriptAddresses {
  createScriptURL(address: string): string
}

declare global {
  interface Window {
    trustedTypes?: { createPolicy(name: string, rules: ScriptAddresses): ScriptAddresses }
  }
}

/** Returns the policy of that name, which accepts what `check` accepts; just the check in a browser without policies. */
export function trustedTypes(name: string, check: (address: string) => string): ScriptAddresses {
  const rules = { createScriptURL: check }
  return window.trustedTypes?.createPolicy(name, rules) ?? rules
}
