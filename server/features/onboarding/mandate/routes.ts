import bankNames from 'ifsc/src/banknames.json' with { type: 'json' }
import lentBeginnings from 'ifsc/src/custom-sublets.json' with { type: 'json' }
import lentBranches from 'ifsc/src/sublet.json' with { type: 'json' }
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
import type { App } from '#server/context.ts'
import type { ApiServer } from '#server/platform/http/api-server.ts'
import { refused, errorSchemas } from '#server/platform/http/http-errors.ts'
import { answerIn, requestedLanguage } from '#server/platform/requested-language.ts'
import { readMandateStatus } from './service.ts'
import { issueToken } from './token-service.ts'

const common = ['rate_limited', 'internal', 'unavailable', 'provider_failed', 'provider_timeout'] as const
const tags = ['Mandates']

/** The calls of the pages that set up a mandate. */
export function mandateRoutes(server: ApiServer, app: App): void {
  const { maxAmount } = app.config.mandate
  server.route({
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
  tokenRoute(server, app)
  statusRoute(server, app)
  bankRoute(server, app)
}

function tokenRoute(server: ApiServer, app: App): void {
  server.route({
    method: 'POST',
    url: api.generateMandateToken,
    schema: {
      summary: "Begin a mandate: a token, and all that the gateway's script needs",
      tags,
      body: mandateTokenRequest,
      response: {
        200: mandateTokenResponse,
        ...errorSchemas(...common, 'unverified', 'already_there', 'mandate_stands', 'too_large', 'invalid'),
      },
    },
    preHandler: app.limit('mandate-token').preHandler,
    async handler(request, reply) {
      const visitor = await app.sessions.read(request)
      if (!visitor) throw refused('unverified')
      const asked = { ...request.body, language: requestedLanguage(request) }
      const { transactionId, issued } = await issueToken(app, visitor, asked)
      const { typed } = request.body
      await app.sessions.change(reply, (data) => {
        return { ...data, mandate: { transactionId }, ...(typed ? { typed } : {}) }
      })
      if (!issued) throw refused('already_there', 'mandateErrors.inProgress')
      return reply.send({ message: answerIn(reply, 'dataAnswers.token'), ...issued })
    },
  })
}

function statusRoute(server: ApiServer, app: App): void {
  server.route({
    method: 'GET',
    url: `${api.mandateStatus}:transactionId`,
    schema: {
      summary: "How a transaction of this visitor's stands, as the gateway says now",
      tags,
      params: z.object({ transactionId: z.string() }),
      response: { 200: mandateStatusResponse, ...errorSchemas(...common, 'not_found') },
    },
    preHandler: app.limit('mandate-status').preHandler,
    async handler(request, reply) {
      const visitor = await app.sessions.read(request)
      const asked = transactionId.safeParse(request.params.transactionId)
      if (!visitor || !asked.success) throw refused('not_found')
      const state = await readMandateStatus(app, visitor, asked.data)
      return reply.send({ message: state.status, data: state })
    },
  })
}

function bankRoute(server: ApiServer, app: App): void {
  server.route({
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
    preHandler: app.limit('bank-name').preHandler,
    async handler(request, reply) {
      const code = bankFields.ifscCode.schema.safeParse(request.params.ifsc)
      const bank = code.success ? bankName(code.data) : undefined
      if (bank === undefined) {
        throw refused({ code: 'not_found', message: 'mandateErrors.unknownBank' })
      }
      return reply.send({ message: bank, data: { bank } })
    },
  })
}

const IFSC_LETTERS = 11
const BANK_LETTERS = 4

/** By the four letters that an IFSC code begins with. */
const banks: Record<string, string> = bankNames
/** Codes, and beginnings of codes, that one bank lends to another: four letters of that one, or its name. */
const lent: Record<string, string> = { ...lentBeginnings, ...lentBranches }

/** The bank that an IFSC code belongs to, or undefined when nobody knows it; the branch may not exist all the same. */
export function bankName(ifscCode: string): string | undefined {
  for (let length = IFSC_LETTERS; length >= BANK_LETTERS; length -= 1) {
    const holder = own(lent, ifscCode.slice(0, length))
    if (holder !== undefined) return own(banks, holder) ?? holder
  }
  return own(banks, ifscCode.slice(0, BANK_LETTERS))
}

function own(table: Record<string, string>, key: string): string | undefined {
  return Object.hasOwn(table, key) ? table[key]?.trim().replaceAll(/\s+/g, ' ') : undefined
}
