import type { SandboxMessage } from '#contract/schemas/sandbox.ts'
import { allEntries, type EntryKey } from '#server/features/sandbox/store.ts'
import { namesOf } from '#server/features/staff/records/read-store.ts'
import { viewsSaying } from '#server/features/staff/records/views-store.ts'
import { jobsNaming } from '#server/platform/jobs/store.ts'
import { aadhaarIndex } from '#server/platform/crypto/tokens.ts'
import { contactsOf } from './named.ts'
import type { Person, PrivacyDeps } from './person.ts'
import { transactionsOf } from './person-store.ts'

/** What names a person outside their own rows. */
export interface References {
  /** Ids of jobs, waiting or done. */
  jobs: string[]
  /** What the sandbox keeps. */
  sandbox: EntryKey[]
  /** Ids of filters that staff saved under words which name the person. */
  views: string[]
}

export async function referencesOf(deps: PrivacyDeps, person: Person): Promise<References> {
  const { db } = deps
  const transactions = await transactionsOf(db, person.rows.mandates)
  const ids = [...Object.values(person.rows).flat(), ...transactions]
  const jobs = await jobsNaming(db, ids)
  return {
    jobs: jobs.map(({ id }) => id),
    sandbox: await entriesAbout(deps, person, [...ids, ...person.providerRefs]),
    views: await viewsAbout(deps, person),
  }
}

/** Messages to who registered, and what else names one of the rows: an e-mail or a phone in a form is anybody's. */
async function entriesAbout({ db, cipher }: PrivacyDeps, person: Person, ids: string[]): Promise<EntryKey[]> {
  const { identities, references, until } = person
  const named = [...identities.emails, ...identities.phones, ...ids, ...references]
  const words = named.map((word) => JSON.stringify(word.toLowerCase()).slice(1, -1))
  const isTo = (message: SandboxMessage) =>
    message.channel === 'sms' && identities.aadhaar.includes(aadhaarIndex(cipher, message.to))
  const found: EntryKey[] = []
  for await (const { kind, keyIndex, createdAt, json } of allEntries(db, cipher)) {
    const all = json.toLowerCase()
    const isAbout =
      words.some((word) => all.includes(word)) ||
      (kind === 'message' && isTo(JSON.parse(json) as SandboxMessage))
    if (isAbout && createdAt <= until) found.push({ kind, keyIndex })
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
