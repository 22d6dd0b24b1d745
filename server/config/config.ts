import { existsSync, readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { type Agency, defaultAgency, defaultNames } from '#contract/schemas/agency.ts'
import { defaultLanguage, inRupees, type Language, languageCodes } from '#contract/messages/languages.ts'
import { type SettingName, settings, type SettingValues } from './settings.ts'
import { aadhaarKind, accountOf, gatewayKind, kinds, mailKind, smsKind } from '#server/providers/kinds.ts'
import type { BucketOptions } from '#server/providers/files/port.ts'
import type { Vendor } from '#server/providers/vendor.ts'

export type Config = ReturnType<typeof toConfig> & {
  /** Settings still at a default that is unsuitable once real mail is sent. */
  placeholders: SettingName[]
}

export type Source = Record<string, string | undefined>
export type LoadedConfig = { ok: true; config: Config } | { ok: false; faults: string[] }

/**
 * Merges the `.env` file of the working folder, the files of CREDENTIALS_DIRECTORY and the environment; the later wins.
 * Nothing else reads them. Throws when one of the files cannot be read.
 */
export function environment(given: Source = process.env): Source {
  const fromFile = existsSync('.env') ? parseEnv(readSettingsFile('.env')) : {}
  return { ...fromFile, ...credentialsIn(given['CREDENTIALS_DIRECTORY']), ...given }
}

/** Reads one file per setting, named after the setting, as systemd provides credentials (systemd.exec(5)). */
function credentialsIn(folder: string | undefined): Source {
  if (!folder) return {}
  const found = Object.keys(settings).filter((name) => existsSync(join(folder, name)))
  return Object.fromEntries(found.map((name) => [name, readSettingsFile(join(folder, name)).trimEnd()]))
}

class UnreadableSettings extends Error {}

function readSettingsFile(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new UnreadableSettings(
      `${path} cannot be read (${code}): it must be a file that this user may read`,
    )
  }
}

/** Loads the settings of this process. An unreadable file is a fault like any other. */
export function loadEnvironment(given?: Source): LoadedConfig {
  try {
    return loadConfig(environment(given))
  } catch (error) {
    if (error instanceof UnreadableSettings) return { ok: false, faults: [error.message] }
    throw error
  }
}

/** Reads every setting. Each fault is one line that begins with the name of the setting. */
export function loadConfig(source: Source): LoadedConfig {
  const { values, faults } = readSettings(source)
  if (values.NODE_ENV === 'production') {
    faults.push(...publicUrlFaults(values), ...missingInProduction(source))
    faults.push(...unencryptedProviders(values))
    for (const { vendor } of namedVendors(source))
      faults.push(...missing(source, vendor.neededInProduction, 'production'))
    faults.push(...unencryptedConnections(values))
  }
  if (values.NODE_ENV === 'production' || !isThisMachine(values.PUBLIC_URL)) {
    faults.push(...simulatorsBesideLive(source))
  }
  faults.push(...missingForBucket(values), ...missingForProviders(source))
  if (values.METRICS_PORT !== undefined && values.METRICS_PORT !== 0 && values.METRICS_PORT === values.PORT) {
    faults.push('METRICS_PORT must not be PORT: metrics are never served on the public port')
  }
  faults.push(...feeBeyondMandate(values))
  if (faults.length > 0) return { ok: false, faults }
  // Without a fault, every setting with a default or a value is present.
  return { ok: true, config: { ...toConfig(values as SettingValues), placeholders: placeholders(source) } }
}

/** A mandate with a maximum below the fee could not collect the fee. */
function feeBeyondMandate({ AGENCY_FEE: fee, MANDATE_MAX_AMOUNT: most }: Partial<SettingValues>): string[] {
  if (typeof fee !== 'number' || most === undefined || fee <= Number(most)) return []
  return [
    'AGENCY_FEE must not be more than MANDATE_MAX_AMOUNT: a mandate does not collect more than it allows',
  ]
}

