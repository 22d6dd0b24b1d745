import * as z from 'zod'
import { isOrigin, type ProviderRequirements, rupees, type ValuesOf } from '#server/config/setting-kinds.ts'

/** The gateway puts bars between values before it hashes them. */
const gatewayWord = z
  .string()
  .regex(/^[\x21-\x7b\x7d\x7e]{1,100}$/, 'must be one word without spaces and bars, as the gateway gave it')

export const gatewaySettings = {
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
    meaning: "the gateway's origin: its script, its bank window and its status queries",
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
    meaning: 'the scheme code that the test rupee is charged under',
    schema: gatewayWord.optional(),
  },
} as const

export const gatewayRequirements: ProviderRequirements = {
  choice: 'MANDATE_PROVIDER',
  live: 'paynimo',
  needed: {
    PAYNIMO_MERCHANT_ID: 'the merchant code Paynimo gave',
    PAYNIMO_SALT: 'the salt of that code',
    PAYNIMO_SCHEME: 'the scheme code Paynimo gave',
  },
  address: 'PAYNIMO_URL',
}

export interface MandateConfig {
  /** Rupees. */
  maxAmount: number
  gateway:
    | { provider: 'sandbox' }
    | {
        provider: 'paynimo'
        /** Origin without a trailing slash. */
        url: string
        merchant: { id: string; salt: string; scheme: string }
      }
}

export function mandateConfig(values: ValuesOf<typeof gatewaySettings>): MandateConfig {
  const { PAYNIMO_MERCHANT_ID: id, PAYNIMO_SALT: salt, PAYNIMO_SCHEME: scheme } = values
  const url = values.PAYNIMO_URL.replace(/\/$/, '')
  const isLive = values.MANDATE_PROVIDER === 'paynimo' && id && salt && scheme
  return {
    maxAmount: values.MANDATE_MAX_AMOUNT,
    gateway: isLive ? { provider: 'paynimo', url, merchant: { id, salt, scheme } } : { provider: 'sandbox' },
  }
}
