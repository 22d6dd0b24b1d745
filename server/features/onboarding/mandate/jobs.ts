import { staffPages } from '#contract/paths.ts'
import type { App } from '#server/context.ts'
import { appendAudit } from '#server/platform/audit/log.ts'
import type { FieldCipher } from '#server/platform/crypto/field-cipher.ts'
import type { Db } from '#server/platform/db/client.ts'
import { recordNamed } from '#server/features/records/store.ts'
import { holdExecutive } from '#server/features/records/executive-status-store.ts'
import { forEachItem } from '#server/platform/jobs/schedule.ts'
import { type MailKind, notWanted } from '#server/features/mails/mail.ts'
import { handle, type JobHandler } from '#server/platform/jobs/job.ts'
import { enqueue } from '#server/platform/jobs/store.ts'
import { atDesk, readsLine } from '#server/platform/mail-text.ts'
import { inIndia } from '#server/platform/time-text.ts'
import { oneLine } from '#server/platform/visible-text.ts'
import type { Mail } from '#server/providers/mail/port.ts'
import { GIVE_UP_MS, LONGEST_POLL_MS, nextPollMs, wasAltered } from './rules.ts'
import {
  askGateway,
  attachMandate,
  type Concern,
  keepOneMandate,
  notifyStaff,
  notifyStaffOnce,
  recordEvent,
} from './service.ts'
import { isDecided, transition } from './state-rules.ts'
import {
  activeBeside,
  answersOf,
  claimDue,
  findMandate,
  type Mandate,
  mandateOfRecord,
  markEnded,
  setNextPoll,
  unclaimed,
} from './store.ts'

/** Mandates in one round of polling. */
const POLL_BATCH = 50
/** How long a mandate that one process polls is reserved for it. */
const LEASE_MS = 5 * 60_000
/** After this long staff are notified of a live mandate without a registration. */
export const UNREGISTERED_MS = 2 * 60 * 60_000

/** Scheduled: asks the gateway about every mandate that is due, and handles live ones that nobody registered with. */
export async function pollMandates(app: App, signal?: AbortSignal): Promise<void> {
  const { db, cipher, clock, log } = app
  const sweep = { log, name: 'mandate', idOf: ({ id }: Mandate) => id, signal }
  const unreadable = (mandate: string) =>
    log.error({ mandate }, 'a mandate cannot be decrypted: it is skipped')
  const batch = { count: POLL_BATCH, unreadable }
  const due = await claimDue(db, cipher, {
    ...batch,
    ...{ now: clock.now(), leaseMs: LEASE_MS, longestMs: LONGEST_POLL_MS },
  })
  // A mandate whose poll fails is due again after its lease, like those that an abort leaves.
  await forEachItem(due, sweep, (mandate) => poll(app, mandate))
  const before = clock.now() - UNREGISTERED_MS
  const found = await unclaimed(db, cipher, { ...batch, before })
  await forEachItem(found, sweep, (mandate) => handleUnclaimed(app, mandate))
  if (found.length > 0) app.wakeWorker()
}

async function poll(app: App, mandate: Mandate): Promise<void> {
  const { db, cipher, clock } = app
  const asked = await askGateway(app, mandate)
  if (asked.ok && isDecided(asked.mandate, clock.now())) return setNextPoll(db, mandate.id, null)
  // If the gateway did not answer, the mandate may still exist, however old it is.
  const isOver = asked.ok && clock.now() - mandate.createdAt >= GIVE_UP_MS
  // A mandate with altered terms is live: staff check it, and nobody is asked to set up another one.
  if (isOver && !wasAltered(mandate, await answersOf(db, cipher, mandate.id)))
    return giveUp(app, asked.mandate)
  await setNextPoll(db, mandate.id, clock.now() + nextPollMs(mandate.polls))
}

/** One transaction, since a process that stops half-way would leave a mandate that is neither polled nor expired. */
async function giveUp(app: App, { id, status }: Mandate): Promise<void> {
  const now = app.clock.now()
  await app.db.transaction().execute(async (trx) => {
    await holdExecutive(trx, { mandateId: id })
    await setNextPoll(trx, id, null)
    const change = { source: 'clock', status: 'expired' } as const
    if (transition(status, change).to === status) return
    await recordEvent(trx, app.cipher, { mandateId: id, at: now, ...change })
  })
  app.wakeWorker()
}

/** Attaches a live mandate without a registration to the record it was meant for, or notifies staff of it. */
async function handleUnclaimed(app: App, mandate: Mandate): Promise<void> {
  const { id: mandateId, retryOf: executiveId } = mandate
  if (executiveId !== null && (await attachMandate(app, { mandateId, executiveId })) === 'attached') return
  const about = { about: 'unregistered', now: app.clock.now() } as const
  await app.db.transaction().execute((trx) => notifyStaffOnce(trx, mandate, about))
}

/**
 * Leaves a person one mandate if two tabs or a repeated attempt set up several. One replaces the record's failed
 * mandate; once the record's mandate is active, the others are ended at the gateway. While the record's mandate is in
 * progress nothing is decided: its outcome enqueues this job again.
 */
export function keepOneHandler(app: App): JobHandler {
  return handle(keepOneMandate, async ({ executiveId }) => {
    let failure: string | undefined
    for (const { id: mandateId, regNo } of await activeBeside(app.db, executiveId)) {
      if ((await attachMandate(app, { mandateId, executiveId })) === 'attached') continue
      if (!(await isBesideActive(app, executiveId, mandateId))) continue
      failure = (await end(app, mandateId, regNo)) ?? failure
    }
    return failure === undefined ? { done: true } : { done: false, failure }
  })
}

