import * as z from 'zod'
import { msg91 } from './sms/msg91.ts'
import { paynimo } from './gateway/paynimo.ts'
import { smtp } from './mail/smtp.ts'
import type { SmsVendor } from './sms/port.ts'
import { surepass } from './aadhaar/surepass.ts'
import type { Vendor } from './vendor.ts'

/** A kind of service: the setting that selects its vendor, and the vendors. The sandbox simulates the first. */
interface ProviderKind<Vendors extends readonly Vendor[] = readonly Vendor[]> {
  choice: string
  vendors: Vendors
}

export const aadhaarKind = { choice: 'AADHAAR_PROVIDER', vendors: [surepass] } as const
export const smsKind = { choice: 'SMS_PROVIDER', vendors: [msg91] } as const
export const gatewayKind = { choice: 'MANDATE_PROVIDER', vendors: [paynimo] } as const
export const mailKind = { choice: 'MAIL_PROVIDER', vendors: [smtp] } as const

/** The kinds of service that have a vendor or the sandbox. */
export const kinds: readonly ProviderKind[] = [mailKind, aadhaarKind, smsKind, gatewayKind]

type Together<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer All) => void
  ? All
  : never
type TableOf<Vendors extends readonly Vendor[]> = Together<Vendors[number]['settings']>

/** Returns the setting that selects a vendor together with the settings of every vendor. */
export function settingsOf<const Choice extends string, const Vendors extends readonly Vendor[]>(
  { choice, vendors }: { choice: Choice; vendors: Vendors },
  what: string,
) {
  const names = vendors.map(({ name }) => name)
  const named = {
    default: 'sandbox',
    meaning: `${names.map((name) => `\`${name}\``).join(' or ')} ${what}; no default in production`,
    schema: z.enum(['sandbox', ...names], `must be ${['sandbox', ...names].join(' or ')}`).optional(),
  }
  const own = { [choice]: named } as Record<Choice, typeof named>
  return Object.assign(own, ...vendors.map(({ settings }) => settings)) as typeof own & TableOf<Vendors>
}

/** Returns the account with the selected vendor, or the sandbox when none is selected. */
export function accountOf<const Vendors extends readonly Vendor[]>(
  { choice, vendors }: ProviderKind<Vendors>,
  values: Record<string, unknown>,
): { provider: 'sandbox' } | ReturnType<Vendors[number]['account']> {
  const vendor = vendors.find(({ name }) => name === values[choice])
  return vendor
    ? (vendor.account(values) as ReturnType<Vendors[number]['account']>)
    : { provider: 'sandbox' as const }
}

export type SmsAccount = ReturnType<(typeof smsKind.vendors)[number]['account']>

export function smsVendor({ provider }: { provider: SmsAccount['provider'] }): SmsVendor<SmsAccount> {
  const vendor: SmsVendor<SmsAccount> | undefined = smsKind.vendors.find(({ name }) => name === provider)
  if (!vendor) throw new Error(`unknown SMS vendor: ${provider}`)
  return vendor
}
