import {
  linkOtpRequest,
  linkOtpResponse,
  verifyLinkOtpRequest,
  verifyLinkOtpResponse,
} from '#contract/schemas/links.ts'
import { api } from '#contract/paths.ts'
import { smsLimits } from '#server/features/onboarding/identity/code-limits.ts'
import type { ApiServer } from '#server/platform/http/api-server.ts'
import type { Limit, LimitRule } from '#server/platform/limits/memory-limits.ts'
import { errorSchemas, limitByAddress, sendHttpError } from '#server/platform/http/http-errors.ts'
import { confirmLink, type LinkDeps, sendLinkCode } from './service.ts'
import { answerIn } from '#server/platform/language.ts'

/** Records' ids one address may try (docs/security.md, T7). */
const linkLimit: LimitRule = { name: 'link-code', points: 60, seconds: 60 }

const tags = ['Executives']
const refusals = errorSchemas(
  ...(['cross_site', 'unverified', 'not_found', 'timeout', 'already_there', 'too_large', 'invalid'] as const),
  ...(['rate_limited', 'provider_failed', 'provider_timeout'] as const),
)

type RouteDeps = Omit<LinkDeps, 'rules'> & {
  config: { rateLimitScale: number; smsDailyBudget: number }
  limit(rule: LimitRule): Limit
}

/** The calls that confirm a link opened in another browser; registered only where LINK_STEP_UP asks for it. */
export function linkRoutes(app: ApiServer, deps: RouteDeps): void {
  const { rateLimitScale, smsDailyBudget } = deps.config
  const codes: LinkDeps = { ...deps, rules: smsLimits(rateLimitScale, smsDailyBudget) }
  const preHandler = limitByAddress(deps.limit(linkLimit))
  app.route({
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
      const sent = await sendLinkCode(codes, request.body.id, reply)
      if (!sent.ok) return sendHttpError(reply, sent.refused)
      const { phone, otp } = sent
      return reply.send({ message: answerIn(reply, 'linkAnswers.sent'), data: { phone }, otp })
    },
  })
  app.route({
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
      const confirmed = await confirmLink(codes, { token, code }, { request, reply })
      if (!confirmed.ok) return sendHttpError(reply, confirmed.refused)
      return reply.send({ message: answerIn(reply, 'linkAnswers.confirmed') })
    },
  })
}
