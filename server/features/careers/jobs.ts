import * as z from 'zod/mini'
import { addressIn } from '#contract/messages/languages.ts'
import { pages } from '#contract/paths.ts'
import type { App } from '#server/context.ts'
import { abandonedFiles, settleFiles } from '#server/platform/db/tables.ts'
import { handle, mailed, type JobHandler, type JobKind } from '#server/platform/jobs/job.ts'
import type { NotifyInbox } from '#server/providers/mail/port.ts'
import { writtenIn } from '#server/platform/requested-language.ts'
import { atDesk, personMail } from '#server/platform/message-text.ts'
import { type About, applicationMail } from './mail.ts'
import { findLink, supersededBy } from './replacement-store.ts'
import { ORPHAN_AGE_MS } from './rules.ts'
import { findApplication } from './store.ts'

export const notifyAgency: JobKind<{ applicationId: string; about: About }> = {
  name: 'careers.tell-agency',
  payload: z.object({
    applicationId: z.string(),
    about: z._default(z.enum(['first', 'replacement', 'documents']), 'first'),
  }),
  maxAttempts: 30,
}

/** Mails staff about an application, without its documents; nothing for one that was erased meanwhile. */
export function notifyAgencyHandler({ db, cipher, config }: App, notifyInbox: NotifyInbox): JobHandler {
  return handle(notifyAgency, async ({ applicationId, about }, jobId) => {
    const application = await findApplication(db, cipher, applicationId)
    if (!application) return { done: true }
    const desk = atDesk(config.publicUrl, 'applications', application)
    const superseded = await supersededBy(db, applicationId)
    const mail = applicationMail(application, desk, { about, superseded })
    return notifyInbox({ id: jobId, ...mail }, { of: 'applications', createdAt: application.createdAt })
  })
}

export const notifyOwner: JobKind<{ linkId: string; about: 'second' | 'documents' }> = {
  name: 'careers.notify-owner',
  payload: z.object({ linkId: z.string(), about: z._default(z.enum(['second', 'documents']), 'second') }),
  maxAttempts: 30,
}

/**
 * Mails the owner of an address that another application came in their name, or that there was no room for the documents of
 * theirs; nothing for a link that is gone or used.
 */
export function notifyOwnerHandler({ db, cipher, config, mail }: App): JobHandler {
  const { publicUrl, agency, languages } = config
  return handle(notifyOwner, async ({ linkId, about }, jobId) => {
    const link = await findLink(db, cipher, linkId)
    if (!link) return { done: true }
    const language = writtenIn(link.language, languages)
    const page = publicUrl + addressIn(language, pages.career)
    const name = about === 'second' ? 'secondApplication' : 'documentsAwaited'
    const message = personMail(name, { link: `${page}#replace=${link.token}` }, language)
    // The link needs JavaScript: its token is in the fragment, which no server sees. Documents may come as an answer.
    const replyTo = { name: agency.name, address: agency.email }
    return mailed(await mail.send({ id: jobId, to: link.email, replyTo, ...message }), 'person')
  })
}

/**
 * Removes announced files that no row names, once they are too old to belong to a running upload; returns how many. It
 * reads the announcements and not the storage, which may hold another installation's files.
 */
export async function sweepOrphans(
  { db, files, clock }: Pick<App, 'db' | 'files' | 'clock'>,
  signal?: AbortSignal,
): Promise<number> {
  let removed = 0
  for (const id of await abandonedFiles(db, clock.now() - ORPHAN_AGE_MS)) {
    if (signal?.aborted) break
    await files.remove(id)
    await settleFiles(db, [id])
    removed += 1
  }
  return removed
}
