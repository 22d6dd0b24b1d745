import type { Language } from '#contract/messages/languages.ts'
import type { identityCalls } from '#contract/calls/public-calls.ts'
import { currentConsent } from '#contract/schemas/notices.ts'
import { consentWords, noticeWords } from '#server/platform/consent-text-hash.ts'
import type { App } from '#server/context.ts'
import type { Handlers } from '#server/platform/http/calls.ts'
import { refused } from '#server/platform/http/http-errors.ts'
import { type Consent, hasProven, type VisitorData } from '#server/platform/sessions/store.ts'
import { answerIn, requestedLanguage } from '#server/platform/requested-language.ts'
import { startAadhaar, submitAadhaar } from './aadhaar-service.ts'
import { checkCode, mobileErrors, sendCode } from './mobile-service.ts'
import { fieldError } from './code-limits.ts'

/** The code of a registration belongs to no record yet. */
const ofRegistration = { purpose: 'register', about: '' } as const

export function identityHandlers(app: App): Handlers<typeof identityCalls> {
  return { ...aadhaarHandlers(app), ...mobileHandlers(app) }
}

function aadhaarHandlers(app: App) {
  const { sessions, clock } = app
  return {
    async 'identity.sendAadhaarCode'({ request, reply, body: { aadhaar_number: number, ...shown } }) {
      const visitor = await sessions.read(request)
      const pressed = { purpose: 'aadhaar', language: requestedLanguage(request), now: clock.now() } as const
      const consent = consentOf(shown, pressed)
      const { code, otp } = await startAadhaar(app, { number, consent, address: request.ip, visitor })
      const isOther = (index: string | undefined) => index !== undefined && index !== code.index
      const options = isOther(visitor?.data.aadhaar?.index) ? { photo: '' } : {}
      await sessions.change(reply, (data) => ({ ...ofPerson(code.index, data), aadhaarCode: code }), options)
      return { message: answerIn(reply, 'aadhaarMessages.sent'), data: { client_id: code.sessionRef }, otp }
    },
    async 'identity.verifyAadhaar'({ request, reply, body: { client_id, otp } }) {
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
      return { message: answerIn(reply, 'aadhaarMessages.verified'), data: { client_id, data: person } }
    },
  } satisfies Partial<Handlers<typeof identityCalls>>
}

/** Returns what a visit keeps with this number: for another person only the phone, which was verified separately. */
function ofPerson(index: string, data: VisitorData): VisitorData {
  if (data.aadhaar?.index === index) return data
  return { ...data, aadhaar: undefined, mandate: undefined, registration: undefined, typed: undefined }
}

function mobileHandlers(app: App) {
  const { sessions, clock } = app
  return {
    async 'identity.sendMobileCode'({ request, reply, body: { phone, ...shown } }) {
      if (!isIndianMobile(phone)) throw refused(fieldError('phone', 'mobileMessages.notIndian'))
      const language = requestedLanguage(request)
      const code = { phone, consent: consentOf(shown, { purpose: 'phone', language, now: clock.now() }) }
      const session = async () => (await sessions.change(reply, (data) => begin(data, code))).id
      const visitor = await sessions.read(request)
      const isKnown = visitor !== undefined && hasProven(visitor.data)
      const asked = { ...ofRegistration, phone, visitor, address: request.ip }
      const otp = await sendCode(app, { ...asked, language, isKnown, session })
      return { message: answerIn(reply, 'mobileMessages.sent'), otp }
    },
    async 'identity.verifyMobile'({ request, reply, body: { phone, otp: entered } }) {
      const visitor = await sessions.read(request)
      const code = visitor?.data.phoneCode
      if (!visitor || code?.phone !== phone) {
        const isVerified = visitor?.data.phone?.phone === phone
        throw refused(isVerified ? mobileErrors.alreadyVerified : mobileErrors.noCode)
      }
      const given = { ...ofRegistration, phone, visitor, address: request.ip, code: entered }
      const proof = { phone, at: clock.now(), consent: code.consent }
      const proven = ({ phoneCode: _, ...data }: VisitorData) => ({ ...data, phone: proof })
      await checkCode(app, given, (claim) => sessions.change(reply, proven, { rotate: true, also: claim }))
      return { message: answerIn(reply, 'mobileMessages.verified') }
    },
  } satisfies Partial<Handlers<typeof identityCalls>>
}

/** Drops the proof of the previous phone, since a code for another one is sent. */
function begin(data: VisitorData, phoneCode: { phone: string; consent: Consent }): VisitorData {
  const { phone, ...rest } = data
  return { ...rest, phoneCode, ...(phone?.phone === phoneCode.phone ? { phone } : {}) }
}

interface Pressed {
  purpose: 'aadhaar' | 'phone'
  /** Language of the page. */
  language: Language
  now: number
}

/** Returns the consent given by pressing Verify, to today's text unless the request names another version. */
function consentOf(
  { consent, notice }: { consent?: Consent['version'] | undefined; notice?: string | undefined },
  { purpose, language, now }: Pressed,
): Consent {
  const version = consent ?? currentConsent
  const given = { version, at: now, ...consentWords(version, purpose, language) }
  if (notice === undefined) return given
  return { ...given, notice, noticeSha256: noticeWords('registration', notice, language)?.sha256 }
}

/** We pay for SMS to Indian mobile numbers only. */
function isIndianMobile(phone: string): boolean {
  return /^[6-9][0-9]{9}$/.test(phone)
}
