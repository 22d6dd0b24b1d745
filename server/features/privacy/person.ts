import type { RelatedRecord } from '#contract/schemas/staff-records.ts'
import type { App } from '#server/context.ts'
import { findMandate } from '#server/features/onboarding/mandate/store.ts'
import { findExecutive } from '#server/features/onboarding/person/store.ts'
import { unlessAltered } from '#server/platform/crypto/field-cipher.ts'
import type { Db } from '#server/platform/db/client.ts'
import { contactOf, readRecords, recordsOfContact } from '#server/features/records/store.ts'
import { allSessions, type VisitorData } from '#server/platform/sessions/store.ts'
import {
  existing,
  mandateNamed,
  mandatesOf,
  namedRecord,
  type OwnRows,
  referencesOfRows,
  unregisteredOf,
} from './person-store.ts'
import { PHONE_DIGITS, plainEmail, plainPhone } from '#contract/fields/field.ts'

/** What these functions need; an operator's command has the same. */
export type Privacy = Pick<App, 'db' | 'cipher' | 'files' | 'clock'>

export const noRows: OwnRows = { enquiries: [], applications: [], executives: [], mandates: [] }

/**
 * What identifies somebody who registered or tried to: phones and Aadhaar numbers (as keyed indexes) that a code
 * verified, and their e-mail. Nothing of an enquiry or application, where anybody may write anything.
 */
interface Identities {
  emails: string[]
  phones: string[]
  aadhaar: string[]
}

export interface Person {
  rows: OwnRows
  identities: Identities
  /** References of the rows, and transactions of mandates. */
  references: string[]
  /** Ids of sessions in which they were verified, or typed their phone. */
  sessions: string[]
  /** The Aadhaar provider's references of codes in those sessions. */
  providerRefs: string[]
  /** Rows created after this time (milliseconds) are left out. */
  until: number
}

/** The rows that a person is found from; `aadhaar` are keyed indexes of numbers in a tombstone. */
interface Seeds {
  rows: OwnRows
  aadhaar?: readonly string[]
  until: number
}

/**
 * Returns the person of these rows. No row is added because of an e-mail or a phone. A registration includes its
 * mandates, and attempts at one under the same Aadhaar number.
 */
export async function findPerson(app: Privacy, { rows: given, aadhaar = [], until }: Seeds): Promise<Person> {
  const { db } = app
  const rows = await existing(db, { rows: given, until })
  const seen = await identitiesOf(app, rows)
  const identities = { ...seen, aadhaar: [...new Set([...seen.aadhaar, ...aadhaar])] }
  const { executives } = rows
  const theirs = await mandatesOf(db, { executives, aadhaar: identities.aadhaar, until })
  const own = { ...rows, mandates: [...new Set([...rows.mandates, ...theirs])] }
  const sessions = await sessionsOf(app, { ...identities, executives, until })
  return {
    ...{ rows: own, identities, until },
    references: await referencesOfRows(db, own),
    sessions: sessions.ids,
    providerRefs: sessions.refs,
  }
}

async function identitiesOf({ db, cipher }: Privacy, rows: OwnRows): Promise<Identities> {
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
      ...people.map((person) => person?.aadhaarIndex),
      ...mandates.map((mandate) => mandate?.holderIndex),
    ]),
  }
}

type Identified = Pick<Identities, 'phones' | 'aadhaar'> & { executives: readonly string[]; until: number }

/** Returns sessions in which a person was verified or typed their phone, and the Aadhaar provider's references in them. */
async function sessionsOf(app: Privacy, person: Identified): Promise<{ ids: string[]; refs: string[] }> {
  const found: { ids: string[]; refs: string[] } = { ids: [], refs: [] }
  for await (const { id, createdAt, data } of allSessions(app.db, app.cipher)) {
    if (createdAt > person.until || !isTheirs(data, person)) continue
    found.ids.push(id)
    found.refs.push(...[data.aadhaar, data.aadhaarCode].flatMap((code) => code?.sessionRef ?? []))
  }
  return found
}

/** A phone may be shared: a session in which another Aadhaar number was verified is somebody else's. */
function isTheirs(data: VisitorData, { phones, aadhaar, executives }: Identified): boolean {
  if (data.registration) return executives.includes(data.registration.id)
  if (data.aadhaar && aadhaar.length > 0) return aadhaar.includes(data.aadhaar.index)
  return (
    [data.phone, data.phoneCode].some((one) => one !== undefined && phones.includes(one.phone)) ||
    (data.aadhaarCode !== undefined && aadhaar.includes(data.aadhaarCode.index))
  )
}

/** A record with the same e-mail or phone as a named one, which is not included because of that. */
interface Related extends RelatedRecord {
  kind: keyof OwnRows
  id: string
  /** Whether somebody may add it by hand; if not, it must be named by its own reference. */
  canAdd: boolean
}

/** The row of a query, or none for an e-mail or a phone; and the records with the same e-mail or phone. */
export interface Named {
  rows: OwnRows
  references: string[]
  related: Related[]
}

/** Returns what a query names; undefined if no record has that id or reference. */
export async function namedBy(app: Privacy, query: PersonQuery): Promise<Named | undefined> {
  const given = 'id' in query ? await rowsOfId(app.db, query.id) : noRows
  if ('id' in query && Object.values(given).every((ids) => ids.length === 0)) return undefined
  const { rows, references } = await findPerson(app, { rows: given, until: app.clock.now() })
  const contacts = 'id' in query ? await contactsOf(app, rows) : [query]
  return { rows, references, related: await relatedTo(app, { contacts, rows }) }
}

