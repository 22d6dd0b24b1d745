import type { FastifyReply, FastifyRequest } from 'fastify'
import type { OtpState } from '#contract/schemas/identity.ts'
import { callerOf } from '#server/features/onboarding/agreement/admission-limits.ts'
import { noteConfirmed } from '#server/features/onboarding/agreement/service.ts'
import { checkCode, type CodeDeps, sendCode } from '#server/features/onboarding/identity/mobile-service.ts'
import type { Refused } from '#server/features/onboarding/identity/rules.ts'
import { findExecutive } from '#server/features/onboarding/registration/store.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { HttpError } from '#server/platform/http/http-errors.ts'
import { type OpenLink, type RecordLinks, unconfirmed } from '#server/platform/db/record-links.ts'
import { writtenIn } from '#server/platform/language.ts'
import { maskNumber } from '#server/platform/masking.ts'
import type { Sessions } from '#server/platform/sessions/sessions.ts'
import { ownSession, type VisitorData } from '#server/platform/sessions/visitor.ts'

export type LinkDeps = CodeDeps & { sessions: Sessions; recordLinks: RecordLinks }

const purpose = 'link'
const unknown: HttpError = { code: 'not_found' }

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
    ...{ phone, purpose, language, address: reply.request.ip },
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
