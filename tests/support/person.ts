import { putPaused } from '#server/features/onboarding/registration/pause-store.ts'
import { emptyVisitor } from '#server/platform/sessions/store.ts'
import { addRecordEvent } from '#server/features/records/timeline-store.ts'
import { documentPart, goodApplication, postApplication } from './application.ts'
import { goodEnquiry, postEnquiry } from './enquiry.ts'
import { signAgreement } from './executive.ts'
import { recordIdOf, registered } from './registration.ts'
import type { TestServer } from './server.ts'
import {
  namedBy,
  personWith,
  findPerson,
  noRows,
  type Person,
  type Privacy,
} from '#server/features/privacy/person.ts'

/** Returns the person of the record with that reference or id, with what was added by hand. */
export async function personOf(deps: Privacy, id: string, added: readonly string[] = []): Promise<Person> {
  const named = await namedBy(deps, { id })
  const person = named && (await personWith(deps, named, added))
  if (!person) throw new Error('no record has that id, or what was added is not related')
  return person
}

/** Returns everything under an e-mail, as if each record had been named by its reference. */
export async function everythingOf(deps: Privacy, email: string): Promise<Person> {
  const named = await namedBy(deps, { email })
  const rows = structuredClone(noRows)
  for (const { kind, id } of named?.related ?? []) rows[kind].push(id)
  return findPerson(deps, { rows, until: deps.clock.now() })
}

/** Adds a person with data in every table, under one e-mail and one phone; `note` is the text of their note. */
export async function someoneEverywhere(server: TestServer) {
  const { db, cipher, clock } = server.deps
  const { id: link, fields, aadhaar } = await registered(server.url, { now: clock.now() })
  const { name = '', email = '', phone = '', transactionId = '', accountNo = '' } = fields
  const documents = [documentPart(), documentPart('edu_certificate')]
  await postApplication(server.url, { ...goodApplication, email, phone }, documents)
  await signAgreement(server, { link, name })
  await postEnquiry(server.url, { ...goodEnquiry, email, phone })
  const id = await recordIdOf(server.deps, link)
  const note = 'A good typist'
  const noted = { record: { kind: 'executives', id }, at: clock.now(), staffId: 'staff-id-of-asha' } as const
  await addRecordEvent(db, cipher, { ...noted, kind: 'note', detail: { text: note } })
  const paused = { email, photo: '', visitor: emptyVisitor }
  const [now, endsAt] = [clock.now(), clock.now() + 86_400_000]
  await putPaused(db, cipher, { phone, language: 'en', data: paused, now, endsAt })
  return { id, name, email, phone, transactionId, accountNo, aadhaar, note }
}
