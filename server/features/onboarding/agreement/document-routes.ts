import type { FastifyReply } from 'fastify'
import * as z from 'zod/mini'
import { agreementAnswers } from '#contract/messages/agreements.ts'
import {
  agreementAddress,
  agreementQuery,
  agreementShownResponse,
  agreementTextResponse,
} from '#contract/schemas/agreements.ts'
import { errorEnvelope } from '#contract/errors.ts'
import { agreementParts, api } from '#contract/paths.ts'
import type { ApiServer } from '#server/platform/http/api-server.ts'
import type { Limit, LimitRule } from '#server/platform/rate-limit/rate-limit.ts'
import { sendError, sendHttpError, sendRetryLater } from '#server/platform/http/http-errors.ts'
import type { SignedLinks } from '#server/platform/crypto/signed-links.ts'
import type { FormDeps } from './form-service.ts'
import { callerOf, unlessBusy } from './admission-rules.ts'
import { signingLimit } from './rules.ts'
import { noteShown, type Opened, openPdf, openText } from './service.ts'

export interface DocumentRouteDeps extends FormDeps {
  links: SignedLinks
  limit(rule: LimitRule): Limit
}

export const errorResponses = { '4xx': errorEnvelope, '5xx': errorEnvelope }
export const tags = ['Agreements']

/** An agreement's documents behind their signed addresses (contract section 3). */
export function documentRoutes(app: ApiServer, deps: DocumentRouteDeps): void {
  pdfRoute(app, deps)
  textRoute(app, deps)
  shownRoute(app, deps)
}

/** The address of one agreement; `part` follows it. */
function at(part: '' | (typeof agreementParts)[keyof typeof agreementParts]): `${string}:address${string}` {
  return `${api.agreement}:address${part}`
}

function pdfRoute(app: ApiServer, deps: DocumentRouteDeps): void {
  app.get(
    at(''),
    {
      schema: {
        summary: 'An agreement as PDF, by its signed address; download=1 to keep it',
        tags,
        params: agreementAddress,
        querystring: agreementQuery,
        produces: ['application/pdf'],
        response: { 200: z.any(), ...errorResponses },
      },
    },
    async (request, reply) => {
      const { address } = request.params
      if (!deps.links.holds(api.agreement + address, request.query)) return refuseLink(reply)
      const answer = await unlessBusy(request, () => openPdf(deps, address))
      if (answer === 'busy' || !answer.ok) return refuseOpening(reply, answer)
      const { pdf, signed } = answer.value
      const kind = request.query.download === '1' ? 'attachment' : 'inline'
      return reply
        .header('content-type', 'application/pdf')
        .header('content-disposition', `${kind}; filename="agreement${signed ? '-signed' : ''}.pdf"`)
        .header('content-security-policy', "default-src 'none'; frame-ancestors 'self'")
        .send(pdf)
    },
  )
}

function textRoute(app: ApiServer, deps: DocumentRouteDeps): void {
  app.get(
    at(agreementParts.text),
    {
      schema: {
        summary: 'The same agreement as text, by the same proof',
        tags,
        params: agreementAddress,
        querystring: agreementQuery,
        response: { 200: agreementTextResponse, ...errorResponses },
      },
    },
    async (request, reply) => {
      const { address } = request.params
      if (!deps.links.holds(api.agreement + address, request.query)) return refuseLink(reply)
      const answer = await unlessBusy(request, () => openText(deps, address))
      if (answer === 'busy' || !answer.ok) return refuseOpening(reply, answer)
      return { message: agreementAnswers.opened, data: answer.value }
    },
  )
}

function shownRoute(app: ApiServer, deps: DocumentRouteDeps): void {
  const limit = deps.limit({ ...signingLimit, name: 'agreement-shown' })
  app.post(
    at(agreementParts.shown),
    {
      schema: {
        summary: 'Notes that the agreement was shown to whoever is to accept it, by the same proof',
        tags,
        params: agreementAddress,
        querystring: agreementQuery,
        response: { 200: agreementShownResponse, ...errorResponses },
      },
    },
    async (request, reply) => {
      const { address } = request.params
      if (!deps.links.holds(api.agreement + address, request.query)) return refuseLink(reply)
      const allowed = await limit(request.ip)
      if (!allowed.allowed) return sendRetryLater(reply, allowed.retryAfterSeconds)
      const noted = await unlessBusy(request, () => noteShown(deps, address, callerOf(request)))
      if (noted === 'busy') return sendError(reply, 'unavailable')
      return noted === 'noted' ? { message: agreementAnswers.noted } : refuseLink(reply)
    },
  )
}

/** One answer for every address that does not open, whatever is wrong with it. */
function refuseLink(reply: FastifyReply) {
  return sendHttpError(reply, { code: 'not_found', message: agreementAnswers.linkEnded })
}

function refuseOpening(reply: FastifyReply, answer: 'busy' | (Opened<unknown> & { ok: false })) {
  if (answer === 'busy') return sendError(reply, 'unavailable')
  if (answer.missing === 'unknown') return refuseLink(reply)
  return sendHttpError(reply, { code: 'unavailable', message: agreementAnswers.beingSigned })
}
