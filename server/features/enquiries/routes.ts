import { sendEnquiryRequest, sendEnquiryResponse } from '#contract/schemas/enquiries.ts'
import { api } from '#contract/paths.ts'
import type { ApiServer } from '#server/platform/http/api-server.ts'
import { errorSchemas, sendRetryLater } from '#server/platform/http/http-errors.ts'
import type { Limit, LimitRule } from '#server/platform/limits/memory-limits.ts'
import { createSubmitEnquiry, type EnquiryDeps } from './service.ts'
import { answerIn, languageOf } from '#server/platform/language.ts'

/** Enquiries that one address may store in an hour (docs/security.md, T35). */
const enquiryLimit: LimitRule = { name: 'enquiry', points: 5, seconds: 3600 }

/** POST send-enquiry. */
export function enquiryRoutes(app: ApiServer, deps: EnquiryDeps & { limit(rule: LimitRule): Limit }): void {
  const limit = deps.limit(enquiryLimit)
  const submitEnquiry = createSubmitEnquiry(deps)
  app.route({
    method: 'POST',
    url: api.sendEnquiry,
    schema: {
      summary: 'Send an enquiry to the agency',
      tags: ['Enquiries'],
      body: sendEnquiryRequest,
      response: {
        201: sendEnquiryResponse,
        ...errorSchemas('cross_site', 'too_large', 'invalid', 'rate_limited'),
      },
    },
    async handler(request, reply) {
      const answer = await limit.consume(request.ip)
      if (!answer.allowed) return sendRetryLater(reply, answer.retryAfterSeconds)
      try {
        await submitEnquiry(request.body, languageOf(request))
      } catch (error) {
        await answer.giveBack()
        throw error
      }
      return reply.code(201).send({ message: answerIn(reply, 'enquiryMessages.sent') })
    },
  })
}
