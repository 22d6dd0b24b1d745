import type { FastifyReply, FastifyRequest } from 'fastify'
import type { OtpState } from '#contract/schemas/identity.ts'
import { registrationStatus } from '#contract/schemas/mandates.ts'
import { callerOf } from '#server/features/onboarding/agreement/admission-limits.ts'
import { noteConfirmed } from '#server/features/onboarding/agreement/service.ts'
import { checkCode, type CodeDeps, sendCode } from '#server/features/onboarding/identity/mobile-service.ts'
import type { Refused } from '#server/features/onboarding/identity/rules.ts'
import { findMandate } from '#server/features/onboarding/mandate/service.ts'
import { notifyFailure, notifyPerson } from '#server/features/onboarding/registration/jobs.ts'
import { findExecutive } from '#server/features/onboarding/registration/store.ts'
import { appendAudit } from '#server/platform/audit/log.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { HttpError } from '#server/platform/http/http-errors.ts'
import {
  createRecordLinks,
  type OpenLink,
  type RecordLinks,
  unconfirmed,
} from '#server/platform/db/record-links.ts'
import { enqueue } from '#server/platform/jobs/store.ts'
import { writtenIn } from '#server/platform/language.ts'
import { maskNumber } from '#server/platform/masking.ts'
import { endSessionsWith } from '#server/platform/sessions/store.ts'
import type { Sessions } from '#server/platform/sessions/sessions.ts'
import { ownSession, type VisitorData } from '#server/platform/sessions/visitor.ts'

export type LinkDeps = CodeDeps & { sessions: Sessions; recordLinks: RecordLinks }

const purpose = 'link'
const unknown: HttpError = { code: 'not_found', message: 'linkAnswers.unknown' }

/**
 * Creates the check of links. A link is enough unless LINK_STEP_UP asks for more: then it opens only in the browser that
 * registered, or that confirmed it, and an unknown one is answered like any other. Those browsers see the whole record.
 */
export function createOpenLink({
  sessions,
  recordLinks,
  config,
}: Pick<LinkDeps, 'sessions' | 'recordLinks'> & { config: { linkStepUp: boolean } }): OpenLink {
  return async (request, token) => {
    const id = await recordLinks.find(token)
    const data = (await sessions.read(request))?.data
    if (id !== undefined && data && isConfirmed(data, id)) return { id, isWhole: true }
    if (config.linkStepUp) return { refused: unconfirmed }
    return id === undefined ? { refused: unknown } : { id, isWhole: false }
  }
}

function isConfirmed({ registration, steppedUp }: VisitorData, recordId: string): boolean {
  return registration?.id === recordId || steppedUp.includes(recordId)
}

/** The record that a link's token opens, with the phone on it. */
async function recordOf({ db, cipher, recordLinks }: LinkDeps, token: string) {
  const id = await recordLinks.find(token)
  return id === undefined ? undefined : findExecutive(db, cipher, id)
}

/** Sends a code to the phone on record. */
export async function sendLinkCode(
  deps: LinkDeps,
  token: string,
  reply: FastifyReply,
): Promise<{ ok: true; phone: string; otp: OtpState } | Refused> {
  const record = await recordOf(deps, token)
  if (!record) return { ok: false, refused: unknown }
  const { sessions } = deps
  const { phone } = record
  const language = writtenIn(record.language, reply.server.languages)
  const sent = await sendCode(deps, {
    // Only who has the link gets here.
    ...{ phone, purpose, language, address: reply.request.ip, isKnown: true },
    own: ownSession(await sessions.read(reply.request), phone),
    session: async () => (await sessions.change(reply, (data) => data)).id,
  })
  if (!sent.ok) return sent
  return { ok: true, phone: maskNumber(phone), otp: sent.otp }
}

/** Checks a code, and remembers in the visitor's session and in the agreement's evidence that this link is confirmed. */
export async function confirmLink(
  deps: LinkDeps,
  { token, code }: { token: string; code: string },
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<{ ok: true } | Refused> {
  const record = await recordOf(deps, token)
  if (!record) return { ok: false, refused: unknown }
  const { id, phone } = record
  // A visitor without a session was sent no code, and is checked against one that nobody has.
  const visitor = await deps.sessions.read(request)
  const isOwn = ownSession(visitor, phone) !== undefined
  const confirmed = (data: VisitorData) =>
    isConfirmed(data, id) ? data : { ...data, steppedUp: [...data.steppedUp, id] }
  const given = { sessionId: visitor?.id ?? '', phone, purpose, isOwn, code } as const
  return checkCode(deps, given, (claim) => {
    const also = async (trx: Db) => {
      await claim(trx)
      await noteConfirmed({ ...deps, db: trx }, id, callerOf(request))
    }
    return deps.sessions.change(reply, confirmed, { rotate: true, also })
  })
}

/**
 * Replaces the link of a registration on somebody's behalf: earlier ones open nothing, sessions that knew the registration
 * end, and a mail with the new one waits in the outbox. False where no registration has that id.
 */
export async function replaceLink(
  deps: Pick<LinkDeps, 'db' | 'cipher' | 'clock'>,
  executiveId: string,
  actor: string,
): Promise<boolean> {
  const { db, cipher, clock } = deps
  const person = await findExecutive(db, cipher, executiveId)
  if (!person) return false
  const mandate = await findMandate(db, cipher, { id: person.mandate_id })
  const now = clock.now()
  const { reference } = person
  // Also before: a session that knows the registration is given its newest link.
  await endSessionsWith(deps, [executiveId])
  await db.transaction().execute(async (trx) => {
    await createRecordLinks(deps).replace(trx, executiveId)
    if (mandate && registrationStatus(mandate.status) === 'Failed') {
      await enqueue(trx, notifyFailure, [{ payload: { executiveId, mandateId: mandate.id }, now }])
    } else await enqueue(trx, notifyPerson, [{ payload: { executiveId }, now }])
    await appendAudit(trx, { action: 'replace_link', reference, actor }, now)
  })
  await endSessionsWith(deps, [executiveId])
  return true
}
