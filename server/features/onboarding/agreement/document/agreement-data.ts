import * as z from 'zod/mini'
import { type Language, languageCodes } from '#contract/messages/languages.ts'
import type { Agency } from '#contract/schemas/agency.ts'
import type { AgreementVersion } from '#contract/schemas/agreements.ts'
import type { RegistrationFields } from '#contract/schemas/registrations.ts'

/** Of an agreement in a person's language and in English: the text that binds where the two differ. */
export type BindingText = 'english' | 'language'

type PlaceField = 'address' | 'city' | 'state' | 'country' | 'pincode'

/** The agreement that an annex belongs to, and the mandate before the one that it names. */
export interface AnnexData {
  agreement: string
  acceptedAt: number
  before: Pick<AgreementData['mandate'], 'accountMasked' | 'ifsc' | 'transactionId'>
}

/** What an agreement or an annex is made of; all times are milliseconds, all dates YYYY-MM-DD. */
export interface AgreementData {
  version: AgreementVersion
  /** The person's; the English text follows where it is another. */
  language: Language
  binding: BindingText
  /** Names the agreement to people. Never the record's id: whoever has that can open the record. */
  reference: string
  /** What an annex changes; undefined of an agreement. */
  annex: AnnexData | undefined
  preparedAt: number
  agency: Agency
  /** Origin of the site, where the policies can be read. */
  publicUrl: string
  /** Whether the identity check or the bank is a simulator, which the document then says. */
  sandbox: boolean
  person: Pick<RegistrationFields, 'name' | 'email' | 'phone' | 'dob' | 'gender' | PlaceField> & {
    /** As `maskAadhaar` writes it; nothing else is taken. */
    aadhaarMasked: string
  }
  /** JPEG or PNG. */
  photo: Uint8Array | undefined
  mandate: {
    accountName: string
    /** As `maskAccount` writes it; nothing else is taken. */
    accountMasked: string
    ifsc: string
    /** Rupees, as they are written. */
    maxAmount: string
    firstDay: string
    lastDay: string
    transactionId: string
  }
  acceptance: Acceptance | undefined
}

/** What a form was made from, as it is stored; the photo is a file of its own. */
export type StoredFormData = Omit<AgreementData, 'photo' | 'acceptance'> & { photoFile: string }

/** What happened before the acceptance, as its evidence says it. */
const acceptanceEvents = [
  'aadhaarVerified',
  'phoneVerified',
  'registered',
  'agreementAccepted',
  'linkVerified',
  'shown',
] as const
export type AcceptanceEvent = (typeof acceptanceEvents)[number]

/** What proves an acceptance, as it is stored (encrypted) and as the page of the document says it. */
export const acceptance = z.object({
  at: z.number(),
  /** Where it came from, as our server saw it. */
  address: z.string(),
  /** What the browser called itself. */
  agent: z.string(),
  /** Of the page. */
  language: z.enum(languageCodes),
  /** As it was given, and the same as the record's. */
  signName: z.string(),
  /** The text beside the box that was ticked. */
  words: z.string(),
  events: z.array(z.object({ kind: z.enum(acceptanceEvents), at: z.number() })),
  mandate: z.object({
    transactionId: z.string(),
    /** The gateway's number of the registration, empty until there is one. */
    registrationNo: z.string(),
    status: z.enum(['Initiated', 'Success', 'Failed']),
  }),
  /** The form that was shown, and the language that it is in; digests (`sha256`) of it and of its text. */
  shown: z.object({ language: z.enum(languageCodes), pdfSha256: z.string(), textSha256: z.string() }),
})
export type Acceptance = z.infer<typeof acceptance>
