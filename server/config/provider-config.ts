import type { SettingName, SettingValues } from './settings.ts'

/** Which of each kind of provider is used, with what it needs. */
export interface ProviderConfig {
  mail: { provider: 'sandbox'; from: string } | { provider: 'smtp'; url: string; from: string }
  aadhaar: { provider: 'sandbox' } | { provider: 'surepass'; url: string; token: string }
  /** Codes asked for in a day. */
  aadhaarDailyBudget: number
  /** SMS with codes in a day. */
  smsDailyBudget: number
  sms: { provider: 'sandbox' } | ({ provider: 'msg91' } & Msg91Account)
  mandate: {
    /** Rupees. */
    maxAmount: number
    gateway: { provider: 'sandbox' } | ({ provider: 'paynimo' } & PaynimoAccount)
  }
  signature: {
    /** PKCS#12; undefined means a certificate that the server makes for itself. */
    key: { p12: Buffer; password: string } | undefined
    tsaUrl: string | undefined
  }
}

interface PaynimoAccount {
  /** Origin without a trailing slash. */
  url: string
  merchant: { id: string; salt: string; scheme: string }
}

interface Msg91Account {
  url: string
  authKey: string
  sender: string
  entityId: string
  /** MSG91's ids of our templates; the second one is needed only where links are stepped up. */
  templates: { mobile_code: string; link_code: string | undefined }
}

/** In production nobody's messages go into a sandbox by an oversight. */
export const unnamedProviders: Partial<Record<SettingName, string>> = {
  MAIL_PROVIDER: 'production has no default provider, name one (smtp or sandbox)',
  AADHAAR_PROVIDER: 'production has no default provider, name one (surepass or sandbox)',
  SMS_PROVIDER: 'production has no default provider, name one (msg91 or sandbox)',
  MANDATE_PROVIDER: 'production has no default provider, name one (paynimo or sandbox)',
}

/** Real providers beside a simulator would leave its listeners, which know everybody's codes, open to visitors. */
function halfSandbox(source: Record<string, string | undefined>): string[] {
  if (!needs.some(({ setting, value }) => source[setting] === value)) return []
  const left = Object.keys(unnamedProviders).filter((name) => source[name] === 'sandbox')
  return left.map((name) => `${name} must not be sandbox in production beside a real provider`)
}

/** Where providers are called with credentials and what is personal. */
const addresses = ['SUREPASS_URL', 'MSG91_URL', 'PAYNIMO_URL'] as const

function inTheClear(values: Partial<SettingValues>): string[] {
  return addresses
    .filter((name) => {
      const { protocol, hostname } = new URL(values[name] ?? 'https:localhost')
      return protocol !== 'https:' && hostname !== 'localhost' && hostname !== '127.0.0.1'
    })
    .map((name) => `${name} must begin with https:// in production`)
}

/** What production refuses of providers that are named. */
export function providerFaults(
  source: Record<string, string | undefined>,
  values: Partial<SettingValues>,
): string[] {
  return [...halfSandbox(source), ...inTheClear(values)]
}

/** What must be set beside a provider's name. */
const needs: { setting: SettingName; value: string; needed: Partial<Record<SettingName, string>> }[] = [
  { setting: 'MAIL_PROVIDER', value: 'smtp', needed: { SMTP_URL: 'the address of a mail server' } },
  { setting: 'AADHAAR_PROVIDER', value: 'surepass', needed: { SUREPASS_TOKEN: 'the token Surepass gave' } },
  {
    setting: 'SMS_PROVIDER',
    value: 'msg91',
    needed: {
      MSG91_AUTH_KEY: 'the auth key MSG91 gave',
      MSG91_SENDER: 'the registered header',
      MSG91_ENTITY_ID: 'the registered principal entity',
      MSG91_TEMPLATE_CODE: 'the template of the code',
    },
  },
  {
    setting: 'MANDATE_PROVIDER',
    value: 'paynimo',
    needed: {
      PAYNIMO_MERCHANT_ID: 'the merchant code Paynimo gave',
      PAYNIMO_SALT: 'the salt of that code',
      PAYNIMO_SCHEME: 'the scheme code Paynimo gave',
    },
  },
]

