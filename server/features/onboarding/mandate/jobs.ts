import * as z from 'zod/mini'
import type { Db } from '#server/platform/db/client.ts'
import { handle, type JobHandler, type JobKind } from '#server/platform/jobs/job.ts'
import type { FieldCipher } from '#server/platform/crypto/field-cipher.ts'
import type { MailPort } from '#server/providers/mail/port.ts'
import { mandateMail } from './mail.ts'
import { findMandate, referenceOf } from './store.ts'

/** Why staff are to look at a mandate. */
const concerns = z.enum(['altered', 'unregistered', 'expired', 'second', 'ended'])
export type Concern = z.infer<typeof concerns>

export const notifyStaff: JobKind<{ mandateId: string; about: Concern }> = {
  name: 'mandates.tell-staff',
  payload: z.object({ mandateId: z.string(), about: concerns }),
  maxAttempts: 30,
}

/** Sees to it that a person whose record names a mandate that stands has no other at their bank. */
export const keepOneMandate: JobKind<{ executiveId: string }> = {
  name: 'mandates.keep-one',
  payload: z.object({ executiveId: z.string() }),
  maxAttempts: 30,
}

/** Tells staff of a mandate that needs a person; one that somebody registered with meanwhile needs none. */
export function notifyStaffHandler(deps: {
  db: Db
  cipher: FieldCipher
  mail: MailPort
  inbox: string
}): JobHandler {
  return handle(notifyStaff, async ({ mandateId, about }, jobId) => {
    const mandate = await findMandate(deps.db, deps.cipher, { id: mandateId })
    const settled = about === 'unregistered' && mandate?.executive_id
    if (!mandate || settled) return { done: true }
    const outcome = await deps.mail.send({
      ...{ id: jobId, to: deps.inbox },
      ...mandateMail(mandate, { about, record: await referenceOf(deps.db, mandate) }),
    })
    if (outcome.sent) return { done: true }
    // Even a refusal for good is tried again: the inbox is the agency's own, so somebody will mend what refuses.
    return { done: false, failure: `mail: ${outcome.reason}` }
  })
}
