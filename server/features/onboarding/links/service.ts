import type { FastifyReply, FastifyRequest } from 'fastify'
import type { OtpState } from '#contract/schemas/identity.ts'
import { type OpenLink, type RecordLinks, unconfirmed } from '#server/platform/db/record-links.ts'
import { maskNumber } from '#server/platform/masking.ts'
import type { HttpError, RetryLater } from '#server/platform/http/http-errors.ts'
import type { Sessions } from '#server/platform/sessions/sessions.ts'
import { ownSession, type VisitorData } from '#server/platform/sessions/visitor.ts'

interface Refusal {
  ok: false
  refused: HttpError | RetryLater
}

/** The sending and judging of codes for a link; another feature's, and handed in. */
export interface LinkCodes {
  send(request: {
    phone: string
    /** Whom the limits count as one sender. */
    address: string
    /** The visitor's session where it verified this phone before. */
    own: string | undefined
    /** Makes sure of the visitor's session, once it is clear that a code may leave; answers its id. */
    session(): Promise<string>
  }): Promise<{ ok: true; otp: OtpState } | Refusal>
  check(
    whose: { sessionId: string; phone: string; isOwn: boolean },
    code: string,
  ): Promise<{ ok: true } | Refusal>
}

export interface LinkDeps {
  sessions: Sessions
  codes: LinkCodes
  /** The record that a link's token opens, with the phone on it. */
  findRecord(token: string): Promise<{ id: string; phone: string } | undefined>
  /** Keeps for evidence that a link was confirmed. */
  noteConfirmed(recordId: string, request: FastifyRequest): Promise<void>
}

const unknown: HttpError = { code: 'not_found' }

/**
 * Makes the check of links. A link is enough unless it is to be stepped up: then only in the browser that registered, or
 * that confirmed it, and an unknown one is answered as any other. Those browsers are shown the record whole.
 */
export function createOpenLink(deps: {
  stepUp: boolean
  sessions: Sessions
  recordLinks: RecordLinks
}): OpenLink {
  return async (request, token) => {
    const id = await deps.recordLinks.find(token)
    const data = (await deps.sessions.read(request))?.data
    if (id !== undefined && data && mayUse(data, id)) return { id, isWhole: true }
    if (deps.stepUp) return { refused: unconfirmed }
    return id === undefined ? { refused: unknown } : { id, isWhole: false }
  }
}

function mayUse({ registration, steppedUp }: VisitorData, recordId: string): boolean {
  return registration?.id === recordId || steppedUp.includes(recordId)
}

export async function sendLinkCode(
  { sessions, codes, findRecord }: LinkDeps,
  token: string,
  { reply, address }: { reply: FastifyReply; address: string },
): Promise<{ ok: true; phone: string; otp: OtpState } | Refusal> {
  const record = await findRecord(token)
  if (!record) return { ok: false, refused: unknown }
  const { phone } = record
  const session = async () => (await sessions.change(reply, (data) => data)).id
  const own = ownSession(await sessions.read(reply.request), phone)
  const sent = await codes.send({ phone, address, own, session })
  return sent.ok ? { ...sent, phone: maskNumber(phone) } : sent
}

/** Judges a code and remembers in the visitor's session that this link is confirmed. */
export async function confirmLink(
  { sessions, codes, findRecord, noteConfirmed }: LinkDeps,
  { token, code }: { token: string; code: string },
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<{ ok: true } | Refusal> {
  const record = await findRecord(token)
  if (!record) return { ok: false, refused: unknown }
  const { id: recordId, phone } = record
  // A visitor without a session was sent no code; one that nobody has is judged as such.
  const visitor = await sessions.read(request)
  const isOwn = ownSession(visitor, phone) !== undefined
  const checked = await codes.check({ sessionId: visitor?.id ?? '', phone, isOwn }, code)
  if (!checked.ok) return checked
  const confirmed = (data: VisitorData) =>
    mayUse(data, recordId) ? data : { ...data, steppedUp: [...data.steppedUp, recordId] }
  await sessions.change(reply, confirmed, { rotate: true })
  await noteConfirmed(recordId, request)
  return { ok: true }
}
