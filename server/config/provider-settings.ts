import { aadhaarConfig, aadhaarRequirements, aadhaarSettings } from '#server/providers/aadhaar/settings.ts'
import { bucketConfig, filesSettings } from '#server/providers/files/settings.ts'
import { gatewayRequirements, gatewaySettings, mandateConfig } from '#server/providers/gateway/settings.ts'
import { mailConfig, mailRequirements, mailSettings } from '#server/providers/mail/settings.ts'
import { scannerSettings } from '#server/providers/scanner/settings.ts'
import { signatureConfig, signatureSettings } from '#server/providers/signature/settings.ts'
import { smsConfig, smsRequirements, smsSettings } from '#server/providers/sms/settings.ts'
import type { ValuesOf } from './setting-kinds.ts'
import type { SettingValues } from './settings.ts'

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

const requirements = [mailRequirements, aadhaarRequirements, smsRequirements, gatewayRequirements]
type Source = Record<string, string | undefined>
type Values = ValuesOf<typeof providerSettings>

/** The providers of settings in which nothing is missing. */
export function providerConfig(values: Values, publicUrl: string) {
  return {
    mail: mailConfig(values, publicUrl),
    aadhaar: aadhaarConfig(values),
    /** Codes asked for in a day. */
    aadhaarDailyBudget: values.AADHAAR_DAILY_BUDGET,
    sms: smsConfig(values),
    /** SMS with codes in a day. */
    smsDailyBudget: values.SMS_DAILY_BUDGET,
    mandate: mandateConfig(values),
    signature: signatureConfig(values),
    s3: bucketConfig(values),
    clamdUrl: values.CLAMD_URL,
  }
}

/** A line for each provider that production does not find named: nobody's messages go into a sandbox by mistake. */
export const unnamedProviders = Object.fromEntries(
  requirements.map(({ choice, live }) => [
    choice,
    `production has no default provider, name one (${live} or sandbox)`,
  ]),
)

/** A line for each setting that a named provider lacks. */
export function missingForProviders(source: Source): string[] {
  return requirements
    .filter(({ choice, live }) => source[choice] === live)
    .flatMap(({ choice, live, needed }) =>
      Object.entries(needed)
        .filter(([name]) => !source[name])
        .map(([name, what]) => `${name} is missing: ${choice}=${live} needs ${what}`),
    )
}

/** What production refuses of providers that are named. */
export function refusedInProduction(source: Source, values: Partial<Record<string, unknown>>): string[] {
  return [...simulatorsBesideLive(source), ...unencryptedProviders(values), ...missingBasis(source)]
}

/** Real providers beside a simulator would leave its pages, which show everybody's codes, open to visitors. */
function simulatorsBesideLive(source: Source): string[] {
  if (!requirements.some(({ choice, live }) => source[choice] === live)) return []
  return requirements
    .filter(({ choice }) => source[choice] === 'sandbox')
    .map(({ choice }) => `${choice} must not be sandbox in production beside a real provider`)
}

function unencryptedProviders(values: Partial<Record<string, unknown>>): string[] {
  return requirements.flatMap(({ address = '' }) => {
    const { protocol, hostname } = new URL(String(values[address] ?? 'https:localhost'))
    const fits = protocol === 'https:' || hostname === 'localhost' || hostname === '127.0.0.1'
    return fits ? [] : [`${address} must begin with https:// in production`]
  })
}

/** Who may verify Aadhaar numbers is settled by law, so a person has to say on what basis it is done. */
function missingBasis(source: Source): string[] {
  if (source['AADHAAR_PROVIDER'] !== 'surepass' || source['AADHAAR_LEGAL_BASIS']?.trim()) return []
  const asked = 'production needs the licence or the written basis on which Aadhaar numbers are verified'
  return [`AADHAAR_LEGAL_BASIS is missing: ${asked}`]
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
export function unencryptedConnections(values: Partial<SettingValues>): string[] {
  return Object.entries(rules).flatMap(([name, { encrypted, asked }]) => {
    const given = values[name as keyof typeof rules]
    const url = given === undefined ? undefined : new URL(given)
    const fits = !url || encrypted(url) || staysHere(url)
    return fits ? [] : [`${name} needs ${asked} in production, unless it stays on this machine`]
  })
}