/**
 * Returns the person of the named and the added related records; undefined if one of these is not related or cannot
 * be added.
 */
export async function personWith(
  app: Privacy,
  { rows, related }: Named,
  added: readonly string[] = [],
): Promise<Person | undefined> {
  const all = structuredClone(rows)
  for (const reference of added) {
    const record = related.find((one) => one.reference === reference.toUpperCase())
    if (!record?.canAdd) return undefined
    all[record.kind].push(record.id)
  }
  return findPerson(app, { rows: all, until: app.clock.now() })
}

/** Returns the registrations of a query, and the sessions of their people or of the phone; undefined as for `namedBy`. */
export async function sessionsNamed(
  app: Privacy,
  query: PersonQuery,
): Promise<{ executives: string[]; sessions: string[] } | undefined> {
  const until = app.clock.now()
  if ('id' in query) {
    const named = await namedBy(app, query)
    const person = named && (await personWith(app, named))
    return person && { executives: person.rows.executives, sessions: person.sessions }
  }
  const sharing = await recordsOfContact(app, { ...query, count: MOST })
  const executives = sharing.flatMap(({ record }) => (record.kind === 'executives' ? [record.id] : []))
  const person = await findPerson(app, { rows: { ...noRows, executives }, until })
  const phones = 'phone' in query ? [query.phone] : []
  const typed = await sessionsOf(app, { phones, aadhaar: [], executives, until })
  return { executives, sessions: [...new Set([...person.sessions, ...typed.ids])] }
}

async function rowsOfId(db: Db, id: string): Promise<OwnRows> {
  const mandate = await mandateNamed(db, id)
  const record = await namedRecord(db, id)
  return {
    ...noRows,
    executives: mandate?.executives ?? [],
    ...(record ? { [record.kind]: [record.id] } : {}),
    mandates: mandate === undefined ? [] : [mandate.id],
  }
}

/** Records of each kind that are searched, since anybody may send many under one address. */
const MOST = 100

interface Contact {
  email?: string
  phone?: string
  /** Whether a code verified the phone. */
  isVerified?: boolean
}

/**
 * Returns records with the e-mail or phone of these contacts. Enquiries and applications may be added; registrations
 * and attempts at a mandate only by a phone that was verified on both sides.
 */
async function relatedTo(
  app: Privacy,
  { contacts, rows }: { contacts: readonly Contact[]; rows: OwnRows },
): Promise<Related[]> {
  const all = (await Promise.all(contacts.map((contact) => sharing(app, contact)))).flat()
  const others = all.filter(({ kind, id }) => !rows[kind].includes(id))
  return [...Map.groupBy(others, ({ id }) => id).values()].flatMap(([first, ...more]) => {
    if (!first) return []
    const every = [first, ...more]
    const same = (['email', 'phone'] as const).filter((one) => every.some((row) => row.same.includes(one)))
    return [
      {
        ...first,
        same,
        verified: every.some((row) => row.verified),
        canAdd: every.some((row) => row.canAdd),
      },
    ]
  })
}

async function sharing(app: Privacy, { isVerified = false, ...contact }: Contact): Promise<Related[]> {
  const records = await recordsOfContact(app, { ...contact, count: MOST })
  const { phone } = contact
  const attempts = phone === undefined ? [] : await unregisteredOf(app.db, app.cipher, phone)
  return [
    ...records.map(({ record: { kind, id, reference }, same, verified }) => {
      const canAdd = kind !== 'executives' || (verified && isVerified)
      return { kind, id, reference, same, verified, canAdd }
    }),
    ...attempts.map(({ id, transaction }) => ({
      ...{ kind: 'mandates' as const, id, reference: transaction },
      ...{ same: ['phone' as const], verified: true, canAdd: isVerified },
    })),
  ]
}

/** Returns the distinct contacts of these rows. */
export async function contactsOf({ db, cipher }: Privacy, rows: OwnRows): Promise<Contact[]> {
  const records = await readRecords({ db, cipher }, [
    ...rows.enquiries,
    ...rows.applications,
    ...rows.executives,
  ])
  const mandates = await Promise.all(
    rows.mandates.map((id) => unlessAltered(findMandate(db, cipher, { id }))),
  )
  const contacts: Contact[] = [
    ...records.flatMap((record) => {
      const { email, phone } = contactOf(record)
      return record.personal ? [{ email, phone, isVerified: record.kind === 'executives' }] : []
    }),
    ...mandates.flatMap((row) => (row?.phone ? [{ phone: row.phone, isVerified: true }] : [])),
  ]
  return [...new Map(contacts.map((contact) => [JSON.stringify(contact), contact])).values()]
}

/** What finds a person without a reference. */
export type Contacts = { email: string } | { phone: string }
/** How the agency names a person; `id` is a reference, a row's id or a transaction. */
export type PersonQuery = Contacts | { id: string }

/** Returns an e-mail as it is indexed, or a phone as forms accept it; undefined for other texts. */
export function contactNamed(by: 'email' | 'phone', value: string): Contacts | undefined {
  // Letter case does not distinguish mailboxes.
  if (by === 'email') return value.includes('@') ? { email: plainEmail(value).toLowerCase() } : undefined
  const phone = plainPhone(value).replace(/^(?:91|0)(?=[0-9]{10}$)/, '')
  return new RegExp(`^[0-9]{${PHONE_DIGITS}}$`).test(phone) ? { phone } : undefined
}
