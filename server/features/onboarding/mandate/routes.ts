import * as z from 'zod/mini'
import { bankFields } from '#contract/fields/executive.ts'
import { api } from '#contract/paths.ts'
import {
  bankNameResponse,
  mandateStatusResponse,
  mandateTokenRequest,
  mandateTokenResponse,
  maxAmountResponse,
  transactionId,
} from '#contract/schemas/mandates.ts'
import { bankName } from './terms-rules.ts'
import type { ApiServer } from '#server/platform/http/api-server.ts'
import { errorSchemas, limitByAddress, sendError, sendHttpError } from '#server/platform/http/http-errors.ts'
import { languageOf } from '#server/platform/language.ts'
import type { Limit, LimitRule } from '#server/platform/limits/memory-limits.ts'
import type { Sessions } from '#server/platform/sessions/sessions.ts'
import { bankLimit, statusLimit, tokenLimit } from './status-rules.ts'
import { readMandateStatus } from './service.ts'
import { issueToken, type TokenDeps } from './token-service.ts'
import { answerIn } from '#server/platform/language.ts'

type RouteDeps = TokenDeps & { sessions: Sessions; limit(rule: LimitRule): Limit }

const common = ['rate_limited', 'internal', 'unavailable', 'provider_failed', 'provider_timeout'] as const
const tags = ['Mandates']

/** The calls of the pages that set up a mandate. */
export function mandateRoutes(app: ApiServer, deps: RouteDeps): void {
  const { maxAmount } = deps.config.mandate
  app.route({
    method: 'GET',
    url: api.maxAmount,
    schema: {
      summary: 'The most a mandate allows, in rupees',
      tags,
      response: { 200: maxAmountResponse, ...errorSchemas('internal', 'unavailable') },
    },
    handler: async (_, reply) => ({
      message: answerIn(reply, { key: 'dataAnswers.maxAmount', values: { amount: maxAmount } }),
      data: { amount: maxAmount },
    }),
  })
  tokenRoute(app, deps)
  statusRoute(app, deps)
  bankRoute(app, deps)
}

function tokenRoute(app: ApiServer, deps: RouteDeps): void {
  app.route({
    method: 'POST',
    url: api.generateMandateToken,
    schema: {
      summary: "Begin a mandate: a token, and all that the gateway's script needs",
      tags,
      body: mandateTokenRequest,
      response: {
        200: mandateTokenResponse,
        ...errorSchemas(...common, 'unverified', 'already_there', 'too_large', 'invalid'),
      },
    },
    preHandler: limitByAddress(deps.limit(tokenLimit)),
    async handler(request, reply) {
      const visitor = await deps.sessions.read(request)
      if (!visitor) return sendError(reply, 'unverified')
      const issued = await issueToken(deps, visitor, { ...request.body, language: languageOf(request) })
      const transaction = issued.ok ? issued.transactionId : issued.goOnWith
      if (transaction !== undefined) {
        const mandate = { transactionId: transaction }
        const { typed } = request.body
        await deps.sessions.change(reply, (data) => ({ ...data, mandate, ...(typed ? { typed } : {}) }))
      }
      if (!issued.ok) return sendHttpError(reply, issued.refused)
      return reply.send({
        message: answerIn(reply, 'dataAnswers.token'),
        token: issued.token,
        checkout: issued.checkout,
      })
    },
  })
}

function statusRoute(app: ApiServer, deps: RouteDeps): void {
  app.route({
    method: 'GET',
    url: `${api.mandateStatus}:transactionId`,
    schema: {
      summary: "How a transaction of this visitor's stands, as the gateway says now",
      tags,
      params: z.object({ transactionId: z.string() }),
      response: { 200: mandateStatusResponse, ...errorSchemas(...common, 'not_found') },
    },
    preHandler: limitByAddress(deps.limit(statusLimit)),
    async handler(request, reply) {
      const visitor = await deps.sessions.read(request)
      const asked = transactionId.safeParse(request.params.transactionId)
      if (!visitor || !asked.success) return sendError(reply, 'not_found')
      const status = await readMandateStatus(deps, visitor, asked.data)
      if (!status.ok) return sendHttpError(reply, status.refused)
      return reply.send({ message: status.state.status, data: status.state })
    },
  })
}

function bankRoute(app: ApiServer, deps: Pick<RouteDeps, 'limit'>): void {
  app.route({
    method: 'GET',
    url: `${api.bankName}:ifsc`,
    schema: {
      summary: 'The bank that an IFSC code belongs to',
      tags,
      params: z.object({ ifsc: z.string() }),
      response: {
        200: bankNameResponse,
        ...errorSchemas('not_found', 'rate_limited', 'internal', 'unavailable'),
      },
    },
    preHandler: limitByAddress(deps.limit(bankLimit)),
    async handler(request, reply) {
      const code = bankFields.ifscCode.schema.safeParse(request.params.ifsc)
      const bank = code.success ? bankName(code.data) : undefined
      if (bank === undefined) {
        return sendHttpError(reply, { code: 'not_found', message: 'mandateErrors.unknownBank' })
      }
      return reply.send({ message: bank, data: { bank } })
    },
  })
}
