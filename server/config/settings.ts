import * as z from 'zod'
import { defaultAgency } from '#contract/schemas/agency.ts'
import {
  dailyBudget,
  gstin,
  internationalNumber,
  openingHours,
  phoneNumber,
  pictureFile,
  dataKey,
  isOrigin,
  languageList,
  mailAddress,
  networks,
  pkcs12,
  port,
  rupees,
  feeWords,
  scale,
  securityContact,
  timeOfDay,
  url,
  type ValuesOf,
  webAddress,
  oneLine,
  workingDays,
} from '#server/platform/setting-kinds.ts'
import { aadhaarKind, gatewayKind, mailKind, settingsOf, smsKind } from '#server/providers/kinds.ts'

/** Every setting. docs/settings.md and `.env.example` are generated from this table. */
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
    meaning: 'the previous key; needed until `ops rotate-key` has re-encrypted everything with DATA_KEY',
    schema: dataKey.optional(),
  },
  BACKUP_KEY: {
    default: 'none: backups only in a trial',
    meaning:
      'encrypts the keys of backups: 32 random bytes like DATA_KEY; keep it apart from data and backups',
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
      '`yes`: for two years browsers use only HTTPS for the host and all its subdomains; each must support it',
    schema: z.enum(['no', 'yes'], 'must be no or yes'),
  },
  SECURITY_CONTACT: {
    default: 'AGENCY_SUPPORT_EMAIL, if that is set',
    meaning:
      'where to report a vulnerability: an e-mail or https address, shown in `/.well-known/security.txt`',
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
      'which text of a bilingual agreement is binding: `english`, or `language`, the one that the person chose',
    schema: z.enum(['english', 'language'], 'must be english or language'),
  },
  METRICS_PORT: {
    default: 'none: off',
    meaning: 'the port of `/metrics`, never the public one',
    schema: port.optional(),
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
    default: '`en`; all languages while every provider is the sandbox and NODE_ENV is not production',
    meaning:
      'the languages that visitors see, such as `en,hi,gu`: add a language once somebody has read its notices, consents, mandate terms and agreement ([languages](languages.md))',
    schema: languageList.optional(),
  },
  AGENCY_NAME: { default: defaultAgency.name, meaning: 'the name shown everywhere', schema: oneLine },
  AGENCY_NAME_HI: {
    default: 'AGENCY_NAME, and एजेंसी while that is not set',
    meaning: 'the name in Hindi, in Devanagari, on pages and in mails and SMS; agreements keep AGENCY_NAME',
    schema: oneLine.optional(),
  },
  AGENCY_NAME_GU: {
    default: 'AGENCY_NAME, and એજન્સી while that is not set',
    meaning: 'the same in Gujarati',
    schema: oneLine.optional(),
  },
  AGENCY_INBOX: {
    default: 'inbox@agency.example',
    meaning: 'the address that receives enquiries and applications',
    schema: mailAddress,
  },
  REPLY_DAYS: {
    default: '2',
    meaning: 'the working days within which an enquiry or application is answered, as visitors are told',
    schema: workingDays,
  },
  INBOX_DAILY_BUDGET: {
    default: '500',
    meaning:
      'how many enquiries, and how many applications, are mailed to AGENCY_INBOX one by one per day; one mail at the end of the day lists the rest',
    schema: dailyBudget,
  },
  DIGEST_AT: {
    default: '08:00',
    meaning: 'when the daily digest is mailed to AGENCY_INBOX, Indian time; `none`: never',
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
  AGENCY_FEE: {
    default: 'not set: in production nobody can register',
    meaning:
      'the service fee for a registration, in rupees with taxes, such as `5000`, or `none`; shown before the registration, in the agreement and in its mails',
    schema: z.union([z.literal('none'), rupees], feeWords).optional(),
  },
  AGENCY_FEE_DUE_DAYS: {
    default: defaultAgency.feeDueDays,
    meaning: 'days from acceptance of the agreement until the fee is first due; `0`: on the same day',
    schema: z
      .string()
      .regex(/^\d{1,3}$/, 'must be a whole number of days from 0 to 999')
      .transform((days) => String(Number(days))),
  },
  AGENCY_FEE_EVERY: {
    default: 'once',
    meaning: 'how often the fee is charged: once, month, quarter or year',
    schema: z.enum(['once', 'month', 'quarter', 'year'], 'must be once, month, quarter or year'),
  },
  AGENCY_FEE_MONTHS: {
    default: defaultAgency.feeMonths,
    meaning: 'for how many months the fee is charged, if more than once',
    schema: z.string().regex(/^[1-9]\d{0,2}$/, 'must be a whole number of months from 1 to 999'),
  },
  AGENCY_INSTAGRAM: { default: defaultAgency.instagram, meaning: 'Instagram page', schema: webAddress },
  AGENCY_PHONE: {
    default: 'none: not shown',
    meaning: 'phone number in the footer, on the contact page and beside forms, such as `+91 261 400 0000`',
    schema: phoneNumber.optional(),
  },
  AGENCY_HOURS: {
    default: 'none: not shown',
    meaning: 'opening hours, such as `Mo-Sa 10:00-19:00`',
    schema: openingHours.optional(),
  },
  AGENCY_WHATSAPP: {
    default: 'none: not shown',
    meaning: 'WhatsApp number with the country code, such as `+91 98250 00000`',
    schema: internationalNumber.optional(),
  },
  AGENCY_MAP_URL: {
    default: 'none: not shown',
    meaning: 'the address of a map that shows the office',
    schema: webAddress.optional(),
  },
  AGENCY_LICENCE: {
    default: 'none: not shown',
    meaning: 'number of the agency’s licence or registration, and who issued it',
    schema: oneLine.optional(),
  },
  AGENCY_GSTIN: { default: 'none: not shown', meaning: 'GST number', schema: gstin.optional() },
  AGENCY_PERSON: {
    default: 'none: not shown',
    meaning: 'who answers visitors, on the contact page and beside forms: a name and a few words',
    schema: oneLine.optional(),
  },
  AGENCY_PERSON_PICTURE: {
    default: 'none: not shown',
    meaning:
      'path of that person’s picture, square, at least 200 pixels wide; the person must have agreed to it',
    schema: pictureFile.optional(),
  },
  AGENCY_TESTIMONIALS: {
    default: 'none: samples, and none in production',
    meaning:
      'path of a JSON file with testimonials of three people, each `{"name": …, "text": …, "role": …}`; `role`, their job or company, is optional; a value in several languages is `{"en": …, "hi": …, "gu": …}`',
    schema: z.string().optional(),
  },
  S3_BUCKET: {
    default: 'none: files under DATA_DIR',
    meaning: 'the bucket for uploaded files; needs the other S3 settings',
    schema: z
      .string()
      .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket')
      .optional(),
  },
  S3_ENDPOINT: {
    default: 'none',
    meaning: 'the address without the bucket, such as `https://s3.ap-south-1.amazonaws.com`',
    schema: webAddress.optional(),
  },
  S3_REGION: { default: 'us-east-1', meaning: 'the region in request signatures', schema: oneLine },
  S3_ACCESS_KEY_ID: {
    default: 'none',
    meaning: 'the key that may read and write the bucket',
    schema: oneLine.optional(),
  },
  S3_SECRET_ACCESS_KEY: { default: 'none', meaning: 'its secret', schema: oneLine.optional() },
  CLAMD_URL: {
    default: 'none: files are not scanned',
    meaning: 'the virus scanner: `tcp://host:3310` or `unix:///path/of/socket`',
    schema: url(['tcp:', 'unix:'], 'must begin with tcp:// or unix://').optional(),
  },
  ...settingsOf(mailKind, 'sends real mail'),
  SMTP_NAME: {
    default: 'the host of PUBLIC_URL',
    meaning: 'the name of this server when it greets the mail server (EHLO), such as `www.example.com`',
    schema: z
      .string()
      .regex(/^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/i, 'must be a host name such as www.example.com')
      .optional(),
  },
  MAIL_FROM: {
    default: 'no-reply@ the host of PUBLIC_URL',
    meaning: "sender's address, of your own domain",
    schema: mailAddress.optional(),
  },
  ...settingsOf(aadhaarKind, 'verifies real Aadhaar numbers'),
  AADHAAR_DAILY_BUDGET: {
    default: '2000',
    meaning: 'the most Aadhaar codes per day that are requested and not entered',
    schema: dailyBudget,
  },
  ...settingsOf(smsKind, 'sends real SMS'),
  SMS_DAILY_BUDGET: {
    default: '2000',
    meaning: 'the most SMS per day with codes that are not entered',
    schema: dailyBudget,
  },
  ...settingsOf(gatewayKind, 'sets up real bank mandates'),
  MANDATE_MAX_AMOUNT: {
    default: '5000',
    meaning: 'the maximum amount of a mandate, in rupees',
    schema: rupees,
  },
  SEAL_P12: {
    default: 'none: a self-made certificate',
    meaning: "the agency's certificate and key that sign agreements: a PKCS#12 file (.p12, .pfx) in base64",
    schema: pkcs12.optional(),
  },
  SEAL_P12_PASSWORD: { default: 'none', meaning: 'its password', schema: z.string().max(1000).optional() },
  TSA_URL: {
    default: 'none: signatures have the time of this machine',
    meaning: 'a timestamp authority (RFC 3161) for the signature',
    schema: webAddress.optional(),
  },
} as const

export type SettingName = keyof typeof settings
export type SettingValues = ValuesOf<typeof settings>
