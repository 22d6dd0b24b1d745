import { registrationStatus } from '#contract/schemas/mandates.ts'
import { createRecordLinks, recordNamed } from '#server/platform/db/record-links.ts'
import { findMandate } from '#server/features/onboarding/mandate/store.ts'
import { notifyFailure, notifyPerson } from '#server/features/onboarding/registration/jobs.ts'
import { findExecutive } from '#server/features/onboarding/registration/store.ts'
import { enqueue } from '#server/platform/jobs/store.ts'
import { endSessionsWith } from '#server/platform/sessions/end-sessions.ts'
import { argumentOf } from '#ops/args.ts'
import { audit, type Command, OpsError } from '#ops/command.ts'
import { type OpsDeps, withDatabase } from '#ops/database.ts'

const help = `Replaces the link of a registration: earlier links stop working, sessions that knew the registration end, and the person
gets a mail with the new link.

Usage: npm run -s ops -- link REFERENCE

  REFERENCE  of the registration, such as EX-7K3M9Q

The mail waits in the outbox for the server. Only the person sees the link.
`

export const linkCommand: Command = {
  summary: 'replaces the link of a registration and mails the new one',
  help,
  async run(args) {
    const what = 'the reference of one registration'
    const { argument: reference } = argumentOf('link', args, { what, options: {} })
    await withDatabase((deps) => replace(deps, reference))
    process.stderr.write('The link was replaced, and a mail with the new one is queued\n')
  },
}

async function replace(deps: OpsDeps, reference: string): Promise<void> {
  const { db, cipher } = deps
  const id = await recordNamed(db, reference)
  const person = id === undefined ? undefined : await findExecutive(db, cipher, id)
  if (!person) throw new OpsError(`No registration has the reference ${reference}`)
  const mandate = await findMandate(db, cipher, { id: person.mandate_id })
  const now = deps.clock.now()
  const executiveId = person.id
  await audit(deps, { action: 'replace_link', reference: person.reference ?? executiveId })
  // Also before: a session that knows the registration is given its newest link.
  await endSessionsWith(deps, [executiveId])
  await createRecordLinks(deps).replace(executiveId)
  await endSessionsWith(deps, [executiveId])
  if (mandate && registrationStatus(mandate.status) === 'Failed') {
    await enqueue(db, notifyFailure, [{ payload: { executiveId, mandateId: mandate.id }, now }])
  } else await enqueue(db, notifyPerson, [{ payload: { executiveId }, now }])
}