/** A line for each setting that a named provider lacks. */
export function missingForProviders(source: Record<string, string | undefined>): string[] {
  return [...missingForLinks(source), ...missingForNamed(source)]
}

/** Whether a link opened elsewhere asks for a code: in production it does unless it is told not to. */
export function asksForLinkCode(stepUp: string | undefined, environment: string | undefined): boolean {
  return (stepUp || (environment === 'production' ? 'otp' : 'none')) === 'otp'
}

function missingForLinks(source: Record<string, string | undefined>): string[] {
  const asks =
    asksForLinkCode(source['LINK_STEP_UP'], source['NODE_ENV']) && source['SMS_PROVIDER'] === 'msg91'
  if (!asks || source['MSG91_TEMPLATE_LINK']) return []
  return [
    'MSG91_TEMPLATE_LINK is missing: LINK_STEP_UP=otp, the default in production, needs the template of the code for a link',
  ]
}

function missingForNamed(source: Record<string, string | undefined>): string[] {
  return needs
    .filter(({ setting, value }) => source[setting] === value)
    .flatMap(({ setting, value, needed }) =>
      Object.entries(needed)
        .filter(([name]) => !source[name])
        .map(([name, what]) => `${name} is missing: ${setting}=${value} needs ${what}`),
    )
}

/** The providers of settings in which nothing is missing. */
export function providerConfig(values: SettingValues, publicUrl: string): ProviderConfig {
  return {
    mail: mail(values, publicUrl),
    aadhaar: aadhaar(values),
    sms: sms(values),
    aadhaarDailyBudget: values.AADHAAR_DAILY_BUDGET,
    smsDailyBudget: values.SMS_DAILY_BUDGET,
    mandate: { maxAmount: values.MANDATE_MAX_AMOUNT, gateway: gateway(values) },
    signature: {
      key: values.SEAL_P12 && { p12: values.SEAL_P12, password: values.SEAL_P12_PASSWORD ?? '' },
      tsaUrl: values.TSA_URL,
    },
  }
}

function mail(values: SettingValues, publicUrl: string): ProviderConfig['mail'] {
  const from = values.MAIL_FROM ?? `no-reply@${new URL(publicUrl).hostname}`
  const url = values.SMTP_URL
  return values.MAIL_PROVIDER === 'smtp' && url
    ? { provider: 'smtp', url, from }
    : { provider: 'sandbox', from }
}

function aadhaar(values: SettingValues): ProviderConfig['aadhaar'] {
  const { SUREPASS_URL: url, SUREPASS_TOKEN: token } = values
  return values.AADHAAR_PROVIDER === 'surepass' && token
    ? { provider: 'surepass', url, token }
    : { provider: 'sandbox' }
}

function sms(values: SettingValues): ProviderConfig['sms'] {
  const { MSG91_AUTH_KEY: authKey, MSG91_SENDER: sender, MSG91_ENTITY_ID: entityId } = values
  const { MSG91_URL: url, MSG91_TEMPLATE_CODE: code, MSG91_TEMPLATE_LINK: link } = values
  if (values.SMS_PROVIDER !== 'msg91' || !authKey || !sender || !entityId || !code)
    return { provider: 'sandbox' }
  return {
    provider: 'msg91',
    url,
    authKey,
    sender,
    entityId,
    templates: { mobile_code: code, link_code: link },
  }
}

function gateway(values: SettingValues): ProviderConfig['mandate']['gateway'] {
  const { PAYNIMO_MERCHANT_ID: id, PAYNIMO_SALT: salt, PAYNIMO_SCHEME: scheme } = values
  if (values.MANDATE_PROVIDER !== 'paynimo' || !id || !salt || !scheme) return { provider: 'sandbox' }
  return {
    provider: 'paynimo',
    url: values.PAYNIMO_URL.replace(/\/$/, ''),
    merchant: { id, salt, scheme },
  }
}
