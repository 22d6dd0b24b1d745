import { executiveFields } from '#contract/fields/executive.ts'
import type { Language } from '#contract/messages/languages.ts'
import { currentVersions } from '#contract/schemas/agreements.ts'
import { maskAadhaar } from '#contract/schemas/identity.ts'
import { maskAccount, registrationStatus } from '#contract/schemas/mandates.ts'
import type { App } from '#server/context.ts'
import { findMandate } from '#server/features/onboarding/mandate/store.ts'
import { consentsOf, findExecutive } from '#server/features/onboarding/registration/store.ts'
import { writtenIn } from '#server/platform/requested-language.ts'
import type { Acceptance, AgreementData, StoredFormData } from './document/agreement-data.ts'

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

/** A registered person with their current mandate, as the agreement states them. */
export async function findRecord(
  { db, cipher, config }: App,
  id: string,
): Promise<AgreementRecord | undefined> {
  const executive = await findExecutive(db, cipher, id)
  const mandate = executive && (await findMandate(db, cipher, { id: executive.mandateId }))
  if (!executive || !mandate) return undefined
  const consents = await consentsOf(db, id)
  const provedAt = (wanted: 'aadhaar' | 'phone') =>
    consents.find(({ purpose }) => purpose === wanted)?.verified_at ?? executive.createdAt
  const { name, email, phone, dob, address, city, state, country, pincode } = executive
  return {
    id,
    reference: executive.reference,
    registeredAt: executive.createdAt,
    reads: executive.language,
    language: writtenIn(executive.language, config.languages),
    person: {
      ...{ name, email, phone, dob, address, city, state, country, pincode },
      gender: executiveFields.gender.schema.parse(executive.gender),
      aadhaarLastFour: executive.aadhaar_no.slice(-4),
    },
    photoFile: executive.photoFile,
    mandate: {
      id: mandate.id,
      accountName: mandate.accountName,
      accountNo: mandate.accountNo,
      ifsc: mandate.ifscCode,
      maxAmount: mandate.maxAmount,
      firstDay: mandate.debitStart,
      lastDay: mandate.debitEnd,
      transactionId: mandate.transactionId,
      begunAt: mandate.createdAt,
      registrationNo: mandate.regNo,
      status: registrationStatus(mandate.status),
    },
    verified: { aadhaar: provedAt('aadhaar'), phone: provedAt('phone') },
  }
}

/** The same record gives the same data, so that a form made twice is the same form. */
export function formDataOf(
  { config }: App,
  record: AgreementRecord,
  { reference, annex }: Pick<AgreementData, 'reference' | 'annex'>,
): StoredFormData {
  const { aadhaarLastFour, ...person } = record.person
  const { id: _, accountNo, begunAt, registrationNo: __, status: ___, ...mandate } = record.mandate
  return {
    agency: config.agency,
    publicUrl: config.publicUrl,
    sandbox: [config.aadhaar, config.mandate.gateway].some(({ provider }) => provider === 'sandbox'),
    binding: config.agreementBinding,
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
