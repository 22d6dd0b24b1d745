import { findMandate } from '#server/features/onboarding/mandate/store.ts'
import { findExecutive } from '#server/features/onboarding/registration/store.ts'
import type { Clock } from '#server/platform/clock.ts'
import { type FieldCipher, unlessAltered } from '#server/platform/crypto/field-cipher.ts'
import type { Db } from '#server/platform/db/client.ts'
import { allSessions } from '#server/platform/sessions/store.ts'
import type { VisitorData } from '#server/platform/sessions/visitor.ts'
import type { FilesPort } from '#server/providers/files/port.ts'
import { existing, mandatesOf, type OwnRows, referencesOfRows } from './person-store.ts'

export interface PrivacyDeps {
  db: Db
  cipher: FieldCipher
  files: FilesPort
  clock: Clock
}

export const noRows: OwnRows = { enquiries: [], applications: [], executives: [], mandates: [] }

/**
 * What identifies somebody who registered or tried to: phones and Aadhaar numbers (as keyed indexes) that a code verified,
 * and the e-mail that they gave. Nothing of an enquiry or an application, in which anybody may write anything.
 */
interface Identities {
  emails: string[]
  phones: string[]
  aadhaar: string[]
}

export interface Person {
  rows: OwnRows
  identities: Identities
  /** What staff call the rows: references, and transactions of mandates. */
  references: string[]
  /** Ids of sessions in which they were verified, or typed their phone. */
  sessions: string[]
  /** The Aadhaar provider's references of codes in those sessions. */
  providerRefs: string[]
  /** Rows created after this time (milliseconds) are left out. */
  until: number
}

/** The rows that a person begins with; `aadhaar`: keyed indexes of numbers that a tombstone kept of them. */
export interface Seeds {
  rows: OwnRows
  aadhaar?: readonly string[]
  until: number
}

/**
 * The person of these rows: no row joins them by an e-mail or a phone. To a registration belong its mandates, and attempts
 * at one under the same Aadhaar number.
 */
export async function findPerson(
  deps: PrivacyDeps,
  { rows: given, aadhaar = [], until }: Seeds,
): Promise<Person> {
  const { db } = deps
  const rows = await existing(db, { rows: given, until })
  const seen = await identitiesOf(deps, rows)
  const identities = { ...seen, aadhaar: [...new Set([...seen.aadhaar, ...aadhaar])] }
  const { executives } = rows
  const theirs = await mandatesOf(db, { executives, aadhaar: identities.aadhaar, until })
  const own = { ...rows, mandates: [...new Set([...rows.mandates, ...theirs])] }
  const sessions = await sessionsOf(deps, { ...identities, executives, until })
  return {
    ...{ rows: own, identities, until },
    references: await referencesOfRows(db, own),
    sessions: sessions.ids,
    providerRefs: sessions.refs,
  }
}

async function identitiesOf({ db, cipher }: PrivacyDeps, rows: OwnRows): Promise<Identities> {
  const people = await Promise.all(rows.executives.map((id) => unlessAltered(findExecutive(db, cipher, id))))
  const mandates = await Promise.all(
    rows.mandates.map((id) => unlessAltered(findMandate(db, cipher, { id }))),
  )
  const unique = (values: readonly (string | null | undefined)[]) => [
    ...new Set(values.filter((value): value is string => Boolean(value))),
  ]
  return {
    emails: unique(people.map((person) => person?.email.toLowerCase())),
    phones: unique([...people, ...mandates].map((row) => row?.phone)),
    aadhaar: unique([
      ...people.map((person) => person?.aadhaar_index),
      ...mandates.map((mandate) => mandate?.holderIndex),
    ]),
  }
}

type Identified = Pick<Identities, 'phones' | 'aadhaar'> & { executives: readonly string[]; until: number }

/** Sessions in which a person was verified or typed their phone, and the Aadhaar provider's references in them. */
export async function sessionsOf(
  deps: Pick<PrivacyDeps, 'db' | 'cipher'>,
  person: Identified,
): Promise<{ ids: string[]; refs: string[] }> {
  const found: { ids: string[]; refs: string[] } = { ids: [], refs: [] }
  for await (const { id, createdAt, data } of allSessions(deps.db, deps.cipher)) {
    if (createdAt > person.until || !isTheirs(data, person)) continue
    found.ids.push(id)
    found.refs.push(...[data.aadhaar, data.aadhaarCode].flatMap((code) => code?.sessionRef ?? []))
  }
  return found
}

/** A phone may be shared: a session in which another Aadhaar number than theirs was verified is somebody else's. */
function isTheirs(data: VisitorData, { phones, aadhaar, executives }: Identified): boolean {
  if (data.registration) return executives.includes(data.registration.id)
  if (data.aadhaar && aadhaar.length > 0) return aadhaar.includes(data.aadhaar.index)
  return (
    [data.phone, data.phoneCode].some((one) => one !== undefined && phones.includes(one.phone)) ||
    (data.aadhaarCode !== undefined && aadhaar.includes(data.aadhaarCode.index))
  )
}
