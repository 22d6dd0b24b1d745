import { allMessages, allValues, valueKey, type ValueKey } from '#server/features/sandbox/store.ts'
import { jobsNaming } from '#server/platform/jobs/store.ts'
import { aadhaarIndex } from '#server/platform/crypto/tokens.ts'
import { allSessions } from '#server/platform/sessions/store.ts'
import type { VisitorData } from '#server/platform/sessions/visitor.ts'
import { type Identities, normalEmail } from './identities.ts'
import type { Person, PrivacyDeps } from './person.ts'
import { transactionsOf } from './person-store.ts'

type Whose = Identities & { executives: readonly string[]; until: number }

/** Sessions that hold something of a person, and what they say of them. */
export interface SessionReferences {
  ids: string[]
  /** Those in which one of the person's proofs stands, so that whatever else was proven there is theirs too. */
  proven: string[]
  aadhaar: string[]
  refs: string[]
}

export async function sessionsOf(
  deps: Pick<PrivacyDeps, 'db' | 'cipher'>,
  whose: Whose,
): Promise<SessionReferences> {
  const found: SessionReferences = { ids: [], proven: [], aadhaar: [], refs: [] }
  for await (const { id, createdAt, data } of allSessions(deps)) {
    const proven = isProven(data, whose)
    if (createdAt > whose.until || !(proven || isTouched(data, whose))) continue
    found.ids.push(id)
    found.refs.push(...[data.aadhaar, data.aadhaarCode].flatMap((code) => code?.sessionRef ?? []))
    if (!proven) continue
    found.proven.push(id)
    if (data.aadhaar) found.aadhaar.push(data.aadhaar.index)
  }
  return found
}

function isProven({ phone, aadhaar, registration }: VisitorData, whose: Whose): boolean {
  return (
    (phone !== undefined && whose.phones.includes(phone.phone)) ||
    (aadhaar !== undefined && whose.aadhaar.includes(aadhaar.index)) ||
    (registration !== undefined && whose.executives.includes(registration.id))
  )
}

/** A phone or a number was only written there. */
function isTouched({ phoneCode, aadhaarCode }: VisitorData, whose: Whose): boolean {
  return (
    (phoneCode !== undefined && whose.phones.includes(phoneCode.phone)) ||
    (aadhaarCode !== undefined && whose.aadhaar.includes(aadhaarCode.index))
  )
}

/** What else holds something of a person, outside their own rows. */
export interface References {
  /** Ids of jobs that wait or have run. */
  jobs: string[]
  /** Ids of messages that the sandbox «sent». */
  messages: string[]
  /** Pages of the simulators' books. */
  pages: ValueKey[]
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

async function valuesAbout({ db, cipher }: PrivacyDeps, { names, until }: Person): Promise<ValueKey[]> {
  const words = [...names.emails, ...names.phones].map((word) => JSON.stringify(word))
  const found: ValueKey[] = []
  for await (const { kind, keyIndex, createdAt, json } of allValues(db, cipher)) {
    const all = json.toLowerCase()
    if (createdAt <= until && words.some((word) => all.includes(word))) found.push({ kind, keyIndex })
  }
  return found
}
