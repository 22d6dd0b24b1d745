import type { FastifyReply, FastifyRequest } from 'fastify'
import { languages } from '#contract/messages/languages.ts'
import { agreementParts, api } from '#contract/paths.ts'
import {
  agreementAddress,
  agreementQuery,
  agreementShownResponse,
  agreementTextResponse,
} from '#contract/schemas/agreements.ts'
import { agreementRequest, agreementResponse } from '#contract/schemas/registrations.ts'
import type { SignedLinks } from '#server/platform/crypto/signed-links.ts'
import type { ApiServer } from '#server/platform/http/api-server.ts'
import {
  errorSchemas,
  Refused,
  sendError,
  sendHttpError,
  sendRetryLater,
} from '#server/platform/http/http-errors.ts'
import type { Limit, LimitRule } from '#server/platform/limits/memory-limits.ts'
import { fileAnswer } from '#server/platform/http/openapi.ts'
import { acceptAgreement, type AcceptanceRefusal } from './acceptance-service.ts'
import { beforeBody, type BeforeBodyDeps, callerOf, unlessBusy } from './admission-limits.ts'
import { contentLanguage, SIGNING_BODY_LIMIT, signingLimit } from './rules.ts'
import { addressMade, noteShown, type Opened, openPdf, openText } from './service.ts'
import type { SigningDeps } from './signing-service.ts'
import { answerIn } from '#server/platform/language.ts'

interface AgreementRouteDeps extends SigningDeps, BeforeBodyDeps {
  links: SignedLinks
  limit(rule: LimitRule): Limit
  /** Resolves once the signed document is there, or when it takes too long to wait for. */
  awaitSigned(agreementId: string): Promise<void>
  openLink(request: FastifyRequest, token: string): Promise<{ id: string } | Refused>
  /** Ends what the visitor's session holds of a registration that is complete. */
  finish(reply: FastifyReply, executiveId: string): Promise<void>
}

const posted = ['cross_site', 'timeout', 'too_large', 'invalid', 'rate_limited'] as const
const addressRefusals = errorSchemas('not_found', 'invalid')
const tags = ['Agreements']
const signedAddress = { tags, params: agreementAddress, querystring: agreementQuery }

/** generate-agreement-on-website, and the documents behind their signed addresses. */
export function agreementRoutes(app: ApiServer, deps: AgreementRouteDeps): void {
  signRoute(app, deps)
  pdfRoute(app, deps)
  textRoute(app, deps)
  shownRoute(app, deps)
}

function signRoute(app: ApiServer, deps: AgreementRouteDeps): void {
  const limit = deps.limit(signingLimit)
  app.post(
    api.generateAgreement,
    {
      bodyLimit: SIGNING_BODY_LIMIT,
      ...beforeBody(deps, limit),
      schema: {
        summary:
          'Accept the agreement of a record, or the annex that is open; the server signs its own record of it',
        tags,
        body: agreementRequest,
        response: {
          200: agreementResponse,
          ...errorSchemas(...posted, 'unverified', 'not_found', 'already_there'),
        },
      },
    },
    async (request, reply) => {
      const link = await deps.openLink(request, request.body.id)
      if (link instanceof Refused) return sendHttpError(reply, link)
      const { id } = link
      const signing = { id, signName: request.body.signName, ...callerOf(request) }
      const accepted = await unlessBusy(request, () => acceptAgreement(deps, signing))
      if (accepted === 'busy') return sendError(reply, 'unavailable')
      if (typeof accepted === 'string') return refuseSigning(reply, accepted)
      // The acceptance stands whether or not this succeeds.
      await deps
        .finish(reply, id)
        .catch((err: unknown) =>
          request.log.error(
            { err },
            'the session of a completed registration was not ended: it ends with its lifetime',
          ),
        )
      await deps.awaitSigned(accepted.id)
      const message = accepted.kind === 'annex' ? 'agreementAnswers.annexSigned' : 'agreementAnswers.signed'
      return { message: answerIn(reply, message), url: addressMade(accepted, deps.links) }
    },
  )
}

