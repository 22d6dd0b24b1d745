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
  app: App,
  request: FastifyRequest,
  token: string,
): Promise<{ id: string; isWhole: boolean }> {
  const link = await linkedRecord(app, request, token)
  if (link?.isConfirmed) return { id: link.id, isWhole: true }
  if (app.config.linkStepUp) throw unconfirmed()
  return { id: orRefuse(link, unknown).id, isWhole: false }
}

/** The record that a link's token names, and whether this visitor has confirmed it or made the record in this session. */
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

/** The record of any kind that a link's token opens, with the phone on it. */
async function recordOf({ db, cipher, recordLinks }: App, request: FastifyRequest, token: string) {
  const id = await recordLinks.find(token)
  if (id !== undefined) noteFound(request)
  const named = id === undefined ? undefined : await recordNamed(db, id)
  return named && findRecord(db, cipher, named)
}

/** Sends a code to the phone on record. */
export async function sendLinkCode(
  app: App,
  token: string,
  reply: FastifyReply,
): Promise<{ phone: string; otp: OtpState }> {
  const record = orRefuse(await recordOf(app, reply.request, token), unknown)
  const { id, phone, language } = record
  // Whoever applies gets a link, and may have written any phone; that of a registration was proven.
  const isKnown = record.kind === 'executives'
  const otp = await sendCodeOfLink(app, reply, { purpose: 'link', about: id, phone, language, isKnown })
  return { phone: maskNumber(phone), otp }
}

/** Checks a code, and where it is right remembers in the visitor's session and in the audit log that this link is confirmed. */
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
