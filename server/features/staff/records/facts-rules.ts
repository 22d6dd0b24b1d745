import { agreementDocument } from '#contract/messages/en/agreement-document.ts'
import { languages } from '#contract/messages/languages.ts'
import { maskAadhaar } from '#contract/schemas/identity.ts'
import { maskAccount } from '#contract/schemas/mandates.ts'
import { agreementStates } from '#contract/messages/staff-record.ts'
import { hasAgreement, type RecordDetail, type RecordRow } from '#contract/schemas/staff-records.ts'
import type { Mandate } from '#server/features/onboarding/mandate/store.ts'
import type { Executive } from '#server/features/onboarding/registration/store.ts'
import { maskEmail, maskNumber } from '#server/platform/masking.ts'
import type { DeskRecord } from './read-store.ts'

const genders: Record<string, string> = agreementDocument.gender

type Facts = RecordDetail['facts']

/** What every kind of record has of its person; empty where it does not decrypt. */
export interface Contact {
  name: string
  email: string
  phone: string
  /** Address, city and state, as one text. */
  place: string
}

export function contactOf(record: DeskRecord): Contact {
  const { kind, sent } = record
  if (!sent) return { name: '', email: '', phone: '', place: '' }
  const { email, phone } = sent
  if (kind === 'enquiries') return { name: sent.name, email, phone, place: '' }
  if (kind === 'applications') return { name: sent.full_name, email, phone, place: sent.address }
  return { name: sent.name, email, phone, place: [sent.address, sent.city, sent.state].join(' ') }
}

/** The city, or where an address ends: never its beginning, which names the house. */
function shortPlace({ kind, sent }: DeskRecord): string {
  if (!sent || kind === 'enquiries') return ''
  if (kind === 'executives') return sent.city
  const [, ...rest] = sent.address.split(/[,\n]/)
  // Without the PIN code, and without the number of a house where an address has nothing after it.
  const named = rest.map((part) => part.replaceAll(/\S*\p{N}\S*/gu, '').replaceAll(/^[\s-]+|[\s.-]+$/g, ''))
  return named.findLast((part) => part !== '') ?? ''
}

/** A record as a line of a list: contact masked, and `id` a name of the row that opens nothing anywhere. */
export function rowOf(
  record: DeskRecord,
  { rowId, people }: { rowId: (id: string) => string; people: ReadonlyMap<string, string> },
): RecordRow {
  const { id, reference, createdAt, status, assignedTo, documents, mandate, version } = record
  const { name, email, phone } = contactOf(record)
  return {
    ...{ id: rowId(id), reference, name, status, documents: [...documents], mandate, version },
    receivedAt: new Date(createdAt).toISOString(),
    unreadable: record.sent === undefined,
    superseded: record.supersededBy !== '',
    email: record.sent ? maskEmail(email) : '',
    phone: maskNumber(phone),
    assignedTo: assignedTo === '' ? null : { id: assignedTo, name: people.get(assignedTo) ?? '' },
    place: shortPlace(record),
  }
}

const hidden = '••••'

/** What is shown of a record beside its row; `reveal` shows the person's contact, never Aadhaar or bank details. */
export function factsOf(record: DeskRecord, mandate: Mandate | undefined, reveal: boolean): Facts {
  const { kind, sent } = record
  if (!sent) return []
  const own = (value: string) => (reveal || value === '' ? value : hidden)
  const contact = [
    ['E-mail', reveal ? sent.email : maskEmail(sent.email)],
    ['Phone', reveal ? sent.phone : maskNumber(sent.phone)],
    ['Reads', languages[sent.language].english],
  ]
  if (kind === 'enquiries') {
    return toFacts([...contact, ['Enquiry', sent.enquiry], ['Marked as suspect', sent.suspect ?? '']])
  }
  if (kind === 'applications') {
    return toFacts([...contact, ['Date of birth', own(sent.date_of_birth)], ['Address', own(sent.address)]])
  }
  const agreement = [agreementStates.label, agreementState(sent)]
  return toFacts([...contact, ...personFacts(sent, own), agreement, ...mandateFacts(mandate)])
}

function personFacts(person: Executive, own: (value: string) => string): string[][] {
  const { gender, dob, address, city, state, country, pincode, aadhaar_last_four } = person
  return [
    ['Aadhaar', maskAadhaar(aadhaar_last_four)],
    ['Gender', genders[gender] ?? gender],
    ['Date of birth', own(dob)],
    ['Address', own(address)],
    ['City', city],
    ['State', state],
    ['Country', country],
    ['PIN code', own(pincode)],
  ]
}

function agreementState({ status }: Executive): string {
  if (status === 'annex_open') return agreementStates.annexOpen
  return hasAgreement(status) ? agreementStates.signed : agreementStates.unsigned
}

function mandateFacts(mandate: Mandate | undefined): string[][] {
  if (!mandate) return []
  return [
    ['Mandate', mandate.endedAt === null ? mandate.status : 'ended'],
    ['Transaction', mandate.transactionId],
    ['Registration number', mandate.regNo],
    ['UMRN', mandate.umrn],
    ['Bank’s answer', mandate.responseMessage],
    ['Account number', maskAccount(mandate.accountNo)],
  ]
}

/** The bank details in full. */
export function bankFacts(mandate: Mandate): Facts {
  return toFacts([
    ['Account name', mandate.accountName],
    ['Account number', mandate.accountNo],
    ['IFSC', mandate.ifscCode],
    ['At most', mandate.maxAmount],
    ['From', mandate.debitStart],
    ['Until', mandate.debitEnd],
  ])
}

function toFacts(pairs: readonly string[][]): Facts {
  return pairs.flatMap(([label = '', value = '']) => (value === '' ? [] : [{ label, value }]))
}
