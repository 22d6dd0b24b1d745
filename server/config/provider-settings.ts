import * as z from 'zod'
import {
  credential,
  dailyBudget,
  isOrigin,
  mailAddress,
  pkcs12,
  rupees,
  url,
  webAddress,
} from './setting-kinds.ts'

const templateId = credential.max(100, 'is too long')
/** The gateway puts bars between values before it hashes them. */
const gatewayWord = z
  .string()
  .regex(/^[\x21-\x7b\x7d\x7e]{1,100}$/, 'must be one word without spaces and bars, as the gateway gave it')

/** The settings of the services that others run; each is the sandbox's simulator until it is named. */
export const providerSettings = {
  MAIL_PROVIDER: {
    default: 'sandbox',
    meaning: '`smtp` sends real mail; no default in production',
    schema: z.enum(['sandbox', 'smtp'], 'must be sandbox or smtp').optional(),
  },
  SMTP_URL: {
    default: 'none',
    meaning: '`smtps://user:password@host:465` or `smtp://…`; required with MAIL_PROVIDER=smtp',
    schema: url(['smtp:', 'smtps:'], 'must begin with smtp:// or smtps://').optional(),
  },
  MAIL_FROM: {
    default: 'no-reply@ the host of PUBLIC_URL',
    meaning: "sender's address, of your own domain",
    schema: mailAddress.optional(),
  },
  AADHAAR_PROVIDER: {
    default: 'sandbox',
    meaning: '`surepass` verifies real Aadhaar numbers; no default in production',
    schema: z.enum(['sandbox', 'surepass'], 'must be sandbox or surepass').optional(),
  },
  SUREPASS_URL: {
    default: 'https://kyc-api.surepass.io/api/v1',
    meaning: 'where Surepass is called; `https://sandbox.surepass.io/api/v1` for its own trial',
    schema: webAddress,
  },
  SUREPASS_TOKEN: {
    default: 'none',
    meaning: 'the token Surepass gave; required with AADHAAR_PROVIDER=surepass',
    schema: credential.optional(),
  },
  AADHAAR_DAILY_BUDGET: {
    default: '2000',
    meaning: 'Aadhaar codes asked of the provider in a day at most',
    schema: dailyBudget,
  },
  AADHAAR_LEGAL_BASIS: {
    default: 'none',
    meaning:
      'who holds the licence to verify Aadhaar numbers, or the written basis the vendor gave; required in production with AADHAAR_PROVIDER=surepass',
    schema: z.string().max(1000, 'must be at most 1000 characters').optional(),
  },
  SMS_PROVIDER: {
    default: 'sandbox',
    meaning: '`msg91` sends real SMS; no default in production',
    schema: z.enum(['sandbox', 'msg91'], 'must be sandbox or msg91').optional(),
  },
  MSG91_URL: {
    default: 'https://control.msg91.com/api/v5',
    meaning: 'where MSG91 is called',
    schema: webAddress,
  },
  MSG91_AUTH_KEY: {
    default: 'none',
    meaning: "MSG91's auth key; required with SMS_PROVIDER=msg91, as are the next three",
    schema: credential.optional(),
  },
  MSG91_SENDER: {
    default: 'none',
    meaning: 'the header that operators registered (DLT): six letters',
    schema: z
      .string()
      .regex(/^[A-Za-z]{6}$/, 'must be six letters')
      .optional(),
  },
  MSG91_ENTITY_ID: {
    default: 'none',
    meaning: 'the principal entity of that registration: digits',
    schema: z
      .string()
      .regex(/^\d{5,30}$/, 'must be the digits of a principal entity')
      .optional(),
  },
  MSG91_TEMPLATE_CODE: {
    default: 'none',
    meaning: "MSG91's id of the SMS that carries a phone's code",
    schema: templateId.optional(),
  },
  MSG91_TEMPLATE_LINK: {
    default: 'none',
    meaning: "MSG91's id of the SMS that carries the code for a link opened elsewhere",
    schema: templateId.optional(),
  },
  SMS_DAILY_BUDGET: {
    default: '2000',
    meaning: 'SMS with codes sent in a day at most; the log says when four fifths are spent',
    schema: dailyBudget,
  },
  MANDATE_PROVIDER: {
    default: 'sandbox',
    meaning: '`paynimo` sets up real bank mandates; no default in production',
    schema: z.enum(['sandbox', 'paynimo'], 'must be sandbox or paynimo').optional(),
  },
  MANDATE_MAX_AMOUNT: {
    default: '5000',
    meaning: 'rupees that a mandate allows at most',
    schema: rupees,
  },
  PAYNIMO_URL: {
    default: 'https://www.paynimo.com',
    meaning: "the gateway's origin: its script, its bank window and its enquiries",
    schema: z.string().refine(isOrigin, 'must be an origin such as https://www.paynimo.com, without a path'),
  },
  PAYNIMO_MERCHANT_ID: {
    default: 'none',
    meaning:
      'the merchant code: `L…`, or `T…` for trials; required with MANDATE_PROVIDER=paynimo, as are the next two',
    schema: gatewayWord.optional(),
  },
  PAYNIMO_SALT: {
    default: 'none',
    meaning: 'the salt of that code; requests and answers are hashed with it',
    schema: gatewayWord.optional(),
  },
  PAYNIMO_SCHEME: {
    default: 'none',
    meaning: 'the scheme code that the test rupee is booked under',
    schema: gatewayWord.optional(),
  },
  SEAL_P12: {
    default: 'none: a certificate of its own',
    meaning: "the agency's certificate and key that seal agreements: a PKCS#12 file (.p12, .pfx) in base64",
    schema: pkcs12.optional(),
  },
  SEAL_P12_PASSWORD: { default: 'none', meaning: 'its password', schema: z.string().max(1000).optional() },
  TSA_URL: {
    default: 'none: the seal has the time of this machine',
    meaning: 'a timestamp authority (RFC 3161) for the seal',
    schema: webAddress.optional(),
  },
} as const
