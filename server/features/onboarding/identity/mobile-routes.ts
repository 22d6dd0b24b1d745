import { mobileMessages } from '#contract/messages/identity.ts'
import {
  generateMobileOtpRequest,
  generateMobileOtpResponse,
  verifyMobileOtpRequest,
  verifyMobileOtpResponse,
} from '#contract/schemas/identity.ts'
import { api } from '#contract/paths.ts'
import { type Consent, consentOf, isIndianMobile, mobileErrors, notIndian } from './rules.ts'
import type { ApiServer } from '#server/platform/http/api-server.ts'
import { errorSchemas, sendHttpError } from '#server/platform/http/http-errors.ts'
import type { Sessions } from '#server/platform/sessions/sessions.ts'
import { ownSession, type VisitorData } from '#server/platform/sessions/visitor.ts'
import { checkCode, type CodeDeps, sendCode } from './mobile-service.ts'

const common = ['unreadable', 'cross_site', 'too_large', 'wrong_type', 'invalid', 'rate_limited'] as const
const faults = ['internal', 'unavailable'] as const
const tags = ['Identity']
const purpose = 'register'

/** POST generate-mobile-otp and verify-mobile-otp (contract section 3). */
export function mobileRoutes(app: ApiServer, deps: CodeDeps & { sessions: Sessions }): void {
  generateRoute(app, deps)
  verifyRoute(app, deps)
}

function generateRoute(app: ApiServer, deps: CodeDeps & { sessions: Sessions }): void {
  app.route({
    method: 'POST',
    url: api.generateMobileOtp,
    schema: {
      summary: 'Send a code to a phone by SMS',
      tags,
      body: generateMobileOtpRequest,
      response: {
        200: generateMobileOtpResponse,
        ...errorSchemas(...common, ...faults, 'provider_failed', 'provider_timeout'),
      },
    },
    async handler(request, reply) {
      const { phone, ...shown } = request.body
      if (!isIndianMobile(phone)) return sendHttpError(reply, notIndian)
      const code = { phone, consent: consentOf(shown, deps.clock.now()) }
      const session = async () => (await deps.sessions.change(reply, (data) => begin(data, code))).id
      const own = ownSession(await deps.sessions.read(request), phone)
      const answer = await sendCode(deps, { phone, purpose, address: request.ip, own, session })
      if (!answer.ok) return sendHttpError(reply, answer.refused)
      return reply.send({ message: mobileMessages.sent, otp: answer.otp })
    },
  })
}

/** A code for another phone drops the proof of the one before. */
function begin(data: VisitorData, phoneCode: { phone: string; consent: Consent }): VisitorData {
  const { phone, ...rest } = data
  return { ...rest, phoneCode, ...(phone?.phone === phoneCode.phone ? { phone } : {}) }
}

function verifyRoute(app: ApiServer, deps: CodeDeps & { sessions: Sessions }): void {
  app.route({
    method: 'POST',
    url: api.verifyMobileOtp,
    schema: {
      summary: 'Verify a phone with the code that was sent to it',
      tags,
      body: verifyMobileOtpRequest,
      response: { 200: verifyMobileOtpResponse, ...errorSchemas(...common, ...faults, 'already_there') },
    },
    async handler(request, reply) {
      const { phone, otp } = request.body
      const visitor = await deps.sessions.read(request)
      const code = visitor?.data.phoneCode
      if (!visitor || code?.phone !== phone) {
        const isVerified = visitor?.data.phone?.phone === phone
        return sendHttpError(reply, isVerified ? mobileErrors.alreadyVerified : mobileErrors.noCode)
      }
      const checked = await checkCode(
        deps,
        { sessionId: visitor.id, phone, purpose, isOwn: ownSession(visitor, phone) !== undefined },
        otp,
      )
      if (!checked.ok) return sendHttpError(reply, checked.refused)
      const proof = { phone, at: deps.clock.now(), consent: code.consent }
      await deps.sessions.change(reply, ({ phoneCode: _, ...data }) => ({ ...data, phone: proof }), {
        rotate: true,
      })
      return reply.send({ message: mobileMessages.verified })
    },
  })
}
