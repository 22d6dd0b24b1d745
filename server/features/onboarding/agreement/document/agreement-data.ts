import type { Language } from '#contract/messages/languages.ts'
import type { Agency } from '#contract/schemas/agency.ts'
import type { AgreementVersion } from '#contract/schemas/agreements.ts'

/** Of an agreement in a person's language and in English: the text that binds where the two differ. */
export type BindingText = 'english' | 'language'

/** What an agreement is made of; all times are milliseconds, all dates YYYY-MM-DD. */
export interface AgreementData {
  version: AgreementVersion
  /** The person's; the English text follows where it is another. */
  language: Language
  /** Which of two texts binds. */
  binding: BindingText
  /** Names the agreement to people. Never the record's id: whoever has that can open the record. */
  reference: string
  /** When this form was made. */
  preparedAt: number
  agency: Agency
  /** Origin of the site, where the policies can be read. */
  publicUrl: string
  /** Whether the identity check or the bank is a simulator, which the document then says. */
  sandbox: boolean
  person: {
    name: string
    email: string
    phone: string
    dob: string
    gender: 'M' | 'F' | 'O'
    address: string
    city: string
    state: string
    country: string
    pincode: string
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
  /** Absent until the person has accepted. */
  acceptance: Acceptance | undefined
}

/** What happened before the acceptance, as its evidence says it. */
export const acceptanceEvents = [
  'aadhaarVerified',
  'phoneVerified',
  'registered',
  'linkVerified',
  'shown',
] as const
export type AcceptanceEvent = (typeof acceptanceEvents)[number]

export interface Acceptance {
  at: number
  /** As it was given, and the same as the record's. */
  signName: string
  /** The text beside the box that was ticked. */
  words: string
  /** Where the acceptance came from, as our server saw it. */
  address: string
  /** What the browser called itself. */
  agent: string
  events: { kind: AcceptanceEvent; at: number }[]
  mandate: {
    /** The gateway's number of the registration, empty until there is one. */
    registrationNo: string
    status: 'Initiated' | 'Success' | 'Failed'
  }
  /** Lower-case hexadecimal SHA-256 of the form that was shown, and of its text (`textHash`). */
  shown: { pdfSha256: string; textSha256: string }
  /** Hash of this acceptance's entry in the chain of events; empty where there is no chain. */
  chainHash: string
}
