import * as z from 'zod/mini'
import { newLinkMail } from '#contract/messages/staff-access.ts'
import type { App } from '#server/context.ts'
import { handle, type JobHandler, type JobKind, mailed } from '#server/platform/jobs/job.ts'
import { inIndia } from '#server/platform/message-text.ts'
import { findPerson } from './people-store.ts'

/** Tells somebody of the desk that a colleague made an enrolment link for them; the link is in no mail. */
export const tellLink: JobKind<{ staffId: string; madeBy: string; at: string }> = {
  name: 'staff.tell-link',
  payload: z.object({ staffId: z.string(), madeBy: z.string(), at: z.string() }),
  maxAttempts: 30,
}

export function tellLinkHandler(app: App): JobHandler {
  return handle(tellLink, async ({ staffId, madeBy, at }, jobId) => {
    const [person, colleague] = [await findPerson(app, staffId), await findPerson(app, madeBy)]
    if (!person || !colleague) return { done: true }
    const { subject, text } = newLinkMail
    const said = text(colleague.name, inIndia.format(Number(at)))
    return mailed(await app.mail.send({ id: jobId, to: person.email, subject, text: said }), 'person')
  })
}