function refuseSigning(reply: FastifyReply, outcome: AcceptanceRefusal) {
  if (outcome === 'unknown')
    return sendHttpError(reply, { code: 'not_found', message: 'linkAnswers.unknown' })
  if (outcome === 'already signed')
    return sendHttpError(reply, { code: 'already_there', message: 'agreementMessages.alreadySigned' })
  const message = 'agreementAnswers.otherName'
  return sendHttpError(reply, { code: 'invalid', message, errors: [{ field: 'signName', message }] })
}

/** The address of one agreement; `part` follows it. */
function at(part: '' | (typeof agreementParts)[keyof typeof agreementParts]): `${string}:address${string}` {
  return `${api.agreement}:address${part}`
}

function pdfRoute(app: ApiServer, deps: AgreementRouteDeps): void {
  app.get(
    at(''),
    {
      schema: {
        summary: 'An agreement as PDF, by its signed address; download=1 to keep it',
        ...signedAddress,
        response: { 200: fileAnswer('application/pdf', 'The document'), ...addressRefusals },
      },
    },
    async (request, reply) => {
      const { address } = request.params
      if (!deps.links.holds(api.agreement + address, request.query)) return refuseLink(reply)
      const answer = await unlessBusy(request, () => openPdf(deps, address))
      if (answer === 'busy' || !answer.ok) return refuseOpening(reply, answer)
      const { pdf, signed, language } = answer.value
      const kind = request.query.download === '1' ? 'attachment' : 'inline'
      return reply
        .header('content-type', 'application/pdf')
        .header('content-language', contentLanguage(languages[language].tag))
        .header('content-disposition', `${kind}; filename="agreement${signed ? '-signed' : ''}.pdf"`)
        .header('content-security-policy', "default-src 'none'; frame-ancestors 'self'")
        .send(pdf)
    },
  )
}

function textRoute(app: ApiServer, deps: AgreementRouteDeps): void {
  app.get(
    at(agreementParts.text),
    {
      schema: {
        summary: 'The same agreement as text, by the same proof',
        ...signedAddress,
        response: { 200: agreementTextResponse, ...addressRefusals },
      },
    },
    async (request, reply) => {
      const { address } = request.params
      if (!deps.links.holds(api.agreement + address, request.query)) return refuseLink(reply)
      const answer = await unlessBusy(request, () => openText(deps, address))
      if (answer === 'busy' || !answer.ok) return refuseOpening(reply, answer)
      const message = answerIn(reply, 'agreementAnswers.opened')
      reply.header('content-language', contentLanguage(answer.value.text.language))
      return { message, data: answer.value }
    },
  )
}

function shownRoute(app: ApiServer, deps: AgreementRouteDeps): void {
  const limit = deps.limit({ ...signingLimit, name: 'agreement-shown' })
  app.post(
    at(agreementParts.shown),
    {
      schema: {
        summary: 'Notes that the agreement was shown to whoever is to accept it, by the same proof',
        ...signedAddress,
        response: { 200: agreementShownResponse, ...addressRefusals, ...errorSchemas(...posted) },
      },
    },
    async (request, reply) => {
      const { address } = request.params
      if (!deps.links.holds(api.agreement + address, request.query)) return refuseLink(reply)
      const allowed = await limit.consume(request.ip)
      if (!allowed.allowed) return sendRetryLater(reply, allowed.retryAfterSeconds)
      const noted = await unlessBusy(request, () => noteShown(deps, address, callerOf(request)))
      if (noted === 'busy') return sendError(reply, 'unavailable')
      return noted === 'noted' ? { message: answerIn(reply, 'agreementAnswers.noted') } : refuseLink(reply)
    },
  )
}

/** One answer for every address that does not open, whatever is wrong with it. */
function refuseLink(reply: FastifyReply) {
  return sendHttpError(reply, { code: 'not_found', message: 'agreementAnswers.linkEnded' })
}

function refuseOpening(reply: FastifyReply, answer: 'busy' | (Opened<unknown> & { ok: false })) {
  if (answer === 'busy') return sendError(reply, 'unavailable')
  if (answer.missing === 'unknown') return refuseLink(reply)
  return sendHttpError(reply, { code: 'unavailable', message: 'agreementAnswers.beingSigned' })
}
