import type { enquiryCalls } from '#contract/calls/public-calls.ts'
import { whatIsNext } from '#contract/messages/with-values.ts'
import type { App } from '#server/context.ts'
import type { Handlers } from '#server/platform/http/calls.ts'
import { createFormCharges } from '#server/platform/limits/form-charges.ts'
import { answerIn, requestedLanguage, say } from '#server/platform/requested-language.ts'
import { received } from './jobs.ts'
import { submitEnquiry } from './service.ts'

export function enquiryHandlers(app: App): Handlers<typeof enquiryCalls> {
  const charges = createFormCharges(app.limit, 'enquiry')
  return {
    async 'enquiry.send'({ request, reply, body }) {
      const bytes = Buffer.byteLength(JSON.stringify(body))
      await charges.checkBytes(request, bytes)
      const language = requestedLanguage(request)
      const { isNew, reference } = await submitEnquiry(app, body, { language, address: request.ip })
      if (isNew) await charges.stored(request, bytes)
      else await charges.refuse(request)
      const next = `${received(body.enquiry, language)} ${say(whatIsNext(app.config), language)}`
      return { message: answerIn(reply, 'enquiryMessages.sent'), reference, next }
    },
  }
}
