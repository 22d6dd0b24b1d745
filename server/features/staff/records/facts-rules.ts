import type { Field } from '#contract/fields/field.ts'
import { recordFields } from '#contract/fields/records.ts'
import { agreementDocument } from '#contract/messages/en/agreement-document.ts'
import { languages } from '#contract/messages/languages.ts'
import { agreementStates } from '#contract/messages/staff-record.ts'
import { maskAadhaar } from '#contract/schemas/identity.ts'
import { maskAccount } from '#contract/schemas/mandates.ts'
import { hasAgreement, type RecordDetail, type RecordStatus } from '#contract/schemas/staff-records.ts'
import type { Mandate } from '#server/features/onboarding/mandate/store.ts'
import { maskEmail, maskNumber } from '#server/platform/masking.ts'
import type { DeskRecord } from '#server/platform/records/store.ts'

type Facts = RecordDetail['facts']

const genders: Record<string, string> = agreementDocument.gender
const hidden = '••••'

const masks: Record<NonNullable<Field['mask']>, (value: string) => string> = {
  email: maskEmail,
  phone: maskNumber,
  aadhaar: (number) => maskAadhaar(number.slice(-4)),
  whole: (value) => (value === '' ? '' : hidden),
}

/** A field's value behind its mask; `reveal` shows it whole, but for what is never shown so. */
export function masked({ mask }: Field, value: string, reveal: boolean): string {
  return mask === undefined || (reveal && mask !== 'aadhaar') ? value : masks[mask](value)
}

/** What is shown of a record beside its row; `reveal` shows the person's contact, never Aadhaar or bank details. */
export function factsOf(record: DeskRecord, mandate: Mandate | undefined, reveal: boolean): Facts {
  const { kind, personal, language, suspect, status } = record
  if (!personal) return []
  const facts = recordFields[kind]
    .filter(({ search }) => search !== 'name')
    .map((field) => {
      const { key, desk: label } = field
      const value = masked(field, personal[key] ?? '', reveal)
      return { key, label, value: key === 'gender' ? (genders[value] ?? value) : value }
    })
  const isContact = ({ key }: { key: string }) => key === 'email' || key === 'phone'
  return [
    ...facts.filter(isContact),
    { label: 'Reads', value: languages[language].english },
    ...facts.filter((fact) => !isContact(fact)),
    { label: 'Marked as suspect', value: suspect ?? '' },
    ...(kind === 'executives' ? [{ label: agreementStates.label, value: agreementState(status) }] : []),
    ...mandateFacts(mandate),
  ].flatMap(({ label, value }) => (value === '' ? [] : [{ label, value }]))
}

function agreementState(status: RecordStatus): string {
  if (status === 'annex_open') return agreementStates.annexOpen
  return hasAgreement(status) ? agreementStates.signed : agreementStates.unsigned
}

function mandateFacts(mandate: Mandate | undefined): Facts {
  if (!mandate) return []
  return [
    { label: 'Mandate', value: mandate.endedAt === null ? mandate.status : 'ended' },
    { label: 'Transaction', value: mandate.transactionId },
    { label: 'Registration number', value: mandate.regNo },
    { label: 'UMRN', value: mandate.umrn },
    { label: 'Bank’s answer', value: mandate.responseMessage },
    { label: 'Account number', value: maskAccount(mandate.accountNo) },
  ]
}

/** The bank details in full. */
export function bankFacts(mandate: Mandate): Facts {
  return [
    { label: 'Account name', value: mandate.accountName },
    { label: 'Account number', value: mandate.accountNo },
    { label: 'IFSC', value: mandate.ifscCode },
    { label: 'At most', value: mandate.maxAmount },
    { label: 'From', value: mandate.debitStart },
    { label: 'Until', value: mandate.debitEnd },
  ].filter(({ value }) => value !== '')
}
