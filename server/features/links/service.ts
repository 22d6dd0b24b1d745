import type { FastifyReply, FastifyRequest } from 'fastify'
import { maskNumber } from '#server/lib/masking.ts'
import type { OtpState } from '#contract/onboarding.ts'
import type { Refused, RefusedForNow } from '#server/lib/refusals.ts'
import type { Sessions } from '#server/sessions/sessions.ts'
import type { VisitorData } from '#server/sessions/visitor.ts'

interface Refusal {
  ok: false
  refused: Refused | RefusedForNow
}

/** The sending and judging of codes for a link; another feature's, and handed in. */
export interface LinkCodes {
  send(request: {
    phone: string
    /** Whom the limits count as one sender. */
    address: string
    /** Makes sure of the visitor's session, once it is clear that a code may leave; answers its id. */
    session(): Promise<string>
  }): Promise<{ ok: true; otp: OtpState } | Refusal>
  check(whose: { sessionId: string; phone: string }, code: string): Promise<{ ok: true } | Refusal>
}

export interface LinkDeps {
  sessions: Sessions
  codes: LinkCodes
  /** The phone on a record, or undefined where there is no such record. */
  findPhone(recordId: string): Promise<string | undefined>
  /** Keeps for evidence that a link was confirmed. */
  noteConfirmed(recordId: string, request: FastifyRequest): Promise<void>
}

/** Whether this visitor may use a record's link as it is, or has to confirm it first. */
export type LinkGuard = (request: FastifyRequest, recordId: string) => Promise<boolean>

/** Lets in the browser that registered, and one that answered the code sent to the phone on record. */
export function createLinkGuard(sessions: Sessions): LinkGuard {
  return async (request, recordId) => {
    const data = (await sessions.read(request))?.data
    return data !== undefined && mayUse(data, recordId)
  }
}

function mayUse({ registration, steppedUp }: VisitorData, recordId: string): boolean {
  return registration?.id === recordId || steppedUp.includes(recordId)
}

export async function sendLinkCode(
  { sessions, codes, findPhone }: LinkDeps,
  recordId: string,
  { reply, address }: { reply: FastifyReply; address: string },
): Promise<{ ok: true; phone: string; otp: OtpState } | Refusal> {
  const phone = await findPhone(recordId)
  if (phone === undefined) return { ok: false, refused: { code: 'not_found' } }
  const session = async () => (await sessions.change(reply, (data) => data)).id
  const sent = await codes.send({ phone, address, session })
  return sent.ok ? { ...sent, phone: maskNumber(phone) } : sent
}

/** Judges a code and remembers in the visitor's session that this link is confirmed. */
export async function confirmLink(
  { sessions, codes, findPhone, noteConfirmed }: LinkDeps,
  { recordId, code }: { recordId: string; code: string },
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<{ ok: true } | Refusal> {
  const phone = await findPhone(recordId)
  if (phone === undefined) return { ok: false, refused: { code: 'not_found' } }
  // A visitor without a session was sent no code; one that nobody has is judged as such.
  const sessionId = (await sessions.read(request))?.id ?? ''
  const checked = await codes.check({ sessionId, phone }, code)
  if (!checked.ok) return checked
  const confirmed = (data: VisitorData) =>
    mayUse(data, recordId) ? data : { ...data, steppedUp: [...data.steppedUp, recordId] }
  await sessions.change(reply, confirmed, { rotate: true })
  await noteConfirmed(recordId, request)
  return { ok: true }
}