function readSettings(source: Source): { values: Partial<SettingValues>; faults: string[] } {
  const values: Record<string, unknown> = {}
  const faults: string[] = []
  for (const [name, setting] of Object.entries(settings)) {
    // A setting with an empty value counts as not set.
    const given = source[name] === '' ? undefined : source[name]
    const optional = setting.schema.safeParse(undefined).success
    const answer = setting.schema.safeParse(given ?? (optional ? undefined : setting.default))
    if (answer.success) values[name] = answer.data
    else faults.push(`${name} ${answer.error.issues[0]?.message ?? 'cannot be used'}`)
  }
  return { values, faults }
}

/** Over http, cookies and personal data would travel unencrypted. Only a trial on one machine may do without https. */
function publicUrlFaults({ PUBLIC_URL: url }: Partial<SettingValues>): string[] {
  // A value that is not an origin is reported elsewhere.
  if (isThisMachine(url) || url?.startsWith('https:')) return []
  return ['PUBLIC_URL must begin with https:// in production']
}

/** Returns whether only this machine can open the site, as by default. */
function isThisMachine(url: string | undefined): boolean {
  return url === undefined || ['localhost', '127.0.0.1'].includes(new URL(url).hostname)
}

function missingInProduction(source: Source): string[] {
  const reasons: Record<string, string> = {
    DATA_KEY: 'production needs a key that is kept outside the data folder',
    ...unnamedProviders,
  }
  return Object.entries(reasons)
    .filter(([name]) => !source[name])
    .map(([name, reason]) => `${name} is missing: ${reason}`)
}

/** Returns the settings whose defaults no agency wants once real mail is sent. The log lists them. */
function placeholders(source: Source): SettingName[] {
  if (source['MAIL_PROVIDER'] !== 'smtp') return []
  const real: SettingName[] = [
    'PUBLIC_URL',
    'AGENCY_NAME',
    'AGENCY_INBOX',
    'AGENCY_EMAIL',
    'AGENCY_FEE',
    'MAIL_FROM',
  ]
  return real.filter((name) => !source[name])
}

function agencyOf(values: SettingValues): Agency {
  const fee = values.AGENCY_FEE
  const names = values.AGENCY_NAME === defaultAgency.name ? defaultNames : undefined
  return {
    name: values.AGENCY_NAME,
    email: values.AGENCY_EMAIL,
    privacyEmail: values.AGENCY_PRIVACY_EMAIL,
    supportEmail: values.AGENCY_SUPPORT_EMAIL,
    street: values.AGENCY_STREET,
    city: values.AGENCY_CITY,
    state: values.AGENCY_STATE,
    pincode: values.AGENCY_PINCODE,
    facebook: values.AGENCY_FACEBOOK,
    instagram: values.AGENCY_INSTAGRAM,
    fee: typeof fee === 'number' ? inRupees(String(fee), defaultLanguage) : '',
    feeEvery: typeof fee === 'number' ? values.AGENCY_FEE_EVERY : (fee ?? 'untold'),
    feeMonths: values.AGENCY_FEE_MONTHS,
    feeDueDays: values.AGENCY_FEE_DUE_DAYS,
    phone: values.AGENCY_PHONE ?? '',
    hours: values.AGENCY_HOURS ?? '',
    whatsapp: values.AGENCY_WHATSAPP ?? '',
    map: values.AGENCY_MAP_URL ?? '',
    licence: values.AGENCY_LICENCE ?? '',
    gstin: values.AGENCY_GSTIN ?? '',
    person: values.AGENCY_PERSON ?? '',
    picture: values.AGENCY_PERSON_PICTURE ?? '',
    names: { hi: values.AGENCY_NAME_HI ?? names?.hi, gu: values.AGENCY_NAME_GU ?? names?.gu },
  }
}

/** Returns the support address unless it is the unread default. */
function supportContact({ AGENCY_SUPPORT_EMAIL: email }: SettingValues): string | undefined {
  return email === defaultAgency.supportEmail ? undefined : `mailto:${email}`
}

