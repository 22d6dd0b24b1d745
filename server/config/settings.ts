import * as z from 'zod'
import { defaultAgency } from '#contract/schemas/agency.ts'
import {
  dailyBudget,
  dataKey,
  isOrigin,
  languageList,
  mailAddress,
  networks,
  port,
  scale,
  securityContact,
  timeOfDay,
  url,
  type ValuesOf,
  webAddress,
  oneLine,
} from './setting-kinds.ts'
import { aadhaarSettings } from '#server/providers/aadhaar/create.ts'
import { filesSettings } from '#server/providers/files/settings.ts'
import { gatewaySettings } from '#server/providers/gateway/create.ts'
import { mailSettings } from '#server/providers/mail/create.ts'
import { scannerSettings } from '#server/providers/scanner/create.ts'
import { signatureSettings } from '#server/providers/signature/settings.ts'
import { smsSettings } from '#server/providers/sms/create.ts'

/** The settings of every provider; each is the sandbox's simulator, or absent, until it is named. */
const providerSettings = {
  ...filesSettings,
  ...scannerSettings,
  ...mailSettings,
  ...aadhaarSettings,
  ...smsSettings,
  ...gatewaySettings,
  ...signatureSettings,
} as const

/** Every setting, once: the server reads it from here; docs/settings.md and `.env.example` are generated from it. */
export const settings = {
  NODE_ENV: {
    default: 'development',
    meaning: '`production` requires DATA_KEY and a named provider of every kind',
    schema: z.enum(['development', 'test', 'production'], 'must be development, test or production'),
  },
  PORT: { default: '3000', meaning: 'the port of the site and the API', schema: port },
  HOST: { default: 'localhost', meaning: 'the address it listens on; `0.0.0.0` for all', schema: oneLine },
  PUBLIC_URL: {
    default: 'http://localhost:PORT',
    meaning:
      'the origin that visitors use, in canonical links, e-mailed links and the sitemap; https in production',
    schema: z
      .string()
      .refine(isOrigin, 'must be an origin such as https://www.example.com, without a path')
      .transform((value) => value.replace(/\/$/, ''))
      .optional(),
  },
  DATA_DIR: {
    default: './data',
    meaning: 'the folder of the embedded database, files and generated keys; one server per folder',
    schema: z.string(),
  },
  DATABASE_URL: {
    default: 'none: embedded',
    meaning: '`postgres://…`: PostgreSQL instead of the embedded SQLite',
    schema: url(['postgres:', 'postgresql:'], 'must begin with postgres://').optional(),
  },
  DATA_KEY: {
    default: 'generated into DATA_DIR',
    meaning: 'encrypts personal data: 32 random bytes, base64 or hexadecimal; required in production',
    schema: dataKey.optional(),
  },
  DATA_KEY_PREVIOUS: {
    default: 'none',
    meaning:
      'the previous key, which decrypts what it encrypted until `ops rotate-key` has re-encrypted all of it',
    schema: dataKey.optional(),
  },
  BACKUP_KEY: {
    default: 'none: no backups, but of a sandbox',
    meaning: 'encrypts the keys of backups: 32 random bytes like DATA_KEY; kept apart from data and backups',
    schema: dataKey.optional(),
  },
  BACKUP_KEYS_DIR: {
    default: 'backup-keys in DATA_DIR',
    meaning: 'the folder with a key for each backup, destroyed after 35 days; never keep it with the backups',
    schema: z.string().optional(),
  },
  RATE_LIMIT_SCALE: { default: '1', meaning: 'multiplies every rate limit', schema: scale },
  TRUST_PROXY: {
    default: 'none',
    meaning: 'the proxies whose X-Forwarded-For is trusted: addresses or networks, separated by commas',
    schema: networks.optional(),
  },
  HSTS_SUBDOMAINS: {
    default: 'no',
    meaning:
      '`yes`: browsers come to every subdomain of the host by HTTPS alone, for two years; each must have it',
    schema: z.enum(['no', 'yes'], 'must be no or yes'),
  },
  SECURITY_CONTACT: {
    default: 'AGENCY_SUPPORT_EMAIL, where that is set',
    meaning:
      'where somebody writes who found a weakness: an e-mail or https address, in `/.well-known/security.txt`',
    schema: securityContact.optional(),
  },
  LINK_STEP_UP: {
    default: 'none; otp in production',
    meaning: '`otp`: a link opened in another browser requires a code sent to the phone on record',
    schema: z.enum(['none', 'otp'], 'must be none or otp').optional(),
  },
  AGREEMENT_BINDING: {
    default: 'english',
    meaning:
      'which text of an agreement in two languages binds: `english`, or `language`, the one that the person chose',
    schema: z.enum(['english', 'language'], 'must be english or language'),
  },
  METRICS_PORT: {
    default: 'none: off',
    meaning: 'the port of `/metrics`, never the public one',
    schema: port.optional(),
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    default: 'none: off',
    meaning: 'where traces are sent, as OTLP in JSON over HTTP: such as `http://localhost:4318`',
    schema: webAddress.optional(),
  },
  LOG_LEVEL: {
    default: 'info',
    meaning: 'trace, debug, info, warn, error, fatal or silent; the log goes to standard error',
    schema: z.enum(
      ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
      'must be trace, debug, info, warn, error, fatal or silent',
    ),
  },
  LANGUAGES: {
    default: '`en`; all while every provider is the sandbox’s and NODE_ENV is not production',
    meaning:
      'the languages that visitors see, such as `en,hi,gu`: name one once somebody has read its notices, consents, mandate terms and agreement ([languages](languages.md))',
    schema: languageList.optional(),
  },
  AGENCY_NAME: { default: defaultAgency.name, meaning: 'the name shown everywhere', schema: oneLine },
  AGENCY_INBOX: {
    default: 'inbox@agency.example',
    meaning: 'where enquiries and applications are mailed',
    schema: mailAddress,
  },
  INBOX_DAILY_BUDGET: {
    default: '500',
    meaning:
      'enquiries, and applications, mailed there one by one in a day at most; one mail lists the rest at the end of the day',
    schema: dailyBudget,
  },
  DIGEST_AT: {
    default: '08:00',
    meaning: 'when the daily digest is sent there, Indian time; `none`: never',
    schema: timeOfDay,
  },
  AGENCY_EMAIL: { default: defaultAgency.email, meaning: 'general contact', schema: mailAddress },
  AGENCY_PRIVACY_EMAIL: {
    default: defaultAgency.privacyEmail,
    meaning: 'privacy requests',
    schema: mailAddress,
  },
  AGENCY_SUPPORT_EMAIL: {
    default: defaultAgency.supportEmail,
    meaning: 'payments and refunds',
    schema: mailAddress,
  },
  AGENCY_STREET: { default: defaultAgency.street, meaning: 'postal address: street', schema: oneLine },
  AGENCY_CITY: { default: defaultAgency.city, meaning: 'postal address: city', schema: oneLine },
  AGENCY_STATE: { default: defaultAgency.state, meaning: 'postal address: state', schema: oneLine },
  AGENCY_PINCODE: {
    default: defaultAgency.pincode,
    meaning: 'postal address: six digits',
    schema: z.string().regex(/^[1-9]\d{5}$/, 'must be six digits'),
  },
  AGENCY_FACEBOOK: { default: defaultAgency.facebook, meaning: 'Facebook page', schema: webAddress },
  AGENCY_INSTAGRAM: { default: defaultAgency.instagram, meaning: 'Instagram page', schema: webAddress },
  ...providerSettings,
} as const

export type SettingName = keyof typeof settings
export type SettingValues = ValuesOf<typeof settings>
