import * as z from 'zod/mini'
import { type Language, languageCodes } from '#contract/messages/languages.ts'
import type { Agency } from '#contract/schemas/agency.ts'
import type { AgreementVersion } from '#contract/schemas/agreements.ts'
import type { RegistrationFields } from '#contract/schemas/registrations.ts'

/** If an agreement is in the person's language and in English: the text that is binding where the two differ. */
export type BindingText = 'english' | 'language'

type PlaceField = 'address' | 'city' | 'state' | 'country' | 'pincode'

/** The agreement that the annex belongs to, and the mandate that it replaces. */
export interface AnnexData {
  agreement: string
  acceptedAt: number
  before: Pick<AgreementData['mandate'], 'accountMasked' | 'ifsc' | 'transactionId'>
}

/** The data of an agreement or an annex. Times are milliseconds, dates are YYYY-MM-DD. */
export interface AgreementData {
  version: AgreementVersion
  /** The person's language. The English text follows if this language is another. */
  language: Language
  binding: BindingText
  /** The number of the agreement that people are shown. Never the record's id, which opens the record. */
  reference: string
  /** What an annex changes; undefined for an agreement. */
  annex: AnnexData | undefined
  preparedAt: number
  agency: Agency
  /** Origin of the site that shows the policies. */
  publicUrl: string
  /** Whether the identity check or the bank is simulated; the document then says so. */
  sandbox: boolean
  person: Pick<RegistrationFields, 'name' | 'email' | 'phone' | 'dob' | 'gender' | PlaceField> & {
    /** Must be masked by `maskAadhaar`. */
    aadhaarMasked: string
  }
  /** JPEG or PNG. */
  photo: Uint8Array | undefined
  mandate: {
    accountName: string
    /** Must be masked by `maskAccount`. */
    accountMasked: string
    ifsc: string
    /** Rupees, in the bank's notation. */
    maxAmount: string
    firstDay: string
    lastDay: string
    transactionId: string
  }
  acceptance: Acceptance | undefined
}

/** The stored data of a form. The photo is a file of its own. */
export type StoredFormData = Omit<AgreementData, 'photo' | 'acceptance'> & { photoFile: string }

/** Events before the acceptance that its evidence lists. */
const acceptanceEvents = [
  'aadhaarVerified',
  'phoneVerified',
  'registered',
  'agreementAccepted',
  'linkVerified',
  'shown',
] as const
export type AcceptanceEvent = (typeof acceptanceEvents)[number]

/** The evidence of an acceptance, as it is stored (encrypted) and shown in the document. */
export const acceptance = z.object({
  at: z.number(),
  /** The caller's address, as our server saw it. */
  address: z.string(),
  /** The browser's user agent. */
  agent: z.string(),
  /** Language of the page. */
  language: z.enum(languageCodes),
  /** The name that was typed, which equals the record's. */
  signName: z.string(),
  /** The text beside the ticked box. */
  words: z.string(),
  events: z.array(z.object({ kind: z.enum(acceptanceEvents), at: z.number() })),
  mandate: z.object({
    transactionId: z.string(),
    /** The gateway's registration number; empty until the gateway gives one. */
    registrationNo: z.string(),
    status: z.enum(['Initiated', 'Success', 'Failed']),
  }),
  /** The form that was shown: its language, and the SHA-256 of its PDF and of its text. */
  shown: z.object({ language: z.enum(languageCodes), pdfSha256: z.string(), textSha256: z.string() }),
})
export type Acceptance = z.infer<typeof acceptance>