/** Returns whether the record has another, active mandate. An active mandate is never replaced, so this stays true. */
async function isBesideActive({ db, cipher }: App, executiveId: string, id: string): Promise<boolean> {
  const own = await mandateOfRecord(db, executiveId)
  if (own === undefined || own === id) return false
  return (await findMandate(db, cipher, { id: own }))?.status === 'active'
}

/** Ends a mandate; returns why that must be retried. If the gateway refuses to end it, staff have to. */
async function end(app: App, mandateId: string, mandateRegNo: string): Promise<string | undefined> {
  const answer = mandateRegNo ? await app.gateway.end({ mandateRegNo }) : { ok: true as const, ended: false }
  if (!answer.ok) return `gateway: ${answer.failure}`
  const isEnded = answer.ended || (await wasEnded(app, mandateId))
  const now = app.clock.now()
  await app.db.transaction().execute(async (trx) => {
    const about = isEnded ? 'ended' : 'second'
    await enqueue(trx, notifyStaff, [{ payload: { mandateId, about }, now }])
    if (isEnded) await recordEnd(trx, app.cipher, { mandateId, now })
  })
  app.wakeWorker()
  return undefined
}

/** Returns whether the gateway has ended the mandate already; a process may stop before it records that. */
async function wasEnded(app: App, id: string): Promise<boolean> {
  const mandate = await findMandate(app.db, app.cipher, { id })
  const asked = mandate && (await askGateway(app, mandate))
  return asked?.ok === true && (asked.status === 'failed' || asked.status === 'aborted')
}

async function recordEnd(
  trx: Db,
  cipher: FieldCipher,
  { mandateId: id, now }: { mandateId: string; now: number },
): Promise<void> {
  await markEnded(trx, id, now)
  const reference = (await findMandate(trx, cipher, { id }))?.transactionId ?? null
  const detail = { status: 'ended', source: 'system' } as const
  await appendAudit(trx, { action: 'settle', actor: 'system', reference, detail }, now)
}

const concerns: Record<Concern, { subject: string; text: string[] }> = {
  altered: {
    subject: 'The bank set up a mandate with different terms',
    text: [
      'The account, the amount or the dates of this mandate at the gateway are not those that we requested.',
      'No registration was made with it. Please check it in the gateway before anything is debited.',
    ],
  },
  unregistered: {
    subject: 'A person set up a mandate and did not register',
    text: [
      'This person set up a mandate with their bank, but never finished the registration.',
      'Please call them: they can register again, or have the mandate cancelled.',
    ],
  },
  second: {
    subject: 'A person has two mandates',
    text: [
      'This person set up two mandates with their bank. Their record uses the other; the gateway did not end this one.',
      'Please check both in the gateway, and have this one cancelled.',
    ],
  },
  ended: {
    subject: 'We ended a person’s second mandate',
    text: [
      'This person set up two mandates with their bank. Their record uses the other; we ended this one at the gateway.',
      'There is nothing to do.',
    ],
  },
  expired: {
    subject: 'The bank never decided about a mandate',
    text: [
      'The bank accepted the request for this mandate, but gave no final answer for seven days.',
      'We have stopped asking. Please check it in the gateway. A registered person was sent a link to try again.',
    ],
  },
}

/** For an altered mandate that somebody registered with. */
const alteredRegistered = [
  'The account, the amount or the dates of this mandate at the gateway are not those that we requested.',
  'A person has registered with it; their record is below. Please check it in the gateway before anything is debited.',
]

function concernMail(
  mandate: Mandate,
  { about, record, publicUrl }: { about: Concern; record: string | null; publicUrl: string },
): Pick<Mail, 'subject' | 'text'> {
  const { subject, text: words } = concerns[about]
  const text = about === 'altered' && mandate.executiveId !== null ? alteredRegistered : words
  return {
    subject: `${subject}: ${mandate.transactionId}`,
    text: [
      ...text,
      '',
      `Transaction: ${mandate.transactionId}`,
      `Account:     in the name of ${oneLine(mandate.accountName)}`,
      `Phone:       ${mandate.phone}`,
      `Begun:       ${inIndia.format(mandate.createdAt)} IST`,
      `Status:      ${mandate.status}`,
      `Record:      ${record ?? 'none'}`,
      ...readsLine(mandate.language),
      '',
      'To ask the gateway for the status of the mandate:',
      `    ${record === null ? publicUrl + staffPages.home : atDesk(publicUrl, 'executives', { reference: record }).address}`,
    ].join('\n'),
  }
}

/** Tells staff about a mandate that somebody has to check; dropped if a person registered with it meanwhile. */
export const mandateMail: MailKind<{ mandateId: string; about: Concern }> = {
  ...notifyStaff,
  write: async ({ db, cipher, config: { publicUrl } }, { mandateId, about }) => {
    const mandate = await findMandate(db, cipher, { id: mandateId })
    const isRegistered = about === 'unregistered' && mandate?.executiveId
    if (!mandate || isRegistered) return notWanted
    const record = await recordNamed(db, mandate.executiveId ?? mandate.retryOf ?? '')
    return concernMail(mandate, { about, record: record?.reference ?? null, publicUrl })
  },
}
