import { bankFields } from '#contract/fields/executive.ts'
import type { mandateCalls } from '#contract/calls/public-calls.ts'
import { transactionId } from '#contract/schemas/mandates.ts'
import type { App } from '#server/context.ts'
import type { Handlers } from '#server/platform/http/calls.ts'
import { orRefuse, refused } from '#server/platform/http/http-errors.ts'
import { answerIn, requestedLanguage } from '#server/platform/requested-language.ts'
import { bankName } from './bank-name-rules.ts'
import { readMandateStatus } from './service.ts'
import { issueToken } from './token-service.ts'

export function mandateHandlers(app: App): Handlers<typeof mandateCalls> {
  const { maxAmount } = app.config.mandate
  return {
    'mandate.maxAmount': async ({ reply }) => ({
      message: answerIn(reply, { key: 'dataAnswers.maxAmount', values: { amount: maxAmount } }),
      data: { amount: maxAmount },
    }),
    async 'mandate.token'({ request, reply, body }) {
      const visitor = orRefuse(await app.sessions.read(request), refused('unverified'))
      const asked = { ...body, language: requestedLanguage(request) }
      const { transactionId, issued } = await issueToken(app, visitor, asked)
      const { typed } = body
      await app.sessions.change(reply, (data) => {
        return { ...data, mandate: { transactionId }, ...(typed ? { typed } : {}) }
      })
      if (!issued) throw refused('already_there', 'mandateErrors.inProgress')
      return { message: answerIn(reply, 'dataAnswers.token'), ...issued }
    },
    async 'mandate.status'({ request, params }) {
      const visitor = orRefuse(await app.sessions.read(request))
      const state = await readMandateStatus(
        app,
        visitor,
        orRefuse(transactionId.safeParse(params.transactionId).data),
      )
      return { message: state.status, data: state }
    },
    async 'mandate.bank'({ params }) {
      const code = bankFields.ifscCode.schema.safeParse(params.ifsc)
      const unknown = refused('not_found', 'mandateErrors.unknownBank')
      const bank = orRefuse(code.success && bankName(code.data), unknown)
      return { message: bank, data: { bank } }
    },
  }
}
