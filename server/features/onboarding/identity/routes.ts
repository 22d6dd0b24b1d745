import * as wire from '#contract/schemas/identity.ts'
import { api } from '#contract/paths.ts'
import type { ApiServer } from '#server/platform/http/api-server.ts'
import { errorSchemas, sendHttpError } from '#server/platform/http/http-errors.ts'
import type { Sessions } from '#server/platform/sessions/sessions.ts'
import { hasProven, ownSession, type VisitorData } from '#server/platform/sessions/visitor.ts'
import { type AadhaarDeps, startAadhaar, submitAadhaar } from './aadhaar-service.ts'
import { aadhaarLimits, smsLimits } from './code-limits.ts'
import { checkCode, type CodeDeps, sendCode } from './mobile-service.ts'
import { type Consent, consentOf, isIndianMobile, mobileErrors, notIndian } from './rules.ts'
import { progressOf, type ProgressDeps } from './service.ts'
import { answerIn, languageOf } from '#server/platform/language.ts'

export interface IdentityDeps
  extends Omit<AadhaarDeps & CodeDeps, 'rules'>, Pick<ProgressDeps, 'links' | 'recordLinks'> {
  config: { rateLimitScale: number; aadhaarDailyBudget: number; smsDailyBudget: number }
  sessions: Sessions
}

const tags = ['Identity']
const purpose = 'register'
const refusals = ['unreadable', 'cross_site', 'too_large', 'wrong_type', 'invalid', 'rate_limited'] as const
const faults = ['internal', 'unavailable'] as const
const ofProvider = ['provider_failed', 'provider_timeout'] as const

/** The calls that verify who a visitor is, and the one that returns their progress to a page that was loaded again. */
export function identityRoutes(app: ApiServer, deps: IdentityDeps): void {
  const { sessions, config, links, recordLinks } = deps
  const aadhaar = { ...deps, rules: aadhaarLimits(config.rateLimitScale, config.aadhaarDailyBudget) }
  const mobile = { ...deps, rules: smsLimits(config.rateLimitScale, config.smsDailyBudget) }
  sendAadhaarRoute(app, aadhaar)
  verifyAadhaarRoute(app, aadhaar)
  sendMobileRoute(app, mobile)
  verifyMobileRoute(app, mobile)
  const schema = {
    summary: 'What is verified so far, for a page that was loaded again',
    tags,
    response: { 200: wire.onboardingSession, ...errorSchemas(...faults) },
  }
  app.get(api.onboardingSession, { schema }, async (request, reply) => {
    const visitor = await sessions.read(request)
    const data = await progressOf({ aadhaar, mobile, sessions, links, recordLinks }, visitor)
    return { message: answerIn(reply, 'dataAnswers.session'), data }
  })
}

function sendAadhaarRoute(app: ApiServer, deps: AadhaarDeps & { sessions: Sessions }): void {
  const { sessions, clock } = deps
  const schema = {
    summary: 'Send a code to the mobile linked to an Aadhaar number',
    tags,
    body: wire.generateAadhaarOtpRequest,
    response: {
      200: wire.generateAadhaarOtpResponse,
      ...errorSchemas(...refusals, ...faults, ...ofProvider),
    },
  }
  app.post(api.generateAadhaarOtp, { schema }, async (request, reply) => {
    const { aadhaar_number: number, ...shown } = request.body
    const visitor = await sessions.read(request)
    const started = await startAadhaar(deps, {
      number,
      consent: consentOf(shown, { purpose: 'aadhaar', language: languageOf(request), now: clock.now() }),
      address: request.ip,
      visitor,
    })
    if (!started.ok) return sendHttpError(reply, started.refused)
    const { code, otp } = started
    const isOther = (index: string | undefined) => index !== undefined && index !== code.index
    const options = isOther(visitor?.data.aadhaar?.index) ? { photo: '' } : {}
    await sessions.change(reply, (data) => ({ ...ofPerson(code.index, data), aadhaarCode: code }), options)
    return reply.send({
      message: answerIn(reply, 'aadhaarMessages.sent'),
      data: { client_id: code.sessionRef },
      otp,
    })
  })
}

/** What a visit keeps when it goes on with this number: of another person only the phone, verified separately. */
function ofPerson(index: string, data: VisitorData): VisitorData {
  if (data.aadhaar?.index === index) return data
  return { ...data, aadhaar: undefined, mandate: undefined, registration: undefined, typed: undefined }
}

