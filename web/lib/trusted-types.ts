/** A policy of the Trusted Types API, as far as addresses of scripts go. */
export interface ScriptAddresses {
  createScriptURL(address: string): string
}

declare global {
  interface Window {
    trustedTypes?: { createPolicy(name: string, rules: ScriptAddresses): ScriptAddresses }
  }
}

/** The policy of that name, which gives what `check` lets through; where browsers know no policies, the check alone. */
export function trustedTypes(name: string, check: (address: string) => string): ScriptAddresses {
  const rules = { createScriptURL: check }
  return window.trustedTypes?.createPolicy(name, rules) ?? rules
}
