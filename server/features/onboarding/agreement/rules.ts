import { type Language, languages } from '#contract/messages/languages.ts'
import { currentVersions, type OneText } from '#contract/schemas/agreements.ts'
import { maskAccount } from '#contract/schemas/mandates.ts'
import { maskAadhaar } from '#contract/schemas/identity.ts'
import type { LimitRule } from '#server/platform/limits/memory-limits.ts'
import { oneLine } from '#server/platform/message-text.ts'
import type { Acceptance, AgreementData } from './document/agreement-data.ts'

/** Acceptances, and openings of a form, one address may send. */
export const signingLimit: LimitRule = { name: 'agreement-signing', points: 60, seconds: 60 }

/** JSON of this call carries a photo; every other body is far smaller. */
export const SIGNING_BODY_LIMIT = 2 * 1024 * 1024

/** What an agreement is about, as the registrations know it; numbers are masked on the way into a document. */
export interface AgreementRecord {
  id: string
  /** What staff name the record by. */
  reference: string
  /** What the person reads. */
  reads: Language
  /** Of documents and mails: the one that the person reads while the site has it, otherwise English. */
  language: Language
  registeredAt: number
  person: Omit<AgreementData['person'], 'aadhaarMasked'> & { aadhaarLastFour: string }
  /** The id under which the storage holds the picture. */
  photoFile: string
  mandate: Omit<AgreementData['mandate'], 'accountMasked'> &
    Acceptance['mandate'] & { id: string; accountNo: string; begunAt: number }
  /** When the number and the phone were proved. */
  verified: { aadhaar: number; phone: number }
}

/** What every agreement says of its issuer. */
export type AgreementIssuer = Pick<AgreementData, 'agency' | 'publicUrl' | 'sandbox' | 'binding'>

/** What a form was made from, as it is stored; the photo is a file of its own. */
export type StoredFormData = Omit<AgreementData, 'photo' | 'acceptance'> & { photoFile: string }

/** The same record gives the same data, so that a form made twice is the same form. */
export function formDataOf(
  record: AgreementRecord,
  issuer: AgreementIssuer,
  { reference, annex }: Pick<AgreementData, 'reference' | 'annex'>,
): StoredFormData {
  const { aadhaarLastFour, ...person } = record.person
  const { id: _, accountNo, begunAt, registrationNo: __, status: ___, ...mandate } = record.mandate
  return {
    ...issuer,
    version: currentVersions[annex ? 'annex' : 'agreement'],
    language: record.language,
    reference,
    annex,
    preparedAt: Math.max(record.registeredAt, begunAt),
    person: { ...person, aadhaarMasked: maskAadhaar(aadhaarLastFour) },
    photoFile: record.photoFile,
    mandate: { ...mandate, accountMasked: maskAccount(accountNo) },
  }
}

/** Whether a form still says what the record says: a failed mandate may have been replaced. */
export function isCurrent({ mandate, language }: StoredFormData, record: AgreementRecord): boolean {
  return mandate.transactionId === record.mandate.transactionId && language === record.language
}

/** The languages of a document, the person's first (RFC 9110, section 8.5). */
export function contentLanguage(tag: OneText['language']): string {
  return [...new Set([tag, languages.en.tag])].join(', ')
}

/** Whether somebody signs in the name on record, however their keyboard composes its letters. */
export function isSameName(given: string, recorded: string): boolean {
  return given.normalize('NFC').trim() === recorded.normalize('NFC').trim()
}

const AGENT_MAX = 300

/** What a browser calls itself, as one bounded line. */
export function boundedAgent(header: string | undefined): string {
  return oneLine(header ?? '').slice(0, AGENT_MAX)
}
