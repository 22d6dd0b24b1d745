import {
  linkOtpRequest,
  linkOtpResponse,
  verifyLinkOtpRequest,
  verifyLinkOtpResponse,
} from '#contract/schemas/identity.ts'
import { api } from '#contract/paths.ts'
import type { App } from '#server/context.ts'
import type { ApiServer } from '#server/platform/http/api-server.ts'
import type { LimitRule } from '#server/platform/limits/memory-limits.ts'
import { errorSchemas, limitByAddress, Refused, sendHttpError } from '#server/platform/http/http-errors.ts'
import { confirmLink, sendLinkCode } from './service.ts'
import { answerIn } from '#server/platform/requested-language.ts'

/** Records' ids one address may try (docs/security.md, T7). */
const linkLimit: LimitRule = { name: 'link-code', points: 60, seconds: 60 }

const tags = ['Executives']
const refusals = errorSchemas(
  ...(['cross_site', 'unverified', 'not_found', 'timeout', 'already_there', 'too_large', 'invalid'] as const),
  ...(['rate_limited', 'provider_failed', 'provider_timeout'] as const),
)

/** The calls that confirm a link opened in another browser; registered only where LINK_STEP_UP asks for it. */
export function linkRoutes(server: ApiServer, app: App): void {
  const preHandler = limitByAddress(app.limit(linkLimit))
  server.route({
    method: 'POST',
    url: api.linkOtp,
    schema: {
      summary: 'Send a code to the phone on record, for a link opened in another browser',
      tags,
      body: linkOtpRequest,
      response: { 200: linkOtpResponse, ...refusals },
    },
    preHandler,
    async handler(request, reply) {
      const sent = await sendLinkCode(app, request.body.id, reply)
      if (sent instanceof Refused) return sendHttpError(reply, sent)
      const { phone, otp } = sent
      return reply.send({ message: answerIn(reply, 'linkAnswers.sent'), data: { phone }, otp })
    },
  })
  server.route({
    method: 'POST',
    url: api.verifyLinkOtp,
    schema: {
      summary: 'Confirm a link with the code that was sent',
      tags,
      body: verifyLinkOtpRequest,
      response: { 200: verifyLinkOtpResponse, ...refusals },
    },
    preHandler,
    async handler(request, reply) {
      const { id: token, otp: code } = request.body
      const refusal = await confirmLink(app, { token, code }, { request, reply })
      if (refusal) return sendHttpError(reply, refusal)
      return reply.send({ message: answerIn(reply, 'linkAnswers.confirmed') })
    },
  })
}
