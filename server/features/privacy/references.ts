import { allMessages, allValues, valueKey, type ValueKey } from '#server/features/sandbox/store.ts'
import { namesOf } from '#server/features/staff/records/read-store.ts'
import { viewsSaying } from '#server/features/staff/records/views-store.ts'
import { jobsNaming } from '#server/platform/jobs/store.ts'
import { aadhaarIndex } from '#server/platform/crypto/tokens.ts'
import { allSessions } from '#server/platform/sessions/store.ts'
import type { VisitorData } from '#server/platform/sessions/visitor.ts'
import { type Identities, normalEmail } from './identities.ts'
import type { Person, PrivacyDeps } from './person.ts'
import { transactionsOf } from './person-store.ts'

type Identified = Identities & { executives: readonly string[]; until: number }

/** Sessions that name a person, and what is in them. */
interface SessionReferences {
  ids: string[]
  /** Those in which the person was verified, so that everything else verified there is theirs too. */
  proven: string[]
  aadhaar: string[]
  refs: string[]
}

export async function sessionsOf(
  deps: Pick<PrivacyDeps, 'db' | 'cipher'>,
  person: Identified,
): Promise<SessionReferences> {
  const found: SessionReferences = { ids: [], proven: [], aadhaar: [], refs: [] }
  for await (const { id, createdAt, data } of allSessions(deps)) {
    const proven = isVerified(data, person)
    if (createdAt > person.until || !(proven || isTyped(data, person))) continue
    found.ids.push(id)
    found.refs.push(...[data.aadhaar, data.aadhaarCode].flatMap((code) => code?.sessionRef ?? []))
    if (!proven) continue
    found.proven.push(id)
    if (data.aadhaar) found.aadhaar.push(data.aadhaar.index)
  }
  return found
}

function isVerified({ phone, aadhaar, registration }: VisitorData, person: Identified): boolean {
  return (
    (phone !== undefined && person.phones.includes(phone.phone)) ||
    (aadhaar !== undefined && person.aadhaar.includes(aadhaar.index)) ||
    (registration !== undefined && person.executives.includes(registration.id))
  )
}

/** A phone or an Aadhaar number was only typed there. */
function isTyped({ phoneCode, aadhaarCode }: VisitorData, person: Identified): boolean {
  return (
    (phoneCode !== undefined && person.phones.includes(phoneCode.phone)) ||
    (aadhaarCode !== undefined && person.aadhaar.includes(aadhaarCode.index))
  )
}

/** What names a person outside their own rows. */
export interface References {
  /** Ids of jobs, waiting or done. */
  jobs: string[]
  /** Ids of messages that the sandbox «sent». */
  messages: string[]
  /** Keys in the simulators' key-value store. */
  pages: ValueKey[]
  /** Ids of filters that staff saved under words which name the person. */
  views: string[]
}

export async function referencesOf(deps: PrivacyDeps, person: Person): Promise<References> {
  const { db, cipher } = deps
  const transactions = await transactionsOf(db, person.rows.mandates)
  const ids = [...Object.values(person.rows).flat(), ...transactions]
  const jobs = await jobsNaming(db, ids)
  const pages = [
    ...transactions.map((id) => valueKey(cipher, 'mandate', id)),
    ...person.providerRefs.map((ref) => valueKey(cipher, 'aadhaar', ref)),
  ]
  return {
    jobs: jobs.map(({ id }) => id),
    messages: await messagesAbout(deps, person, ids),
    pages: [...pages, ...(await valuesAbout(deps, person))],
    views: await viewsAbout(deps, person),
  }
}

async function messagesAbout({ db, cipher }: PrivacyDeps, person: Person, ids: string[]): Promise<string[]> {
  const { names, until } = person
  const words = [...names.emails, ...names.phones, ...ids.map((id) => id.toLowerCase())]
  const isTo = (to: string) =>
    [...names.emails, ...names.phones].includes(normalEmail(to)) ||
    names.aadhaar.includes(aadhaarIndex(cipher, to))
  const found: string[] = []
  for await (const { id, at, to, subject = '', replyTo = '', text } of allMessages(db, cipher)) {
    const all = [subject, replyTo, text].join('\n').toLowerCase()
    const isAbout = isTo(to) || words.some((word) => all.includes(word))
    if (isAbout && Date.parse(at) <= until) found.push(id)
  }
  return found
}

async function viewsAbout(deps: PrivacyDeps, { rows, names: { emails, phones } }: Person): Promise<string[]> {
  const names = await namesOf(deps, [...rows.enquiries, ...rows.applications, ...rows.executives])
  return viewsSaying(deps, { emails, phones, names: [...names.values()] })
}

async function valuesAbout({ db, cipher }: PrivacyDeps, { names, until }: Person): Promise<ValueKey[]> {
  const words = [...names.emails, ...names.phones].map((word) => JSON.stringify(word))
  const found: ValueKey[] = []
  for await (const { kind, keyIndex, createdAt, json } of allValues(db, cipher)) {
    const all = json.toLowerCase()
    if (createdAt <= until && words.some((word) => all.includes(word))) found.push({ kind, keyIndex })
  }
  return found
}
