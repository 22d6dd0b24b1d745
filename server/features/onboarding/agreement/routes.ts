import type { FastifyReply } from 'fastify'
import { agreementAnswers, agreementMessages } from '#contract/messages/agreements.ts'
import { api } from '#contract/paths.ts'
import { agreementRequest, agreementResponse } from '#contract/schemas/registrations.ts'
import type { ApiServer } from '#server/platform/http/api-server.ts'
import type { Limit, LimitRule } from '#server/platform/rate-limit/rate-limit.ts'
import type { OpenLink } from '#server/platform/db/record-links.ts'
import { sendError, sendHttpError } from '#server/platform/http/http-errors.ts'
import type { SignedLinks } from '#server/platform/crypto/signed-links.ts'
import { acceptAgreement, type AcceptanceOutcome } from './acceptance-service.ts'
import { beforeBody, type BeforeBodyDeps, callerOf, unlessBusy } from './admission-rules.ts'
import { documentRoutes, errorResponses, tags } from './document-routes.ts'
import { SIGNING_BODY_LIMIT, signingLimit } from './rules.ts'
import type { SigningDeps } from './signing-service.ts'

export interface AgreementRouteDeps extends SigningDeps, BeforeBodyDeps {
  links: SignedLinks
  limit(rule: LimitRule): Limit
  /** Resolves once the signed document is there, or when it takes too long to wait for. */
  awaitSigned(executiveId: string): Promise<void>
  /** The id in the public address of a person's agreement. */
  addressOf(executiveId: string): Promise<string>
  openLink: OpenLink
  /** Ends what the visitor's session holds of a registration that is complete. */
  finish(reply: FastifyReply, executiveId: string): Promise<void>
}

/** generate-agreement-on-website, and the documents behind their signed addresses (contract section 3). */
export function agreementRoutes(app: ApiServer, deps: AgreementRouteDeps): void {
  documentRoutes(app, deps)
  const limit = deps.limit(signingLimit)
  app.post(
    api.generateAgreement,
    {
      bodyLimit: SIGNING_BODY_LIMIT,
      ...beforeBody(deps, limit),
      schema: {
        summary: 'Accept the agreement of a record; the server signs its own record of it',
        tags,
        body: agreementRequest,
        response: { 200: agreementResponse, ...errorResponses },
      },
    },
    async (request, reply) => {
      const link = await deps.openLink(request, request.body.id)
      if ('refused' in link) return sendHttpError(reply, link.refused)
      const { id } = link
      const signing = { id, signName: request.body.signName, ...callerOf(request) }
      const outcome = await unlessBusy(request, () => acceptAgreement(deps, signing))
      if (outcome === 'busy') return sendError(reply, 'unavailable')
      if (outcome !== 'accepted') return refuseSigning(reply, outcome)
      // The acceptance stands whether or not this succeeds.
      await deps
        .finish(reply, id)
        .catch((err: unknown) => request.log.error({ err }, 'a session was not ended'))
      await deps.awaitSigned(id)
      return {
        message: agreementAnswers.signed,
        url: deps.links.make(api.agreement + (await deps.addressOf(id))),
      }
    },
  )
}

function refuseSigning(reply: FastifyReply, outcome: Exclude<AcceptanceOutcome, 'accepted'>) {
  if (outcome === 'unknown') return sendError(reply, 'not_found')
  if (outcome === 'already signed')
    return sendHttpError(reply, { code: 'already_there', message: agreementMessages.alreadySigned })
  const errors = [{ field: 'signName', message: agreementAnswers.otherName }]
  return sendHttpError(reply, { code: 'invalid', message: agreementAnswers.otherName, errors })
}