/** POST verfiy-aadhaar-otp: other programs call it, so the spelling stays. */
function verifyAadhaarRoute(app: ApiServer, deps: AadhaarDeps & { sessions: Sessions }): void {
  const { sessions } = deps
  const schema = {
    summary: 'Verify an Aadhaar number with the code that was sent for it',
    tags,
    body: wire.verifyAadhaarOtpRequest,
    response: {
      200: wire.verifyAadhaarOtpResponse,
      ...errorSchemas(...refusals, ...faults, ...ofProvider, 'not_found', 'already_there'),
    },
  }
  app.post(api.verifyAadhaarOtp, { schema }, async (request, reply) => {
    const { client_id, otp } = request.body
    const visitor = await sessions.read(request)
    const submitted = await submitAadhaar(deps, { visitor, clientId: client_id, otp })
    if (!submitted.ok) return sendHttpError(reply, submitted.refused)
    const { proof, person } = submitted
    await sessions.change(
      reply,
      ({ aadhaarCode, ...data }) => ({
        ...ofPerson(proof.index, data),
        ...(aadhaarCode && aadhaarCode.sessionRef !== client_id ? { aadhaarCode } : {}),
        aadhaar: proof,
      }),
      { rotate: true, photo: person.profile_image },
    )
    return reply.send({
      message: answerIn(reply, 'aadhaarMessages.verified'),
      data: { client_id, data: person },
    })
  })
}

function sendMobileRoute(app: ApiServer, deps: CodeDeps & { sessions: Sessions }): void {
  const schema = {
    summary: 'Send a code to a phone by SMS',
    tags,
    body: wire.generateMobileOtpRequest,
    response: {
      200: wire.generateMobileOtpResponse,
      ...errorSchemas(...refusals, ...faults, ...ofProvider),
    },
  }
  app.post(api.generateMobileOtp, { schema }, async (request, reply) => {
    const { phone, ...shown } = request.body
    if (!isIndianMobile(phone)) return sendHttpError(reply, notIndian)
    const language = languageOf(request)
    const now = deps.clock.now()
    const code = { phone, consent: consentOf(shown, { purpose: 'phone', language, now }) }
    const session = async () => (await deps.sessions.change(reply, (data) => begin(data, code))).id
    const visitor = await deps.sessions.read(request)
    const own = ownSession(visitor, phone)
    const isKnown = visitor !== undefined && hasProven(visitor.data)
    const send = { phone, purpose, language, address: request.ip, own, isKnown, session } as const
    const answer = await sendCode(deps, send)
    if (!answer.ok) return sendHttpError(reply, answer.refused)
    return reply.send({ message: answerIn(reply, 'mobileMessages.sent'), otp: answer.otp })
  })
}

/** A code for another phone drops the proof of the one before. */
function begin(data: VisitorData, phoneCode: { phone: string; consent: Consent }): VisitorData {
  const { phone, ...rest } = data
  return { ...rest, phoneCode, ...(phone?.phone === phoneCode.phone ? { phone } : {}) }
}

function verifyMobileRoute(app: ApiServer, deps: CodeDeps & { sessions: Sessions }): void {
  const schema = {
    summary: 'Verify a phone with the code that was sent to it',
    tags,
    body: wire.verifyMobileOtpRequest,
    response: { 200: wire.verifyMobileOtpResponse, ...errorSchemas(...refusals, ...faults, 'already_there') },
  }
  app.post(api.verifyMobileOtp, { schema }, async (request, reply) => {
    const { phone, otp: entered } = request.body
    const visitor = await deps.sessions.read(request)
    const code = visitor?.data.phoneCode
    if (!visitor || code?.phone !== phone) {
      const isVerified = visitor?.data.phone?.phone === phone
      return sendHttpError(reply, isVerified ? mobileErrors.alreadyVerified : mobileErrors.noCode)
    }
    const isOwn = ownSession(visitor, phone) !== undefined
    const given = { sessionId: visitor.id, phone, purpose, isOwn, code: entered } as const
    const proof = { phone, at: deps.clock.now(), consent: code.consent }
    const proven = ({ phoneCode: _, ...data }: VisitorData) => ({ ...data, phone: proof })
    const checked = await checkCode(deps, given, (claim) =>
      deps.sessions.change(reply, proven, { rotate: true, also: claim }),
    )
    if (!checked.ok) return sendHttpError(reply, checked.refused)
    return reply.send({ message: answerIn(reply, 'mobileMessages.verified') })
  })
}
