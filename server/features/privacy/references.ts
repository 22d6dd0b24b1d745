import { allMessages, allValues, valueKey, type ValueKey } from '#server/features/sandbox/store.ts'
import { namesOf } from '#server/features/staff/records/read-store.ts'
import { viewsSaying } from '#server/features/staff/records/views-store.ts'
import { jobsNaming } from '#server/platform/jobs/store.ts'
import { aadhaarIndex } from '#server/platform/crypto/tokens.ts'
import { normalEmail } from './identities.ts'
import { contactsOf } from './named.ts'
import type { Person, PrivacyDeps } from './person.ts'
import { transactionsOf } from './person-store.ts'

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

/** Messages to who registered, and what else names one of the rows: an e-mail or a phone in a form is anybody's. */
async function messagesAbout({ db, cipher }: PrivacyDeps, person: Person, ids: string[]): Promise<string[]> {
  const { identities, references, until } = person
  const contact = [...identities.emails, ...identities.phones]
  const words = [...contact, ...[...ids, ...references].map((id) => id.toLowerCase())]
  const isTo = (to: string) =>
    contact.includes(normalEmail(to)) || identities.aadhaar.includes(aadhaarIndex(cipher, to))
  const found: string[] = []
  for await (const { id, at, to, subject = '', replyTo = '', text } of allMessages(db, cipher)) {
    const all = [subject, replyTo, text].join('\n').toLowerCase()
    const isAbout = isTo(to) || words.some((word) => all.includes(word))
    if (isAbout && Date.parse(at) <= until) found.push(id)
  }
  return found
}

/** Filters that say a name, an e-mail or a phone as it stands in one of the rows. */
async function viewsAbout(deps: PrivacyDeps, { rows }: Person): Promise<string[]> {
  const names = await namesOf(deps, [...rows.enquiries, ...rows.applications, ...rows.executives])
  const contacts = await contactsOf(deps, rows)
  return viewsSaying(deps, {
    emails: contacts.flatMap(({ email }) => email?.toLowerCase() ?? []),
    phones: contacts.flatMap(({ phone }) => phone ?? []),
    names: [...names.values()],
  })
}

async function valuesAbout({ db, cipher }: PrivacyDeps, { identities, until }: Person): Promise<ValueKey[]> {
  const words = [...identities.emails, ...identities.phones].map((word) => JSON.stringify(word))
  const found: ValueKey[] = []
  for await (const { kind, keyIndex, createdAt, json } of allValues(db, cipher)) {
    const all = json.toLowerCase()
    if (createdAt <= until && words.some((word) => all.includes(word))) found.push({ kind, keyIndex })
  }
  return found
}
