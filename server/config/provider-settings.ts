import { aadhaarKind, aadhaarSettings } from '#server/providers/aadhaar/create.ts'
import { bucketConfig, filesSettings } from '#server/providers/files/settings.ts'
import { gatewayKind, gatewaySettings } from '#server/providers/gateway/create.ts'
import { mailConfig, mailKind, mailSettings } from '#server/providers/mail/create.ts'
import { scannerSettings } from '#server/providers/scanner/create.ts'
import { signatureConfig, signatureSettings } from '#server/providers/signature/settings.ts'
import { smsKind, smsSettings } from '#server/providers/sms/create.ts'
import { accountOf, type ProviderKind, type Vendor } from '#server/providers/vendor.ts'
import type { ValuesOf } from './setting-kinds.ts'

/** The settings of every provider; each is the sandbox's simulator, or absent, until it is named. */
export const providerSettings = {
  ...filesSettings,
  ...scannerSettings,
  ...mailSettings,
  ...aadhaarSettings,
  ...smsSettings,
  ...gatewaySettings,
  ...signatureSettings,
} as const

/** Whoever may stand in the sandbox's place. */
export const kinds: readonly ProviderKind[] = [mailKind, aadhaarKind, smsKind, gatewayKind]
type Source = Record<string, string | undefined>
type Values = ValuesOf<typeof providerSettings>

/** The providers of settings in which nothing is missing. */
export function providerConfig(values: Values, publicUrl: string) {
  return {
    mail: mailConfig(values, publicUrl),
    aadhaar: accountOf(aadhaarKind, values),
    /** Codes asked for in a day. */
    aadhaarDailyBudget: values.AADHAAR_DAILY_BUDGET,
    sms: accountOf(smsKind, values),
    /** SMS with codes in a day. */
    smsDailyBudget: values.SMS_DAILY_BUDGET,
    mandate: {
      /** Rupees. */
      maxAmount: values.MANDATE_MAX_AMOUNT,
      gateway: accountOf(gatewayKind, values),
    },
    signature: signatureConfig(values),
    s3: bucketConfig(values),
    clamdUrl: values.CLAMD_URL,
  }
}

/** A line for each provider that production does not find named: nobody's messages go into a sandbox by mistake. */
export const unnamedProviders = Object.fromEntries(
  kinds.map(({ choice, vendors }) => [
    choice,
    `production has no default provider, name one (${vendors.map(({ name }) => name).join(', ')} or sandbox)`,
  ]),
)

/** The vendors that are named, each with the setting that does. */
function namedVendors(source: Source): { choice: string; vendor: Vendor }[] {
  return kinds.flatMap(({ choice, vendors }) =>
    vendors.filter(({ name }) => name === source[choice]).map((vendor) => ({ choice, vendor })),
  )
}

function missing(source: Source, needed: Vendor['needed'] = {}, why: string): string[] {
  return Object.entries(needed)
    .filter(([name]) => !source[name]?.trim())
    .map(([name, what]) => `${name} is missing: ${why} needs ${what}`)
}

/** A line for each setting that a named provider lacks; `linksAsk`: a link opened elsewhere asks for a code. */
export function missingForProviders(source: Source, linksAsk: boolean): string[] {
  return namedVendors(source).flatMap(({ choice, vendor }) => [
    ...missing(source, vendor.needed, `${choice}=${vendor.name}`),
    ...(linksAsk
      ? missing(source, vendor.neededForLinks, 'LINK_STEP_UP=otp, the default in production,')
      : []),
  ])
}

/** What production refuses of providers that are named. */
export function refusedInProduction(source: Source, values: Partial<Record<string, unknown>>): string[] {
  return [
    ...simulatorsBesideLive(source),
    ...unencryptedProviders(values),
    ...namedVendors(source).flatMap(({ vendor }) => missing(source, vendor.neededInProduction, 'production')),
  ]
}

/** Real providers beside a simulator would leave its pages, which show everybody's codes, open to visitors. */
function simulatorsBesideLive(source: Source): string[] {
  if (namedVendors(source).length === 0) return []
  return kinds
    .filter(({ choice }) => source[choice] === 'sandbox')
    .map(({ choice }) => `${choice} must not be sandbox in production beside a real provider`)
}

function unencryptedProviders(values: Partial<Record<string, unknown>>): string[] {
  return kinds
    .flatMap(({ vendors }) => vendors)
    .flatMap(({ address = '' }) => {
      const { protocol, hostname } = new URL(String(values[address] ?? 'https:localhost'))
      const fits = protocol === 'https:' || hostname === 'localhost' || hostname === '127.0.0.1'
      return fits ? [] : [`${address} must begin with https:// in production`]
    })
}

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
  // It speaks no TLS.
  CLAMD_URL: { encrypted: (url: URL) => url.protocol === 'unix:', asked: 'a scanner on this machine' },
  OTEL_EXPORTER_OTLP_ENDPOINT: { encrypted: (url: URL) => url.protocol === 'https:', asked: 'https://' },
  S3_ENDPOINT: { encrypted: (url: URL) => url.protocol === 'https:', asked: 'https://' },
} as const

/** Settings of production that would send something to another machine in the clear, or to whoever answers there. */
export function unencryptedConnections(
  values: Partial<Record<keyof typeof rules, string | undefined>>,
): string[] {
  return Object.entries(rules).flatMap(([name, { encrypted, asked }]) => {
    const given = values[name as keyof typeof rules]
    const url = given === undefined ? undefined : new URL(given)
    const fits = !url || encrypted(url) || staysHere(url)
    return fits ? [] : [`${name} needs ${asked} in production, unless it stays on this machine`]
  })
}
