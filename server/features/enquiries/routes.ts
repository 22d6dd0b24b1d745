import { sendEnquiryRequest, sendEnquiryResponse } from '#contract/schemas/enquiries.ts'
import { api } from '#contract/paths.ts'
import { whatIsNext } from '#contract/messages/with-values.ts'
import type { App } from '#server/context.ts'
import type { ApiServer } from '#server/platform/http/api-server.ts'
import { errorSchemas } from '#server/platform/http/http-errors.ts'
import { createFormCharges } from '#server/platform/limits/form-charges.ts'
import { received } from './jobs.ts'
import { submitEnquiry } from './service.ts'
import { answerIn, requestedLanguage, say } from '#server/platform/requested-language.ts'

export function enquiryRoutes(server: ApiServer, app: App): void {
  const charges = createFormCharges(app.limit, 'enquiry')
  server.route({
    method: 'POST',
    url: api.sendEnquiry,
    ...charges.hooks,
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
      const bytes = Buffer.byteLength(JSON.stringify(request.body))
      await charges.checkBytes(request, bytes)
      const sender = { language: requestedLanguage(request), address: request.ip }
      const { isNew, reference } = await submitEnquiry(app, request.body, sender)
      if (isNew) await charges.stored(request, bytes)
      else await charges.refuse(request)
      const isThere = received(request.body.enquiry, sender.language)
      const next = `${isThere} ${say(whatIsNext(app.config), sender.language)}`
      return reply.code(201).send({ message: answerIn(reply, 'enquiryMessages.sent'), reference, next })
    },
  })
}
