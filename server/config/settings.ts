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
} from './setting-kinds.ts'
import { aadhaarKind, gatewayKind, mailKind, settingsOf, smsKind } from '#server/providers/kinds.ts'

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
    meaning: 'where enquiries and applications are mailed',
    schema: mailAddress,
  },
  REPLY_DAYS: {
    default: '2',
    meaning: 'working days within which whoever sends an enquiry or an application is told to get an answer',
    schema: workingDays,
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
  AGENCY_FEE: {
    default: 'not said: in production nobody can register',
    meaning:
      'the service fee of who registers, in rupees with taxes, such as `5000`, or `none`: said before they begin, in the agreement and in the mails with it',
    schema: z.union([z.literal('none'), rupees], feeWords).optional(),
  },
  AGENCY_FEE_DUE_DAYS: {
    default: defaultAgency.feeDueDays,
    meaning: 'how many days after the agreement is accepted it is due, the first time; `0`: on that day',
    schema: z
      .string()
      .regex(/^\d{1,3}$/, 'must be a whole number of days from 0 to 999')
      .transform((days) => String(Number(days))),
  },
  AGENCY_FEE_EVERY: {
    default: 'once',
    meaning: 'how often it is charged: once, month, quarter or year',
    schema: z.enum(['once', 'month', 'quarter', 'year'], 'must be once, month, quarter or year'),
  },
  AGENCY_FEE_MONTHS: {
    default: defaultAgency.feeMonths,
    meaning: 'for how many months it is charged, where that is more than once',
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
    meaning: 'when somebody answers, such as `Mo-Sa 10:00-19:00`',
    schema: openingHours.optional(),
  },
  AGENCY_WHATSAPP: {
    default: 'none: not shown',
    meaning: 'WhatsApp number with the code of the country, such as `+91 98250 00000`',
    schema: internationalNumber.optional(),
  },
  AGENCY_MAP_URL: {
    default: 'none: not shown',
    meaning: 'where a map shows the address',
    schema: webAddress.optional(),
  },
  AGENCY_LICENCE: {
    default: 'none: not shown',
    meaning: 'number of the licence or registration of the agency, with who gave it',
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
    meaning: 'path of that person’s picture, which the person agreed to: square, 200 pixels or more',
    schema: pictureFile.optional(),
  },
  AGENCY_TESTIMONIALS: {
    default: 'none: samples, and none in production',
    meaning:
      'path of a JSON file with what three people say of the agency, each `{"name": …, "text": …, "role": …}`; `role`, their work or firm, may be left out; what is in several languages is `{"en": …, "hi": …, "gu": …}`',
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
    meaning: 'the name that this server gives itself to the mail server (EHLO), such as `www.example.com`',
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
    meaning: 'Aadhaar codes that are requested in a day and not entered, at most',
    schema: dailyBudget,
  },
  ...settingsOf(smsKind, 'sends real SMS'),
  SMS_DAILY_BUDGET: {
    default: '2000',
    meaning:
      'SMS with codes that are sent in a day and not entered, at most; an hour takes a fourth of what is left',
    schema: dailyBudget,
  },
  ...settingsOf(gatewayKind, 'sets up real bank mandates'),
  MANDATE_MAX_AMOUNT: {
    default: '5000',
    meaning: 'rupees that a mandate allows at most',
    schema: rupees,
  },
  SEAL_P12: {
    default: 'none: a self-made certificate',
    meaning: "the agency's certificate and key that sign agreements: a PKCS#12 file (.p12, .pfx) in base64",
    schema: pkcs12.optional(),
  },
  SEAL_P12_PASSWORD: { default: 'none', meaning: 'its password', schema: z.string().max(1000).optional() },
  TSA_URL: {
    default: 'none: the signature has the time of this machine',
    meaning: 'a timestamp authority (RFC 3161) for the signature',
    schema: webAddress.optional(),
  },
} as const

export type SettingName = keyof typeof settings
export type SettingValues = ValuesOf<typeof settings>
