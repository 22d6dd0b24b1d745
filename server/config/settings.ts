import * as z from 'zod'
import { defaultAgency } from '#contract/schemas/agency.ts'
import { providerSettings } from './provider-settings.ts'
import {
  dailyBudget,
  dataKey,
  isOrigin,
  mailAddress,
  networks,
  port,
  redisUrl,
  scale,
  timeOfDay,
  url,
  webAddress,
  words,
} from './setting-kinds.ts'

/** Every setting, once: the server reads it from here, and the README's table and `.env.example` are made from it. */
export const settings = {
  NODE_ENV: {
    default: 'development',
    meaning: '`production` asks for DATA_KEY and every provider by name',
    schema: z.enum(['development', 'test', 'production'], 'must be development, test or production'),
  },
  PORT: { default: '3000', meaning: 'the port of the site and the API', schema: port },
  HOST: { default: 'localhost', meaning: 'the address it listens on; `0.0.0.0` for all', schema: words },
  PUBLIC_URL: {
    default: 'http://localhost:PORT',
    meaning: 'the origin visitors use: canonical links, e-mailed links, the sitemap; https in production',
    schema: z
      .string()
      .refine(isOrigin, 'must be an origin such as https://www.example.com, without a path')
      .transform((value) => value.replace(/\/$/, ''))
      .optional(),
  },
  DATA_DIR: {
    default: './data',
    meaning: 'the embedded database and generated keys; one server a folder',
    schema: z.string(),
  },
  DATABASE_URL: {
    default: 'none: embedded',
    meaning: '`postgres://…`: PostgreSQL instead of the embedded SQLite',
    schema: url(['postgres:', 'postgresql:'], 'must begin with postgres://').optional(),
  },
  REDIS_URL: {
    default: 'none: each process counts by itself',
    meaning: '`redis://…` or `rediss://…`: limits are counted by all processes together',
    schema: redisUrl.optional(),
  },
  DATA_KEY: {
    default: 'generated into DATA_DIR',
    meaning: 'seals personal data: 32 random bytes, base64 or hexadecimal; required in production',
    schema: dataKey.optional(),
  },
  DATA_KEY_PREVIOUS: {
    default: 'none',
    meaning: 'the key before, which opens what it sealed until `ops rotate-key` has sealed all of it anew',
    schema: dataKey.optional(),
  },
  BACKUP_KEY: {
    default: 'none: no backups',
    meaning:
      "seals the keys of backups: 32 random bytes as DATA_KEY's; kept where neither data nor backups are",
    schema: dataKey.optional(),
  },
  BACKUP_KEYS_DIR: {
    default: 'backup-keys in DATA_DIR',
    meaning: 'a key for each backup, destroyed after 35 days; never kept with the backups',
    schema: z.string().optional(),
  },
  S3_BUCKET: {
    default: 'none: files under DATA_DIR',
    meaning: 'the bucket for uploaded files instead; needs the other S3 settings',
    schema: z
      .string()
      .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket')
      .optional(),
  },
  S3_ENDPOINT: {
    default: 'none',
    meaning: 'such as `https://s3.ap-south-1.amazonaws.com`, without the bucket',
    schema: webAddress.optional(),
  },
  S3_REGION: { default: 'us-east-1', meaning: 'the region that signatures name', schema: words },
  S3_ACCESS_KEY_ID: {
    default: 'none',
    meaning: 'who may read and write the bucket',
    schema: words.optional(),
  },
  S3_SECRET_ACCESS_KEY: { default: 'none', meaning: 'its secret', schema: words.optional() },
  CLAMD_URL: {
    default: 'none: files are not scanned',
    meaning: 'the virus scanner: `tcp://host:3310` or `unix:///path/of/socket`',
    schema: url(['tcp:', 'unix:'], 'must begin with tcp:// or unix://').optional(),
  },
  RATE_LIMIT_SCALE: { default: '1', meaning: 'multiplies every limit', schema: scale },
  TRUST_PROXY: {
    default: 'none',
    meaning: 'the proxies whose X-Forwarded-For is believed: addresses or networks, separated by commas',
    schema: networks.optional(),
  },
  LINK_STEP_UP: {
    default: 'none; otp in production',
    meaning: '`otp`: a link opened in another browser asks for a code sent to the phone on record',
    schema: z.enum(['none', 'otp'], 'must be none or otp').optional(),
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
  AGENCY_NAME: { default: defaultAgency.name, meaning: 'the name shown everywhere', schema: words },
  AGENCY_INBOX: {
    default: 'inbox@agency.example',
    meaning: 'where enquiries are told',
    schema: mailAddress,
  },
  INBOX_DAILY_BUDGET: {
    default: '500',
    meaning:
      'enquiries, and applications, mailed there one by one in a day at most; of more than that one mail tells when the day is over',
    schema: dailyBudget,
  },
  DIGEST_AT: {
    default: '08:00',
    meaning: 'when the daily digest goes there, in India’s time; `none`: never',
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
  AGENCY_STREET: { default: defaultAgency.street, meaning: 'postal address: street', schema: words },
  AGENCY_CITY: { default: defaultAgency.city, meaning: 'postal address: city', schema: words },
  AGENCY_STATE: { default: defaultAgency.state, meaning: 'postal address: state', schema: words },
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
export type SettingValues = { [Name in SettingName]: z.output<(typeof settings)[Name]['schema']> }
