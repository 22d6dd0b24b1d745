import { registrationStatus } from '#contract/schemas/mandates.ts'
import { findMandate } from '#server/features/onboarding/mandate/store.ts'
import { notifyFailure, notifyPerson } from '#server/features/onboarding/registration/jobs.ts'
import { findExecutive } from '#server/features/onboarding/registration/store.ts'
import { appendAudit } from '#server/platform/audit/log.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { FieldCipher } from '#server/platform/crypto/field-cipher.ts'
import type { Db } from '#server/platform/db/client.ts'
import { createRecordLinks } from '#server/platform/db/record-links.ts'
import { enqueue } from '#server/platform/jobs/store.ts'
import { endSessionsWith } from '#server/platform/sessions/store.ts'

interface ReplaceDeps {
  db: Db
  cipher: FieldCipher
  clock: Clock
}

/**
 * Replaces the link of a registration on somebody's behalf: earlier ones open nothing, sessions that knew the registration
 * end, and a mail with the new one waits in the outbox. False where no registration has that id.
 */
export async function replaceLink(deps: ReplaceDeps, executiveId: string, actor: string): Promise<boolean> {
  const { db, cipher, clock } = deps
  const person = await findExecutive(db, cipher, executiveId)
  if (!person) return false
  const mandate = await findMandate(db, cipher, { id: person.mandate_id })
  const now = clock.now()
  const reference = person.reference ?? executiveId
  await appendAudit(db, { action: 'replace_link', reference, actor }, now)
  // Also before: a session that knows the registration is given its newest link.
  await endSessionsWith(deps, [executiveId])
  await createRecordLinks(deps).replace(executiveId)
  await endSessionsWith(deps, [executiveId])
  if (mandate && registrationStatus(mandate.status) === 'Failed') {
    await enqueue(db, notifyFailure, [{ payload: { executiveId, mandateId: mandate.id }, now }])
  } else await enqueue(db, notifyPerson, [{ payload: { executiveId }, now }])
  return true
}
