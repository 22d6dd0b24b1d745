import * as z from 'zod/mini'
import type { Db } from '#server/db/client.ts'
import { abandonedFiles, settleFiles } from '#server/db/pending-files.ts'
import { handle } from '#server/jobs/job.ts'
import type { JobHandler, JobKind } from '#server/jobs/job.ts'
import type { TellInbox } from '#server/providers/mail/port.ts'
import type { Clock } from '#server/lib/clock.ts'
import type { Sealer } from '#server/lib/sealing.ts'
import type { FilesPort } from '#server/providers/files/port.ts'
import { applicationMail } from './mail.ts'
import { ORPHAN_AGE_MS } from './rules.ts'
import { findApplication } from './store.ts'

export const tellAgency: JobKind<{ applicationId: string }> = {
  name: 'careers.tell-agency',
  payload: z.object({ applicationId: z.string() }),
  maxAttempts: 30,
}

/** Tells staff of an application, without its papers; one that was erased meanwhile is done. */
export function tellAgencyHandler(deps: { db: Db; sealer: Sealer; tellInbox: TellInbox }): JobHandler {
  return handle(tellAgency, async ({ applicationId }, jobId) => {
    const application = await findApplication(deps.db, deps.sealer, applicationId)
    if (!application) return { done: true }
    const { createdAt } = application
    return deps.tellInbox({ id: jobId, ...applicationMail(application) }, { of: 'applications', createdAt })
  })
}

/**
 * Removes the files that were announced and never named, once they are too old to belong to an application on its way;
 * returns how many. It asks the announcements and not the storage, which may hold another installation's files.
 */
export async function sweepOrphans(deps: { db: Db; files: FilesPort; clock: Clock }): Promise<number> {
  const abandoned = await abandonedFiles(deps.db, deps.clock.now() - ORPHAN_AGE_MS)
  for (const id of abandoned) {
    await deps.files.remove(id)
    await settleFiles(deps.db, [id])
  }
  return abandoned.length
}