function toConfig(values: SettingValues) {
  const publicUrl = values.PUBLIC_URL ?? `http://localhost:${values.PORT}`
  const production = values.NODE_ENV === 'production'
  const providers = providerConfig(values, publicUrl)
  const { mail, aadhaar, sms, mandate } = providers
  const isSandbox = [mail, aadhaar, sms, mandate.gateway].every(({ provider }) => provider === 'sandbox')
  const trying = isSandbox && !production
  const languages: readonly Language[] = values.LANGUAGES ?? (trying ? languageCodes : [defaultLanguage])
  return {
    production,
    /** In production, executives can register only once the agency has set its fee. */
    registers: !production || values.AGENCY_FEE !== undefined,
    /** Trial: the sandbox simulates every provider, and NODE_ENV is not production. */
    trying,
    /** The languages that visitors see, always with English. */
    languages,
    host: values.HOST,
    port: values.PORT,
    metricsPort: values.METRICS_PORT,
    /** Origin without a trailing slash. */
    publicUrl,
    /** Absolute. */
    dataDir: resolve(values.DATA_DIR),
    databaseUrl: values.DATABASE_URL,
    /** 32 bytes; undefined: the key in DATA_DIR. */
    dataKey: values.DATA_KEY,
    /** 32 bytes: the previous key, needed until all its data is re-encrypted. */
    dataKeyPrevious: values.DATA_KEY_PREVIOUS,
    backup: {
      /** 32 bytes; required for backups, except in a trial. */
      key: values.BACKUP_KEY,
      /** Absolute path of the folder with one key per backup. */
      keysDir: resolve(values.BACKUP_KEYS_DIR ?? join(values.DATA_DIR, 'backup-keys')),
    },
    /** Whether browsers must use HTTPS for every subdomain too. */
    hstsSubdomains: values.HSTS_SUBDOMAINS === 'yes',
    /** Where to report vulnerabilities, as a `mailto:` or https address; undefined: nowhere. */
    securityContact: values.SECURITY_CONTACT ?? supportContact(values),
    rateLimitScale: values.RATE_LIMIT_SCALE,
    /** Whether a link opened in a different browser needs a code. */
    linkStepUp: (values.LINK_STEP_UP ?? (production ? 'otp' : 'none')) === 'otp',
    /** Which text of a bilingual agreement is binding. */
    agreementBinding: values.AGREEMENT_BINDING,
    /** Addresses and networks whose X-Forwarded-For is trusted. */
    trustProxy: values.TRUST_PROXY ?? [],
    logLevel: values.LOG_LEVEL,
    agency: agencyOf(values),
    agencyInbox: values.AGENCY_INBOX,
    /** Working days within which the agency promises an answer. */
    replyDays: values.REPLY_DAYS,
    testimonials: values.AGENCY_TESTIMONIALS,
    /** Mails per day to the inbox about single enquiries, and about single applications. */
    inboxDailyBudget: values.INBOX_DAILY_BUDGET,
    /** Minutes after midnight in India; undefined: no digest. */
    digestAt: values.DIGEST_AT,
    ...providers,
  }
}

function providerConfig(values: SettingValues, publicUrl: string) {
  return {
    mail: mailConfig(values, publicUrl),
    aadhaar: accountOf(aadhaarKind, values),
    /** Codes per day. */
    aadhaarDailyBudget: values.AADHAAR_DAILY_BUDGET,
    sms: accountOf(smsKind, values),
    /** SMS with codes per day. */
    smsDailyBudget: values.SMS_DAILY_BUDGET,
    mandate: {
      /** Rupees. */
      maxAmount: values.MANDATE_MAX_AMOUNT,
      gateway: accountOf(gatewayKind, values),
    },
    signature: {
      /** PKCS#12; undefined: the server creates its own certificate. */
      key: values.SEAL_P12 && { p12: values.SEAL_P12, password: values.SEAL_P12_PASSWORD ?? '' },
      tsaUrl: values.TSA_URL,
    },
    /** Object storage; undefined: files are stored in DATA_DIR. */
    s3: bucketConfig(values),
    clamdUrl: values.CLAMD_URL,
  }
}

