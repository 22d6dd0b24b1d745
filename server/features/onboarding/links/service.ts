import type { FastifyReply, FastifyRequest } from 'fastify'
import type { OtpState } from '#contract/schemas/identity.ts'
import { registrationStatus } from '#contract/schemas/mandates.ts'
import type { App } from '#server/context.ts'
import { checkCode, sendCode } from '#server/features/onboarding/identity/mobile-service.ts'
import { findMandate } from '#server/features/onboarding/mandate/store.ts'
import { notifyFailure, notifyPerson } from '#server/features/onboarding/registration/jobs.ts'
import { findExecutive } from '#server/features/onboarding/registration/store.ts'
import { appendAudit } from '#server/platform/audit/log.ts'
import type { Db } from '#server/platform/db/client.ts'
import { Refused, refused } from '#server/platform/http/http-errors.ts'
import { enqueue } from '#server/platform/jobs/store.ts'
import { writtenIn } from '#server/platform/requested-language.ts'
import { maskNumber } from '#server/platform/masking.ts'
import { endSessionsWith, ownSession, type VisitorData } from '#server/platform/sessions/store.ts'

const purpose = 'link'
const unknown = 'linkAnswers.unknown'

/** A link that has to be confirmed with a code first. */
export function unconfirmed(): Refused {
  return refused('unverified', 'linkAnswers.confirmFirst')
}

/**
 * The record that a link's token opens for this visitor; `isWhole` for the browser that registered and for one that confirmed
 * the link. A link is enough unless LINK_STEP_UP asks for more: then it opens in those browsers alone, and an unknown one is
 * answered like any other.
 */
export async function openLink(
  { sessions, recordLinks, config }: App,
  request: FastifyRequest,
  token: string,
): Promise<{ id: string; isWhole: boolean } | Refused> {
  const id = await recordLinks.find(token)
  const data = (await sessions.read(request))?.data
  if (id !== undefined && data && isConfirmed(data, id)) return { id, isWhole: true }
  if (config.linkStepUp) return unconfirmed()
  return id === undefined ? refused('not_found', unknown) : { id, isWhole: false }
}

function isConfirmed({ registration, steppedUp }: VisitorData, recordId: string): boolean {
  return registration?.id === recordId || steppedUp.includes(recordId)
}

/** The record that a link's token opens, with the phone on it. */
async function recordOf({ db, cipher, recordLinks }: App, token: string) {
  const id = await recordLinks.find(token)
  return id === undefined ? undefined : findExecutive(db, cipher, id)
}

/** Sends a code to the phone on record. */
export async function sendLinkCode(
  app: App,
  token: string,
  reply: FastifyReply,
): Promise<{ phone: string; otp: OtpState } | Refused> {
  const record = await recordOf(app, token)
  if (!record) return refused('not_found', unknown)
  const { sessions } = app
  const { phone } = record
  const language = writtenIn(record.language, reply.server.languages)
  const otp = await sendCode(app, {
    // Only who has the link gets here.
    ...{ phone, purpose, language, address: reply.request.ip, isKnown: true },
    own: ownSession(await sessions.read(reply.request), phone),
    session: async () => (await sessions.change(reply, (data) => data)).id,
  })
  return otp instanceof Refused ? otp : { phone: maskNumber(phone), otp }
}

/** Checks a code, and where it is right remembers in the visitor's session and in the audit log that this link is confirmed. */
export async function confirmLink(
  app: App,
  { token, code }: { token: string; code: string },
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<Refused | undefined> {
  const record = await recordOf(app, token)
  if (!record) return refused('not_found', unknown)
  const { id, phone } = record
  // A visitor without a session was sent no code, and is checked against one that nobody has.
  const visitor = await app.sessions.read(request)
  const isOwn = ownSession(visitor, phone) !== undefined
  const confirmed = (data: VisitorData) =>
    isConfirmed(data, id) ? data : { ...data, steppedUp: [...data.steppedUp, id] }
  const given = { sessionId: visitor?.id ?? '', phone, purpose, isOwn, code } as const
  return checkCode(app, given, (claim) => {
    const also = async (trx: Db) => {
      await claim(trx)
      await appendAudit(trx, { action: 'confirm_link', actor: 'visitor', reference: id }, app.clock.now())
    }
    return app.sessions.change(reply, confirmed, { rotate: true, also })
  })
}

/**
 * Replaces the link of a registration on somebody's behalf: earlier ones open nothing, sessions that knew the registration
 * end, and a mail with the new one waits in the outbox. False where no registration has that id.
 */
export async function replaceLink(app: App, executiveId: string, actor: string): Promise<boolean> {
  const { db, cipher, clock } = app
  const person = await findExecutive(db, cipher, executiveId)
  if (!person) return false
  const mandate = await findMandate(db, cipher, { id: person.mandateId })
  const now = clock.now()
  const { reference } = person
  // Also before: a session that knows the registration is given its newest link.
  await endSessionsWith(app, [executiveId])
  await db.transaction().execute(async (trx) => {
    await app.recordLinks.replace(trx, executiveId)
    if (mandate && registrationStatus(mandate.status) === 'Failed') {
      await enqueue(trx, notifyFailure, [{ payload: { executiveId, mandateId: mandate.id }, now }])
    } else await enqueue(trx, notifyPerson, [{ payload: { executiveId }, now }])
    await appendAudit(trx, { action: 'replace_link', reference, actor }, now)
  })
  await endSessionsWith(app, [executiveId])
  return true
}
