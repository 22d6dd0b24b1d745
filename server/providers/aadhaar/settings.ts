import * as z from 'zod'
import {
  credential,
  dailyBudget,
  type ProviderRequirements,
  type ValuesOf,
  webAddress,
} from '#server/config/setting-kinds.ts'

export const aadhaarSettings = {
  AADHAAR_PROVIDER: {
    default: 'sandbox',
    meaning: '`surepass` verifies real Aadhaar numbers; no default in production',
    schema: z.enum(['sandbox', 'surepass'], 'must be sandbox or surepass').optional(),
  },
  SUREPASS_URL: {
    default: 'https://kyc-api.surepass.io/api/v1',
    meaning: 'the address of the Surepass API; `https://sandbox.surepass.io/api/v1` for its trial',
    schema: webAddress,
  },
  SUREPASS_TOKEN: {
    default: 'none',
    meaning: 'the token from Surepass; required with AADHAAR_PROVIDER=surepass',
    schema: credential.optional(),
  },
  AADHAAR_DAILY_BUDGET: {
    default: '2000',
    meaning: 'Aadhaar codes that are requested in a day and not entered, at most',
    schema: dailyBudget,
  },
  AADHAAR_LEGAL_BASIS: {
    default: 'none',
    meaning:
      'who holds the licence to verify Aadhaar numbers, or the written basis the vendor gave; required in production with AADHAAR_PROVIDER=surepass',
    schema: z.string().max(1000, 'must be at most 1000 characters').optional(),
  },
} as const

export const aadhaarRequirements: ProviderRequirements = {
  choice: 'AADHAAR_PROVIDER',
  live: 'surepass',
  needed: { SUREPASS_TOKEN: 'the token Surepass gave' },
  address: 'SUREPASS_URL',
}

export type AadhaarConfig = { provider: 'sandbox' } | { provider: 'surepass'; url: string; token: string }

export function aadhaarConfig(values: ValuesOf<typeof aadhaarSettings>): AadhaarConfig {
  const { SUREPASS_URL: url, SUREPASS_TOKEN: token } = values
  return values.AADHAAR_PROVIDER === 'surepass' && token
    ? { provider: 'surepass', url, token }
    : { provider: 'sandbox' }
}
