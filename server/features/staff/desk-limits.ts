import type { App } from '#server/context.ts'
import { appendAudit } from '#server/platform/audit/log.ts'
import { giveBack, take, type Use } from '#server/platform/limits/database-counters.ts'
import { type StaffMember, staffActor } from './desk-rules.ts'

/** Runs `work` if the limit, which all processes share, allows one more; what fails or finds nothing is not counted. */
async function counted<Done>(app: App, use: Use, work: () => Promise<Done>): Promise<Done> {
  const taken = await take(app, [use])
  try {
    const done = await work()
    if (done === undefined || done === false) await giveBack(app.db, taken)
    return done
  } catch (error) {
    await giveBack(app.db, taken)
    throw error
  }
}

/** Limits a search by somebody's number or address; the audit log records it without the searched text. */
export function limitSearch<Found>(
  app: App,
  staff: StaffMember,
  { by, find, count }: { by: 'email' | 'phone'; find(): Promise<Found>; count(found: Found): number },
) {
  const work = async () => {
    const found = await find()
    const detail = { by, hits: count(found) }
    await appendAudit(app.db, { action: 'search', actor: staffActor(staff), detail }, app.clock.now())
    return found
  }
  return counted(app, { rule: 'staff_searches', key: staff.id }, work)
}

/** Limits what shows a person's data in full; beyond the limit a step-up allows as much again. */
export function limitShown<Done>(app: App, staff: StaffMember, work: () => Promise<Done>) {
  return counted(app, { rule: 'staff_shown', key: `${staff.sessionId} ${staff.passkeyUsedAt}` }, work)
}

export function limitMails<Done>(app: App, recordId: string, work: () => Promise<Done>) {
  return counted(app, { rule: 'staff_mails', key: recordId }, work)
}
