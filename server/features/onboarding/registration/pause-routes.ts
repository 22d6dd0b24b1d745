import { api } from '#contract/paths.ts'
import {
  linkOtpRequest,
  linkOtpResponse,
  pauseRequest,
  pauseResponse,
  verifyLinkOtpRequest,
  verifyLinkOtpResponse,
} from '#contract/schemas/identity.ts'
import type { App } from '#server/context.ts'
import type { ApiServer } from '#server/platform/http/api-server.ts'
import { errorSchemas, limitByAddress, Refused, sendHttpError } from '#server/platform/http/http-errors.ts'
import type { LimitRule } from '#server/platform/limits/memory-limits.ts'
import { answerIn, requestedLanguage } from '#server/platform/requested-language.ts'
import { pauseRegistration, resumeRegistration, sendPausedCode } from './pause-service.ts'

/** Links of paused registrations that one address may try (docs/security.md, T7). */
const pausedLimit: LimitRule = { name: 'paused', points: 60, seconds: 60 }

const tags = ['Executives']
const refusals = errorSchemas(
  ...(['cross_site', 'unverified', 'not_found', 'timeout', 'already_there', 'too_large', 'invalid'] as const),
  ...(['rate_limited', 'provider_failed', 'provider_timeout'] as const),
)

/** The calls with which somebody continues a registration later, on any device. */
export function pauseRoutes(server: ApiServer, app: App): void {
  const preHandler = limitByAddress(app.limit(pausedLimit))
  server.route({
    method: 'POST',
    url: api.pauseRegistration,
    schema: {
      summary: 'Keep a registration for a week, and mail the link that continues it',
      tags,
      body: pauseRequest,
      response: { 200: pauseResponse, ...refusals },
    },
    preHandler,
    async handler(request, reply) {
      const visitor = await app.sessions.read(request)
      const pause = { ...request.body, language: requestedLanguage(request) }
      const refusal = await pauseRegistration(app, visitor, pause)
      if (refusal) return sendHttpError(reply, refusal)
      return reply.send({ message: answerIn(reply, 'laterAnswers.sent') })
    },
  })
  server.route({
    method: 'POST',
    url: api.pausedOtp,
    schema: {
      summary: 'Send a code to the phone that a kept registration verified',
      tags,
      body: linkOtpRequest,
      response: { 200: linkOtpResponse, ...refusals },
    },
    preHandler,
    async handler(request, reply) {
      const sent = await sendPausedCode(app, request.body.id, reply)
      if (sent instanceof Refused) return sendHttpError(reply, sent)
      const { phone, otp } = sent
      return reply.send({ message: answerIn(reply, 'laterAnswers.codeSent'), data: { phone }, otp })
    },
  })
  server.route({
    method: 'POST',
    url: api.resumeRegistration,
    schema: {
      summary: 'Continue a kept registration with the code that was sent',
      tags,
      body: verifyLinkOtpRequest,
      response: { 200: verifyLinkOtpResponse, ...refusals },
    },
    preHandler,
    async handler(request, reply) {
      const { id: token, otp: code } = request.body
      const refusal = await resumeRegistration(app, { token, code }, { request, reply })
      if (refusal) return sendHttpError(reply, refusal)
      return reply.send({ message: answerIn(reply, 'laterAnswers.resumed') })
    },
  })
}
