import { randomInt } from 'node:crypto'
import type { OnboardingSession, OtpState } from '#contract/schemas/identity.ts'
import { aadhaarMessages, mobileMessages } from '#contract/messages/en/identity.ts'
import { api } from '#contract/paths.ts'
import { type Answered, codeFor, type TestVisitor } from './visitor.ts'

/** Returns the headers of a proxy that names this address. */
function proxied(from?: string): Record<string, string> | undefined {
  return from === undefined ? undefined : { 'x-forwarded-for': from }
}

/** Returns an Indian mobile number that no other test uses. */
export function freshPhone(): string {
  return String(randomInt(6_000_000_000, 10_000_000_000))
}

/** Returns an invented Aadhaar number; its last four digits choose the simulator's behaviour, here the normal one. */
export function freshAadhaar(lastFour = String(randomInt(1000, 10_000))): string {
  return String(randomInt(20_000_000, 100_000_000)) + lastFour
}

/** Asks for a code to a phone; `from` is the address that a proxy names. */
export function sendTo(visitor: TestVisitor, phone: string, from?: string): Promise<Answered> {
  return visitor.post(api.generateMobileOtp, { phone }, proxied(from))
}

export function enter(visitor: TestVisitor, phone: string, otp: string, from?: string): Promise<Answered> {
  return visitor.post(api.verifyMobileOtp, { phone, otp }, proxied(from))
}

export function startFor(visitor: TestVisitor, aadhaar: string, from?: string): Promise<Answered> {
  return visitor.post(api.generateAadhaarOtp, { aadhaar_number: aadhaar }, proxied(from))
}

export function submit(
  visitor: TestVisitor,
  clientId: string,
  otp: string,
  from?: string,
): Promise<Answered> {
  return visitor.post(api.verifyAadhaarOtp, { client_id: clientId, otp }, proxied(from))
}

export function clientIdOf({ body }: Answered): string {
  return (body['data'] as { client_id: string } | undefined)?.client_id ?? ''
}

export function otpOf({ body }: Answered): OtpState {
  return body['otp'] as OtpState
}

/** Returns what a refreshed page is told. */
export async function knownOf(visitor: TestVisitor): Promise<OnboardingSession> {
  return (await visitor.get(api.onboardingSession)).body['data'] as OnboardingSession
}

/** Returns codes that differ from the given one. */
export function othersThan(code: string, count: number): string[] {
  const another = (at: number) => String((Number(code) + 1 + at) % 1_000_000).padStart(6, '0')
  return Array.from({ length: count }, (_, at) => another(at))
}

/** Returns the expected refusal of one field. */
export function refusedField(field: string, message: string) {
  return { status: 422, body: { code: 'invalid', message, errors: [{ field, message }] } }
}

/** What the two kinds of numbers with a code have in common. */
export interface CodeKind {
  name: string
  messages: { sent: string; verified: string; expired: string }
  /** Their names in the state of a refreshed page. */
  proof: 'aadhaar' | 'phone'
  otp: 'aadhaarOtp' | 'phoneOtp'
  /** The answer to a code that was sent to nobody here. */
  unknown: object
  fresh(): string
  send(visitor: TestVisitor, to: string, from?: string): Promise<Answered>
  /** Enters a code for the send with that answer. */
  enter(visitor: TestVisitor, sent: Answered, to: string, otp: string, from?: string): Promise<Answered>
}

export const codeKinds: CodeKind[] = [
  {
    name: 'an Aadhaar number',
    messages: aadhaarMessages,
    ...{ proof: 'aadhaar', otp: 'aadhaarOtp', fresh: freshAadhaar },
    unknown: { status: 404, body: { code: 'not_found', message: aadhaarMessages.unknownCode } },
    send: startFor,
    enter: (visitor, sent, _, otp, from) => submit(visitor, clientIdOf(sent), otp, from),
  },
  {
    name: 'a phone',
    messages: mobileMessages,
    ...{ proof: 'phone', otp: 'phoneOtp', fresh: freshPhone },
    unknown: refusedField('otp', mobileMessages.noCode),
    send: sendTo,
    enter: (visitor, _, to, otp, from) => enter(visitor, to, otp, from),
  },
]

/** A code that was sent to a visitor. */
export interface SentCode {
  visitor: TestVisitor
  to: string
  sent: Answered
  code: string
  enter(otp: string, from?: TestVisitor): Promise<Answered>
}

/** Sends a code of that kind, to a new number unless given; `from` is the address that a proxy names. */
export async function sendCode(
  kind: CodeKind,
  visitor: TestVisitor,
  to = kind.fresh(),
  from?: string,
): Promise<SentCode> {
  const sent = await kind.send(visitor, to, from)
  const code = await codeFor(visitor, to)
  return { visitor, to, sent, code, enter: (otp, by = visitor) => kind.enter(by, sent, to, otp, from) }
}
