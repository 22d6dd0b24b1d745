import type { SettingValues } from './settings.ts'

const local = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\]|)$/

/** Whether nothing of a connection leaves this machine: a socket in its file system, or its own address. */
function staysHere({ hostname, searchParams }: URL): boolean {
  const host = searchParams.get('host') ?? decodeURIComponent(hostname)
  return host.startsWith('/') || local.test(host)
}

const rules = {
  // The driver's other modes encrypt without asking whose certificate it is, or will one day.
  DATABASE_URL: {
    encrypted: (url: URL) => url.searchParams.get('sslmode') === 'verify-full',
    asked: 'sslmode=verify-full',
  },
  REDIS_URL: { encrypted: (url: URL) => url.protocol === 'rediss:', asked: 'rediss://' },
  // It speaks no TLS.
  CLAMD_URL: { encrypted: (url: URL) => url.protocol === 'unix:', asked: 'a scanner on this machine' },
  OTEL_EXPORTER_OTLP_ENDPOINT: { encrypted: (url: URL) => url.protocol === 'https:', asked: 'https://' },
  S3_ENDPOINT: { encrypted: (url: URL) => url.protocol === 'https:', asked: 'https://' },
} as const

/** Settings of production that would send something to another machine in the clear, or to whoever answers there. */
export function unencryptedConnections(values: Partial<SettingValues>): string[] {
  return Object.entries(rules).flatMap(([name, { encrypted, asked }]) => {
    const given = values[name as keyof typeof rules]
    const url = given === undefined ? undefined : new URL(given)
    const fits = !url || encrypted(url) || staysHere(url)
    return fits ? [] : [`${name} needs ${asked} in production, unless it stays on this machine`]
  })
}
