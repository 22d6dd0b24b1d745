import { aadhaarMessages } from '#contract/messages/identity.ts'
import {
  generateAadhaarOtpRequest,
  generateAadhaarOtpResponse,
  verifyAadhaarOtpRequest,
  verifyAadhaarOtpResponse,
} from '#contract/schemas/identity.ts'
import { api } from '#contract/paths.ts'
import { consentOf } from './rules.ts'
import type { ApiServer } from '#server/platform/http/api-server.ts'
import { errorSchemas, sendHttpError } from '#server/platform/http/http-errors.ts'
import type { Sessions } from '#server/platform/sessions/sessions.ts'
import type { VisitorData } from '#server/platform/sessions/visitor.ts'
import { type AadhaarDeps, startAadhaar, submitAadhaar } from './aadhaar-service.ts'

const errorResponses = [
  ...(['unreadable', 'cross_site', 'too_large', 'wrong_type', 'invalid', 'rate_limited'] as const),
  ...(['internal', 'unavailable', 'provider_failed', 'provider_timeout'] as const),
]
const tags = ['Identity']

/** POST generate-aadhaar-otp and verfiy-aadhaar-otp, spelt this way (contract section 3). */
export function aadhaarRoutes(app: ApiServer, deps: AadhaarDeps & { sessions: Sessions }): void {
  generateRoute(app, deps)
  verifyRoute(app, deps)
}

function generateRoute(app: ApiServer, deps: AadhaarDeps & { sessions: Sessions }): void {
  const { sessions, clock } = deps
  app.route({
    method: 'POST',
    url: api.generateAadhaarOtp,
    schema: {
      summary: 'Send a code to the mobile linked to an Aadhaar number',
      tags,
      body: generateAadhaarOtpRequest,
      response: { 200: generateAadhaarOtpResponse, ...errorSchemas(...errorResponses) },
    },
    async handler(request, reply) {
      const { aadhaar_number: number, ...shown } = request.body
      const visitor = await sessions.read(request)
      const started = await startAadhaar(deps, {
        number,
        consent: consentOf(shown, clock.now()),
        address: request.ip,
        visitor,
      })
      if (!started.ok) return sendHttpError(reply, started.refused)
      const { code, otp } = started
      const isOther = (index: string | undefined) => index !== undefined && index !== code.index
      const options = isOther(visitor?.data.aadhaar?.index) ? { photo: '' } : {}
      await sessions.change(reply, (data) => ({ ...ofPerson(code.index, data), aadhaarCode: code }), options)
      return reply.send({ message: aadhaarMessages.sent, data: { client_id: code.sessionRef }, otp })
    },
  })
}

/** What a visit keeps when it goes on with this number: of another person only the phone, verified separately. */
function ofPerson(index: string, data: VisitorData): VisitorData {
  if (data.aadhaar?.index === index) return data
  const { aadhaar: _, mandate: __, registration: ___, ...rest } = data
  return rest
}

function verifyRoute(app: ApiServer, deps: AadhaarDeps & { sessions: Sessions }): void {
  const { sessions } = deps
  app.route({
    method: 'POST',
    url: api.verifyAadhaarOtp,
    schema: {
      summary: 'Verify an Aadhaar number with the code that was sent for it',
      tags,
      body: verifyAadhaarOtpRequest,
      response: {
        200: verifyAadhaarOtpResponse,
        ...errorSchemas(...errorResponses, 'not_found', 'already_there'),
      },
    },
    async handler(request, reply) {
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
      return reply.send({ message: aadhaarMessages.verified, data: { client_id, data: person } })
    },
  })
}
