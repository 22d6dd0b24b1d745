import { type Refused, refused, retryLater } from '#server/platform/http/http-errors.ts'
import { recordMessages } from '#contract/messages/staff-timeline.ts'
import type { App } from '#server/context.ts'
import { appendAudit } from '#server/platform/audit/log.ts'
import { countUses, refundUses, scaledRule, type UseRule } from '#server/platform/limits/database-counters.ts'
import { type StaffMember, staffActor } from './access/rules.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

/** What somebody at the desk may do in a while, whatever their session: it may be a stolen one. */
const limits = {
  /** Searches by an e-mail or a phone, of one person: more would be guessing what the masks hide. */
  searches: { name: 'staff_searches', points: 30, windowMs: MINUTE_MS },
  /** Contacts, bank details and documents shown to one person, and letters of theirs, after a use of the passkey. */
  shown: { name: 'staff_shown', points: 60, windowMs: 60 * MINUTE_MS },
  /** Mails to one record's person, by whoever. */
  mails: { name: 'staff_mails', points: 5, windowMs: DAY_MS },
} satisfies Record<string, UseRule>

/** Runs `work` if one more is allowed, in every process; what comes to nothing, or fails, is not counted. */
async function counted<Done>(
  app: App,
  use: { limit: keyof typeof limits; key: string },
  { work, over }: { work(): Promise<Done>; over(seconds: number): Refused },
): Promise<Done> {
  const { clock, config } = app
  const scaled = scaledRule(limits[use.limit], config)
  const now = clock.now()
  const counting = await countUses(app, [{ rule: scaled, key: use.key }], now)
  if (!counting.allowed) throw over(Math.ceil((counting.endsAt - now) / 1000))
  const refund = () => refundUses(app.db, counting.uses)
  try {
    const done = await work()
    if (done === undefined || done === false) await refund()
    return done
  } catch (error) {
    await refund()
    throw error
  }
}

function later(text: string) {
  return (seconds: number) => retryLater(seconds, { text })
}

/** A search by a number or an address of somebody; the audit log notes it without what was searched. */
export function limitSearch<Found>(
  app: App,
  staff: StaffMember,
  { by, find, count }: { by: 'email' | 'phone'; find(): Promise<Found>; count(found: Found): number },
) {
  const use = { limit: 'searches', key: staff.id } as const
  const work = async () => {
    const found = await find()
    const detail = { by, hits: count(found) }
    await appendAudit(app.db, { action: 'search', actor: staffActor(staff), detail }, app.clock.now())
    return found
  }
  return counted(app, use, { work, over: later(recordMessages.tooManySearches) })
}

/** Something of a person in full: beyond the limit the passkey opens as much again. */
export function limitShown<Done>(app: App, staff: StaffMember, work: () => Promise<Done>) {
  const use = { limit: 'shown', key: `${staff.sessionId} ${staff.passkeyUsedAt}` } as const
  return counted(app, use, { work, over: () => refused('step_up') })
}

/** A mail to the person of a record. */
export function limitMails<Done>(app: App, recordId: string, work: () => Promise<Done>) {
  const use = { limit: 'mails', key: recordId } as const
  return counted(app, use, { work, over: later(recordMessages.tooManyMails) })
}
