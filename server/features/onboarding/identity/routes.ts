import type { Language } from '#contract/messages/languages.ts'
import * as wire from '#contract/schemas/identity.ts'
import { currentConsent } from '#contract/schemas/notices.ts'
import { api } from '#contract/paths.ts'
import { consentWords, noticeWords } from '#server/platform/consent-text-hash.ts'
import type { App } from '#server/context.ts'
import type { ApiServer } from '#server/platform/http/api-server.ts'
import { refused, errorSchemas } from '#server/platform/http/http-errors.ts'
import { type Consent, hasProven, type VisitorData } from '#server/platform/sessions/store.ts'
import { answerIn, requestedLanguage } from '#server/platform/requested-language.ts'
import { startAadhaar, submitAadhaar } from './aadhaar-service.ts'
import { checkCode, mobileErrors, sendCode } from './mobile-service.ts'
import { fieldError } from './code-limits.ts'

const tags = ['Identity']
/** The code of a registration is about no record yet. */
const ofRegistration = { purpose: 'register', about: '' } as const
const refusals = ['unreadable', 'cross_site', 'too_large', 'wrong_type', 'invalid', 'rate_limited'] as const
const faults = ['internal', 'unavailable'] as const
const ofProvider = ['provider_failed', 'provider_timeout'] as const

/** The calls that verify who a visitor is. */
export function identityRoutes(server: ApiServer, app: App): void {
  sendAadhaarRoute(server, app)
  verifyAadhaarRoute(server, app)
  sendMobileRoute(server, app)
  verifyMobileRoute(server, app)
}

function sendAadhaarRoute(server: ApiServer, app: App): void {
  const { sessions, clock } = app
  const schema = {
    summary: 'Send a code to the mobile linked to an Aadhaar number',
    tags,
    body: wire.generateAadhaarOtpRequest,
    response: {
      200: wire.generateAadhaarOtpResponse,
      ...errorSchemas(...refusals, ...faults, ...ofProvider),
    },
  }
  server.post(api.generateAadhaarOtp, { schema }, async (request, reply) => {
    const { aadhaar_number: number, ...shown } = request.body
    const visitor = await sessions.read(request)
    const started = await startAadhaar(app, {
      number,
      consent: consentOf(shown, {
        purpose: 'aadhaar',
        language: requestedLanguage(request),
        now: clock.now(),
      }),
      address: request.ip,
      visitor,
    })
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
function verifyAadhaarRoute(server: ApiServer, app: App): void {
  const { sessions } = app
  const schema = {
    summary: 'Verify an Aadhaar number with the code that was sent for it',
    tags,
    body: wire.verifyAadhaarOtpRequest,
    response: {
      200: wire.verifyAadhaarOtpResponse,
      ...errorSchemas(...refusals, ...faults, ...ofProvider, 'not_found', 'already_there'),
    },
  }
  server.post(api.verifyAadhaarOtp, { schema }, async (request, reply) => {
    const { client_id, otp } = request.body
    const visitor = await sessions.read(request)
    const submitted = await submitAadhaar(app, { visitor, clientId: client_id, otp, address: request.ip })
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

function sendMobileRoute(server: ApiServer, app: App): void {
  const schema = {
    summary: 'Send a code to a phone by SMS',
    tags,
    body: wire.generateMobileOtpRequest,
    response: {
      200: wire.generateMobileOtpResponse,
      ...errorSchemas(...refusals, ...faults, ...ofProvider),
    },
  }
  server.post(api.generateMobileOtp, { schema }, async (request, reply) => {
    const { phone, ...shown } = request.body
    if (!isIndianMobile(phone)) throw refused(fieldError('phone', 'mobileMessages.notIndian'))
    const language = requestedLanguage(request)
    const now = app.clock.now()
    const code = { phone, consent: consentOf(shown, { purpose: 'phone', language, now }) }
    const session = async () => (await app.sessions.change(reply, (data) => begin(data, code))).id
    const visitor = await app.sessions.read(request)
    const isKnown = visitor !== undefined && hasProven(visitor.data)
    const asked = { ...ofRegistration, phone, visitor, address: request.ip }
    const otp = await sendCode(app, { ...asked, language, isKnown, session })
    return reply.send({ message: answerIn(reply, 'mobileMessages.sent'), otp })
  })
}

/** A code for another phone drops the proof of the one before. */
function begin(data: VisitorData, phoneCode: { phone: string; consent: Consent }): VisitorData {
  const { phone, ...rest } = data
  return { ...rest, phoneCode, ...(phone?.phone === phoneCode.phone ? { phone } : {}) }
}

function verifyMobileRoute(server: ApiServer, app: App): void {
  const schema = {
    summary: 'Verify a phone with the code that was sent to it',
    tags,
    body: wire.verifyMobileOtpRequest,
    response: { 200: wire.verifyMobileOtpResponse, ...errorSchemas(...refusals, ...faults, 'already_there') },
  }
  server.post(api.verifyMobileOtp, { schema }, async (request, reply) => {
    const { phone, otp: entered } = request.body
    const visitor = await app.sessions.read(request)
    const code = visitor?.data.phoneCode
    if (!visitor || code?.phone !== phone) {
      const isVerified = visitor?.data.phone?.phone === phone
      throw refused(isVerified ? mobileErrors.alreadyVerified : mobileErrors.noCode)
    }
    const given = { ...ofRegistration, phone, visitor, address: request.ip, code: entered }
    const proof = { phone, at: app.clock.now(), consent: code.consent }
    const proven = ({ phoneCode: _, ...data }: VisitorData) => ({ ...data, phone: proof })
    await checkCode(app, given, (claim) => app.sessions.change(reply, proven, { rotate: true, also: claim }))
    return reply.send({ message: answerIn(reply, 'mobileMessages.verified') })
  })
}

interface Pressed {
  purpose: 'aadhaar' | 'phone'
  /** Of the page. */
  language: Language
  now: number
}

/** The consent given by pressing Verify: to today's text, unless the request names another version. */
function consentOf(
  { consent, notice }: { consent?: Consent['version'] | undefined; notice?: string | undefined },
  { purpose, language, now }: Pressed,
): Consent {
  const version = consent ?? currentConsent
  const given = { version, at: now, ...consentWords(version, purpose, language) }
  if (notice === undefined) return given
  return { ...given, notice, noticeSha256: noticeWords('registration', notice, language)?.sha256 }
}

/** Mobile numbers of India; SMS to others are not paid for. */
function isIndianMobile(phone: string): boolean {
  return /^[6-9][0-9]{9}$/.test(phone)
}
