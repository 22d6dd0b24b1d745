import type { FastifyReply, FastifyRequest } from 'fastify'
import type { OtpState } from '#contract/schemas/identity.ts'
import type { App } from '#server/context.ts'
import { findRecord, recordNamed } from '#server/features/records/store.ts'
import { appendAudit } from '#server/platform/audit/log.ts'
import type { Db } from '#server/platform/db/client.ts'
import { type Refused, refused, orRefuse } from '#server/platform/http/http-errors.ts'
import { noteFound } from '#server/platform/limits/link-limits.ts'
import { maskNumber } from '#server/platform/masking.ts'
import type { VisitorData } from '#server/platform/sessions/store.ts'
import { checkCodeOfLink, sendCodeOfLink } from './mobile-service.ts'

const unknown = refused('not_found', 'linkAnswers.unknown')

/** Returns the refusal for a link that must be confirmed with a code first. */
export function unconfirmed(): Refused {
  return refused('unverified', 'linkAnswers.confirmFirst')
}

/**
 * Returns the record that a link's token opens for this visitor; `isWhole` in the browser that registered and in one
 * that confirmed the link. The link is enough unless LINK_STEP_UP is set: then it opens in those browsers only, and
 * unknown links get the same answer.
 */
export async function openLink(
  app: App,
  request: FastifyRequest,
  token: string,
): Promise<{ id: string; isWhole: boolean }> {
  const link = await linkedRecord(app, request, token)
  if (link?.isConfirmed) return { id: link.id, isWhole: true }
  if (app.config.linkStepUp) throw unconfirmed()
  return { id: orRefuse(link, unknown).id, isWhole: false }
}

/** Returns the record of a link's token, and whether this session confirmed the link or made the record. */
export async function linkedRecord(
  { sessions, recordLinks }: App,
  request: FastifyRequest,
  token: string,
): Promise<{ id: string; isConfirmed: boolean } | undefined> {
  const id = await recordLinks.find(token)
  if (id !== undefined) noteFound(request)
  const data = (await sessions.read(request))?.data
  return id === undefined ? undefined : { id, isConfirmed: data !== undefined && isConfirmed(data, id) }
}

function isConfirmed({ registration, steppedUp }: VisitorData, recordId: string): boolean {
  return registration?.id === recordId || steppedUp.includes(recordId)
}

/** Returns the record of a link's token, of any kind, with its phone. */
async function recordOf({ db, cipher, recordLinks }: App, request: FastifyRequest, token: string) {
  const id = await recordLinks.find(token)
  if (id !== undefined) noteFound(request)
  const named = id === undefined ? undefined : await recordNamed(db, id)
  return named && findRecord(db, cipher, named)
}

export async function sendLinkCode(
  app: App,
  token: string,
  reply: FastifyReply,
): Promise<{ phone: string; otp: OtpState }> {
  const record = orRefuse(await recordOf(app, reply.request, token), unknown)
  const { id, phone, language } = record
  // An applicant may have given any phone; the phone of a registration was proven.
  const isKnown = record.kind === 'executives'
  const otp = await sendCodeOfLink(app, reply, { purpose: 'link', about: id, phone, language, isKnown })
  return { phone: maskNumber(phone), otp }
}

/** Checks a code; a right one is recorded in the visitor's session and in the audit log. */
export async function confirmLink(
  app: App,
  { token, code }: { token: string; code: string },
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<void> {
  const { id, phone } = orRefuse(await recordOf(app, request, token), unknown)
  const confirmed = (data: VisitorData) =>
    isConfirmed(data, id) ? data : { ...data, steppedUp: [...data.steppedUp, id] }
  return checkCodeOfLink(app, request, { purpose: 'link', about: id, phone, code }, (claim) => {
    const also = async (trx: Db) => {
      await claim(trx)
      await appendAudit(trx, { action: 'confirm_link', actor: 'visitor', reference: id }, app.clock.now())
    }
    return app.sessions.change(reply, confirmed, { rotate: true, also })
  })
}
