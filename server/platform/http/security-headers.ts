/** Two years, during which a browser uses only HTTPS for this host. */
const HSTS = 'max-age=63072000'

export function commonHeaders({
  publicUrl,
  hstsSubdomains,
}: {
  publicUrl: string
  hstsSubdomains: boolean
}): Record<string, string> {
  const hsts = hstsSubdomains ? `${HSTS}; includeSubDomains` : HSTS
  return {
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(self), usb=()',
    ...(publicUrl.startsWith('https:') ? { 'strict-transport-security': hsts } : {}),
  }
}

/** Further headers of the API's answers, which are for the caller only and load nothing. */
export const apiHeaders: Record<string, string> = {
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex',
  'referrer-policy': 'no-referrer',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
}

/** Other hosts that a document may use, by purpose; `strict` says that Trusted Types are required too. */
export interface ForeignHosts {
  script: string[]
  connect: string[]
  frame: string[]
  form: string[]
  style: string[]
  image: string[]
  font: string[]
  strict: boolean
  policies: string[]
}

const noForeign: ForeignHosts = {
  script: [],
  connect: [],
  frame: [],
  form: [],
  style: [],
  image: [],
  font: [],
  strict: true,
  policies: [],
}

export interface DocumentParts {
  /** SHA-256 hashes (base64) of the inline scripts and styles. */
  scripts: string[]
  styles: string[]
  foreign?: ForeignHosts | undefined
  /** Names of the only Trusted Types policies that may turn text into the address of a script. */
  policies?: string[]
}

/**
 * Returns what a document may load and run: our own files, its inline parts, and the `foreign` hosts. A foreign
 * script that writes styles makes their hashes useless, so all styles are allowed then.
 */
export function documentPolicy({ foreign = noForeign, policies = [], ...inline }: DocumentParts): string {
  const hashes = (list: string[]) => list.map((hash) => `'sha256-${hash}'`)
  const styles = foreign.strict ? hashes(inline.styles) : ["'unsafe-inline'"]
  const allow = (directive: string, ...sources: string[]) => [directive, ...sources].join(' ')
  return [
    "default-src 'none'",
    allow("script-src 'self'", ...hashes(inline.scripts), ...foreign.script),
    allow("style-src 'self'", ...styles, ...foreign.style),
    allow("img-src 'self' blob: data:", ...foreign.image),
    allow("font-src 'self'", ...foreign.font),
    allow("connect-src 'self'", ...foreign.connect),
    allow("frame-src 'self'", ...foreign.frame),
    allow("form-action 'self'", ...foreign.form),
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    ...(foreign.strict ? trustedTypes([...policies, ...foreign.policies]) : []),
  ].join('; ')
}

function trustedTypes(policies: string[]): string[] {
  return ["require-trusted-types-for 'script'", `trusted-types ${policies.join(' ') || "'none'"}`]
}
