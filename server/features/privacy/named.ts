import type { RelatedRecord } from '#contract/schemas/staff-records.ts'
import { findApplication } from '#server/features/careers/store.ts'
import { findEnquiry } from '#server/features/enquiries/store.ts'
import { findMandate } from '#server/features/onboarding/mandate/store.ts'
import { findExecutive } from '#server/features/onboarding/registration/store.ts'
import { recordsOfContact } from '#server/features/staff/records/read-store.ts'
import { unlessAltered } from '#server/platform/crypto/field-cipher.ts'
import type { Db } from '#server/platform/db/client.ts'
import { recordNamed } from '#server/platform/db/record-links.ts'
import type { PersonQuery } from './identities.ts'
import { findPerson, noRows, type Person, type PrivacyDeps, sessionsOf } from './person.ts'
import { mandateNamed, namedRows, type OwnRows, unregisteredOf } from './person-store.ts'

/** A record that shares an e-mail or a phone with what was named, and is not included by that. */
export interface Related extends RelatedRecord {
  kind: keyof OwnRows
  id: string
  /** Whether somebody may add it by hand; what cannot be added is named by its own reference. */
  canAdd: boolean
}

/** What a query names: a row, or none for an e-mail or a phone alone; and what shares one of these with it. */
export interface Named {
  rows: OwnRows
  references: string[]
  related: Related[]
}

/** What a query names; undefined for an id or a reference that no record has. */
export async function namedBy(deps: PrivacyDeps, query: PersonQuery): Promise<Named | undefined> {
  const given = 'id' in query ? await rowsOfId(deps.db, query.id) : noRows
  if ('id' in query && Object.values(given).every((ids) => ids.length === 0)) return undefined
  const { rows, references } = await findPerson(deps, { rows: given, until: deps.clock.now() })
  const contacts = 'id' in query ? await contactsOf(deps, rows) : [query]
  return { rows, references, related: await relatedTo(deps, { contacts, rows }) }
}

/**
 * The person of what was named and of the related records that somebody added by their references; undefined where one
 * of these is not related, or cannot be added.
 */
export async function personWith(
  deps: PrivacyDeps,
  { rows, related }: Named,
  added: readonly string[] = [],
): Promise<Person | undefined> {
  const all = structuredClone(rows)
  for (const reference of added) {
    const record = related.find((one) => one.reference === reference.toUpperCase())
    if (!record?.canAdd) return undefined
    all[record.kind].push(record.id)
  }
  return findPerson(deps, { rows: all, until: deps.clock.now() })
}

/** The registrations that a query names, and the sessions of their people or of the phone; undefined as for `namedBy`. */
export async function sessionsNamed(
  deps: PrivacyDeps,
  query: PersonQuery,
): Promise<{ executives: string[]; sessions: string[] } | undefined> {
  const until = deps.clock.now()
  if ('id' in query) {
    const named = await namedBy(deps, query)
    const person = named && (await personWith(deps, named))
    return person && { executives: person.rows.executives, sessions: person.sessions }
  }
  const sharing = await recordsOfContact(deps, { ...query, count: MOST })
  const executives = sharing.filter(({ kind }) => kind === 'executives').map(({ id }) => id)
  const person = await findPerson(deps, { rows: { ...noRows, executives }, until })
  const phones = 'phone' in query ? [query.phone] : []
  const typed = await sessionsOf(deps, { phones, aadhaar: [], executives, until })
  return { executives, sessions: [...new Set([...person.sessions, ...typed.ids])] }
}

async function rowsOfId(db: Db, id: string): Promise<OwnRows> {
  const mandate = await mandateNamed(db, id)
  const record = await recordNamed(db, id)
  return {
    enquiries: await namedRows(db, 'enquiries', id),
    applications: await namedRows(db, 'applications', id),
    executives: record === undefined ? (mandate?.executives ?? []) : [record],
    mandates: mandate === undefined ? [] : [mandate.id],
  }
}

/** Records of each kind that are looked for: a flood under one address must not make a list without end. */
const MOST = 100

interface Contact {
  email?: string
  phone?: string
  /** That a code verified the phone. */
  isVerified?: boolean
}

/**
 * What shares an e-mail or a phone with these contacts. An enquiry and an application may be added; a registration, and an
 * attempt at a mandate, only by a phone that was verified on both sides.
 */
async function relatedTo(
  deps: PrivacyDeps,
  { contacts, rows }: { contacts: readonly Contact[]; rows: OwnRows },
): Promise<Related[]> {
  const all = (await Promise.all(contacts.map((contact) => sharing(deps, contact)))).flat()
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

async function sharing(deps: PrivacyDeps, { isVerified = false, ...contact }: Contact): Promise<Related[]> {
  const records = await recordsOfContact(deps, { ...contact, count: MOST })
  const { phone } = contact
  const attempts = phone === undefined ? [] : await unregisteredOf(deps.db, deps.cipher, phone)
  return [
    ...records.flatMap(({ kind, id, reference, same, verified }) => {
      const canAdd = kind !== 'executives' || (verified && isVerified)
      return [{ kind, id, reference, same, verified, canAdd }]
    }),
    ...attempts.map(({ id, transaction }) => ({
      ...{ kind: 'mandates' as const, id, reference: transaction },
      ...{ same: ['phone' as const], verified: true, canAdd: isVerified },
    })),
  ]
}

/** The contact that each of these rows has, once. */
export async function contactsOf({ db, cipher }: PrivacyDeps, rows: OwnRows): Promise<Contact[]> {
  const written = await Promise.all([
    ...rows.enquiries.map((id) => unlessAltered(findEnquiry(db, cipher, id))),
    ...rows.applications.map((id) => unlessAltered(findApplication(db, cipher, id))),
  ])
  const people = await Promise.all(rows.executives.map((id) => unlessAltered(findExecutive(db, cipher, id))))
  const mandates = await Promise.all(
    rows.mandates.map((id) => unlessAltered(findMandate(db, cipher, { id }))),
  )
  const contacts: Contact[] = [
    ...written.flatMap((row) => (row ? [{ email: row.email, phone: row.phone }] : [])),
    ...people.flatMap((row) => (row ? [{ email: row.email, phone: row.phone, isVerified: true }] : [])),
    ...mandates.flatMap((row) => (row?.phone ? [{ phone: row.phone, isVerified: true }] : [])),
  ]
  return [...new Map(contacts.map((contact) => [JSON.stringify(contact), contact])).values()]
}