function mailConfig(values: SettingValues, publicUrl: string) {
  const { hostname } = new URL(publicUrl)
  const { MAIL_FROM: from = `no-reply@${hostname}`, SMTP_NAME: name = greetingOf(hostname) } = values
  return { ...accountOf(mailKind, values), from, name }
}

/** Returns a public host name, or an address in brackets (RFC 5321, section 4.1.3): mail servers refuse `localhost`. */
function greetingOf(hostname: string): string {
  return isIP(hostname) || !hostname.includes('.') ? '[127.0.0.1]' : hostname
}

function bucketConfig(values: SettingValues): BucketOptions | undefined {
  const { S3_BUCKET: bucket, S3_ENDPOINT: endpoint, S3_REGION: region } = values
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = values
  if (!bucket || !endpoint || !accessKeyId || !secretAccessKey) return undefined
  return { bucket, endpoint, region, accessKeyId, secretAccessKey }
}

function missingForBucket(values: Partial<SettingValues>): string[] {
  if (values.S3_BUCKET === undefined) return []
  const needed = ['S3_ENDPOINT', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const
  return needed
    .filter((name) => values[name] === undefined)
    .map((name) => `${name} is missing: S3_BUCKET needs it`)
}

/** Production needs each provider named, so that no message goes to the sandbox by mistake. */
const unnamedProviders = Object.fromEntries(
  kinds.map(({ choice, vendors }) => [
    choice,
    `production has no default provider, name one (${vendors.map(({ name }) => name).join(', ')} or sandbox)`,
  ]),
)

/** Returns the selected vendors, each with the setting that selects it. */
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

function missingForProviders(source: Source): string[] {
  return namedVendors(source).flatMap(({ choice, vendor }) =>
    missing(source, vendor.needed, `${choice}=${vendor.name}`),
  )
}

/** A simulator shows all codes on public pages, so it must not run beside real providers. */
function simulatorsBesideLive(source: Source): string[] {
  if (namedVendors(source).length === 0) return []
  const isSimulated = (choice: string) =>
    source['NODE_ENV'] === 'production'
      ? source[choice] === 'sandbox'
      : (source[choice] || 'sandbox') === 'sandbox'
  return kinds
    .filter(({ choice }) => isSimulated(choice))
    .map(
      ({ choice }) =>
        `${choice} must not be sandbox beside a real provider in production, or where PUBLIC_URL is not this machine`,
    )
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

/** Returns whether a connection stays on this machine: a Unix socket or a loopback address. */
function staysHere({ hostname, searchParams }: URL): boolean {
  const host = searchParams.get('host') ?? decodeURIComponent(hostname)
  return host.startsWith('/') || local.test(host)
}

const rules = {
  // The driver's other modes do not check the certificate, or will stop doing so.
  DATABASE_URL: {
    encrypted: (url: URL) => url.searchParams.get('sslmode') === 'verify-full',
    asked: 'sslmode=verify-full',
  },
  // clamd has no TLS.
  CLAMD_URL: { encrypted: (url: URL) => url.protocol === 'unix:', asked: 'a scanner on this machine' },
  S3_ENDPOINT: { encrypted: (url: URL) => url.protocol === 'https:', asked: 'https://' },
} as const

/** Returns a fault for each connection to another machine that is unencrypted or unauthenticated. */
function unencryptedConnections(values: Partial<Record<keyof typeof rules, string | undefined>>): string[] {
  return Object.entries(rules).flatMap(([name, { encrypted, asked }]) => {
    const given = values[name as keyof typeof rules]
    const url = given === undefined ? undefined : new URL(given)
    const fits = !url || encrypted(url) || staysHere(url)
    return fits ? [] : [`${name} needs ${asked} in production, unless it stays on this machine`]
  })
}
