import type { Db } from '#server/platform/db/client.ts'
import { recordNamed } from '#server/platform/db/record-links.ts'
import { findApplication } from '#server/features/careers/store.ts'
import { findEnquiry } from '#server/features/enquiries/store.ts'
import { findMandate } from '#server/features/onboarding/mandate/store.ts'
import { findExecutive } from '#server/features/onboarding/registration/store.ts'
import type { Clock } from '#server/platform/clock.ts'
import { type FieldCipher, DecryptError } from '#server/platform/crypto/field-cipher.ts'
import type { FilesPort } from '#server/providers/files/port.ts'
import {
  type PersonQuery,
  type Identities,
  indexedTables,
  type Indices,
  indicesOf,
  joined,
  nobody,
  normalEmail,
  normalPhone,
} from './identities.ts'
import { findMandateId, idsByIndex, existing, mandatesOf, namedRows, unregisteredOf } from './person-store.ts'
import { sessionsOf } from './references.ts'

export interface PrivacyDeps {
  db: Db
  cipher: FieldCipher
  files: FilesPort
  clock: Clock
}

/** Ids of a person's rows, by table. */
export interface OwnRows {
  enquiries: string[]
  applications: string[]
  executives: string[]
  mandates: string[]
}

/** Where the search for a person begins; rows created after `until` (milliseconds) are left out. */
export interface Seeds {
  identities: Identities
  indices: Indices
  rows: OwnRows
  until: number
}

export interface Person extends Seeds {
  /** Everything that identifies the person's rows, including what they only typed into a form. */
  names: Identities
  /** Ids of sessions in which they were verified, or typed their phone. */
  sessions: string[]
  /** The Aadhaar provider's references of codes in those sessions. */
  providerRefs: string[]
}

const noRows: OwnRows = { enquiries: [], applications: [], executives: [], mandates: [] }

/**
 * Finds everything of a person. A registered person's Aadhaar number, e-mail and phone all count, because they were
 * verified or given after verification; in an enquiry or an application anybody may write anything, so there only the
 * query itself counts.
 */
export async function findPerson(deps: PrivacyDeps, seeds: Seeds): Promise<Person> {
  const { db, cipher } = deps
  const { until } = seeds
  const direct = await indexedRows(db, seeds)
  const registered = await identitiesOf(deps, { ...noRows, executives: direct.executives })
  const identities = joined(seeds.identities, registered)
  const indices = joinedIndices(seeds.indices, indicesOf(cipher, identities))
  const rows = await indexedRows(db, { ...seeds, indices, rows: direct })
  const aadhaar = indices['aadhaar_number'] ?? []
  const found = await sessionsOf(deps, { ...identities, aadhaar, executives: rows.executives, until })
  const holders = [...new Set([...aadhaar, ...found.aadhaar])]
  const { executives } = rows
  const theirs = await mandatesOf(db, { executives, aadhaar: holders, sessions: found.proven, until })
  const unregistered = await unregisteredOf(db, cipher, { phones: identities.phones, until })
  const given = await existing(db, 'mandates', rows.mandates)
  const own = { ...rows, mandates: [...new Set([...theirs, ...unregistered, ...given])] }
  const names = joined(await identitiesOf(deps, own), { ...identities, aadhaar: holders })
  return { ...seeds, identities, indices, rows: own, names, sessions: found.ids, providerRefs: found.refs }
}

async function indexedRows(db: Db, { indices, rows, until }: Omit<Seeds, 'identities'>): Promise<OwnRows> {
  const found = { ...rows }
  for (const table of indexedTables) {
    const byIndex = await idsByIndex(db, table, { indices, until })
    found[table] = [...new Set([...byIndex, ...(await existing(db, table, rows[table]))])]
  }
  return found
}

function joinedIndices(one: Indices, other: Indices): Indices {
  const columns = new Set([...Object.keys(one), ...Object.keys(other)])
  const both = (column: string) => [...new Set([...(one[column] ?? []), ...(other[column] ?? [])])]
  return Object.fromEntries([...columns].map((column) => [column, both(column)]))
}

/** The person whom a query names; undefined for an id or a reference that no record has. */
export async function personOf(deps: PrivacyDeps, query: PersonQuery): Promise<Person | undefined> {
  const until = deps.clock.now()
  const find = (identities: Identities, rows = noRows) =>
    findPerson(deps, { identities, rows, until, indices: indicesOf(deps.cipher, identities) })
  if ('email' in query) return find({ ...nobody, emails: [normalEmail(query.email)] })
  if ('phone' in query) return find({ ...nobody, phones: [normalPhone(query.phone)] })
  const rows = await rowsOfId(deps.db, query.id)
  if (Object.values(rows).every((ids) => ids.length === 0)) return undefined
  return find(await identitiesOf(deps, rows), rows)
}

async function rowsOfId(db: Db, id: string): Promise<OwnRows> {
  const mandate = await findMandateId(db, id)
  const record = await recordNamed(db, id)
  return {
    enquiries: await namedRows(db, 'enquiries', id),
    applications: await namedRows(db, 'applications', id),
    executives: record === undefined ? [] : [record],
    mandates: mandate === undefined ? [] : [mandate],
  }
}

/** The identities that these rows name. */
export async function identitiesOf({ db, cipher }: PrivacyDeps, rows: OwnRows): Promise<Identities> {
  let names = nobody
  const add = (more: Partial<Identities>) => void (names = joined(names, { ...nobody, ...more }))
  const written = (row: { email: string; phone: string } | undefined) => {
    if (row) add({ emails: [normalEmail(row.email)], phones: [row.phone] })
  }
  for (const id of rows.enquiries) written(await unlessAltered(findEnquiry(db, cipher, id)))
  for (const id of rows.applications) written(await unlessAltered(findApplication(db, cipher, id)))
  for (const id of rows.executives) {
    const person = await unlessAltered(findExecutive(db, cipher, id))
    written(person)
    if (person) add({ aadhaar: [person.aadhaar_index] })
  }
  for (const id of rows.mandates) {
    const mandate = await unlessAltered(findMandate(db, cipher, { id }))
    if (mandate?.phone) add({ phones: [mandate.phone] })
    if (mandate?.holderIndex) add({ aadhaar: [mandate.holderIndex] })
  }
  return names
}

/** What is read, or undefined for a row that was altered: nothing else of a person must be hidden by it, or kept. */
export async function unlessAltered<Row>(reading: Promise<Row>): Promise<Row | undefined> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof DecryptError) return undefined
    throw error
  }
}
