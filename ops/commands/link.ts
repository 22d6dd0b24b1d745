import { registrationStatus } from '#contract/schemas/mandates.ts'
import { createRecordLinks, recordNamed } from '#server/platform/db/record-links.ts'
import { findMandate } from '#server/features/onboarding/mandate/store.ts'
import { notifyFailure, notifyPerson } from '#server/features/onboarding/registration/jobs.ts'
import { findExecutive } from '#server/features/onboarding/registration/store.ts'
import { enqueue } from '#server/platform/jobs/store.ts'
import { endSessionsWith } from '#server/platform/sessions/end-sessions.ts'
import { type Command, note, OpsError, UsageError } from '#ops/command.ts'
import { type Kept, withDatabase } from '#ops/database.ts'
import { understood } from '#ops/args.ts'

const help = `Replaces the link of a registration: earlier links stop working, sessions that knew the registration end, and the person
gets a mail with the new link.

Usage: npm run -s ops -- link REFERENCE

  REFERENCE  of the registration, such as EX-7K3M9Q

The mail waits in the outbox for the server. Only the person sees the link.
`

export const linkCommand: Command = {
  summary: 'replaces the link of a registration and mails the new one',
  help,
  async run(words) {
    const [reference, ...more] = understood('link', words, {}).positionals
    if (reference === undefined || more.length > 0) {
      throw new UsageError('link takes the reference of one registration')
    }
    await withDatabase((kept) => replace(kept, reference))
    process.stderr.write('The link was replaced, and a mail with the new one is queued\n')
  },
}

async function replace(kept: Kept, reference: string): Promise<void> {
  const { db, cipher } = kept
  const id = await recordNamed(db, reference)
  const person = id === undefined ? undefined : await findExecutive(db, cipher, id)
  if (!person) throw new OpsError(`No registration has the reference ${reference}`)
  const mandate = await findMandate(db, cipher, { id: person.mandate_id })
  const now = Date.now()
  const executiveId = person.id
  await note(kept, { action: 'replace_link', reference: person.reference ?? executiveId })
  // Before it too: a session that knows the record is told its newest link.
  await endSessionsWith(kept, [executiveId])
  await createRecordLinks(kept).replace(executiveId)
  await endSessionsWith(kept, [executiveId])
  if (mandate && registrationStatus(mandate.status) === 'Failed') {
    await enqueue(db, notifyFailure, [{ payload: { executiveId, mandateId: mandate.id }, now }])
  } else await enqueue(db, notifyPerson, [{ payload: { executiveId }, now }])
}
