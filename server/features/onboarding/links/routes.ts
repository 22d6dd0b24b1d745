import { linkAnswers } from '#contract/messages/links.ts'
import {
  linkOtpRequest,
  linkOtpResponse,
  verifyLinkOtpRequest,
  verifyLinkOtpResponse,
} from '#contract/schemas/links.ts'
import { errorEnvelope } from '#contract/errors.ts'
import { api } from '#contract/paths.ts'
import type { ApiServer } from '#server/platform/http/api-server.ts'
import type { Limit, LimitRule } from '#server/platform/rate-limit/rate-limit.ts'
import { sendHttpError, sendRetryLater } from '#server/platform/http/http-errors.ts'
import { linkLimit } from './rules.ts'
import { confirmLink, type LinkDeps, sendLinkCode } from './service.ts'

const tags = ['Executives']
const errorResponses = { '4xx': errorEnvelope, '5xx': errorEnvelope }

/** The calls by which a link opened in another browser is confirmed (LINK_STEP_UP); not there where none is asked to. */
export function linkRoutes(app: ApiServer, deps: LinkDeps & { limit(rule: LimitRule): Limit }): void {
  const limit = deps.limit(linkLimit)
  app.route({
    method: 'POST',
    url: api.linkOtp,
    schema: {
      summary: 'Send a code to the phone on record, for a link opened in another browser',
      tags,
      body: linkOtpRequest,
      response: { 200: linkOtpResponse, ...errorResponses },
    },
    async handler(request, reply) {
      const address = request.ip
      const allowed = await limit(address)
      if (!allowed.allowed) return sendRetryLater(reply, allowed.retryAfterSeconds)
      const sent = await sendLinkCode(deps, request.body.id, { reply, address })
      if (!sent.ok) return sendHttpError(reply, sent.refused)
      return reply.send({ message: linkAnswers.sent, data: { phone: sent.phone }, otp: sent.otp })
    },
  })
  app.route({
    method: 'POST',
    url: api.verifyLinkOtp,
    schema: {
      summary: 'Confirm a link with the code that was sent',
      tags,
      body: verifyLinkOtpRequest,
      response: { 200: verifyLinkOtpResponse, ...errorResponses },
    },
    async handler(request, reply) {
      const allowed = await limit(request.ip)
      if (!allowed.allowed) return sendRetryLater(reply, allowed.retryAfterSeconds)
      const { id: token, otp: code } = request.body
      const confirmed = await confirmLink(deps, { token, code }, { request, reply })
      if (!confirmed.ok) return sendHttpError(reply, confirmed.refused)
      return reply.send({ message: linkAnswers.confirmed })
    },
  })
}
