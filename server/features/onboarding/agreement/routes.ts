import type { FastifyReply, FastifyRequest } from 'fastify'
import { languages } from '#contract/messages/languages.ts'
import { agreementParts, api } from '#contract/paths.ts'
import {
  agreementAddress,
  agreementQuery,
  agreementShownResponse,
  agreementTextResponse,
  type OneText,
} from '#contract/schemas/agreements.ts'
import { agreementRequest, agreementResponse } from '#contract/schemas/registrations.ts'
import type { App } from '#server/context.ts'
import { openLink, unconfirmed } from '#server/features/onboarding/identity/link-service.ts'
import { FairQueue } from '#server/platform/fair-queue.ts'
import type { ApiServer } from '#server/platform/http/api-server.ts'
import { clientOf } from '#server/platform/http/client-address.ts'
import { errorSchemas } from '#server/platform/http/http-errors.ts'
import { fileAnswer } from '#server/platform/http/openapi.ts'
import { answerIn, requestedLanguage, say } from '#server/platform/requested-language.ts'
import type { FloodLimit } from '#server/platform/limits/flood-limits.ts'
import { finishRegistration } from '#server/platform/sessions/sessions.ts'
import type { VisitorData } from '#server/platform/sessions/store.ts'
import { acceptAgreement, awaitSigned, noteShown } from './signing-service.ts'
import { linkEnded, openPdf, openText } from './document-service.ts'

/** The JSON of this call may contain a photo; every other body is far smaller. */
const SIGNING_BODY_LIMIT = 2 * 1024 * 1024

const posted = ['cross_site', 'timeout', 'too_large', 'invalid', 'rate_limited'] as const
const addressRefusals = errorSchemas('not_found', 'invalid')
const tags = ['Agreements']
const signedAddress = { tags, params: agreementAddress, querystring: agreementQuery }

export function agreementRoutes(server: ApiServer, app: App): void {
  signRoute(server, app)
  pdfRoute(server, app)
  textRoute(server, app)
  shownRoute(server, app)
}

function signRoute(server: ApiServer, app: App): void {
  const limit = app.limit('agreement-signing')
  server.post(
    api.generateAgreement,
    {
      bodyLimit: SIGNING_BODY_LIMIT,
      ...beforeBody(app, limit),
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
      const link = await openLink(app, request, request.body.id)
      const { id } = link
      const agent = request.headers['user-agent'] ?? ''
      const { signName } = request.body
      const signing = { id, signName, address: request.ip, agent, language: requestedLanguage(request) }
      const accepted = await acceptAgreement(app, signing)
      // The acceptance is valid even if ending the session fails.
      await finishRegistration(app.sessions, reply, id).catch((err: unknown) =>
        request.log.error(
          { err },
          'the session of a completed registration was not ended: it ends with its lifetime',
        ),
      )
      await awaitSigned(app, accepted.id)
      const message = accepted.kind === 'annex' ? 'agreementAnswers.annexSigned' : 'agreementAnswers.signed'
      const next =
        accepted.kind === 'annex' ? undefined : say('receiptMessages.signed', requestedLanguage(request))
      const url = app.links.make(api.agreement + accepted.address)
      return { message: answerIn(reply, message), url, reference: accepted.reference, next }
    },
  )
}

/** Returns the path of an agreement, followed by `part`. */
function at(part: '' | (typeof agreementParts)[keyof typeof agreementParts]): `${string}:address${string}` {
  return `${api.agreement}:address${part}`
}

function pdfRoute(server: ApiServer, app: App): void {
  server.get(
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
      if (!app.links.holds(api.agreement + address, request.query)) throw linkEnded()
      const { pdf, signed, language } = await openPdf(app, address)
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

function textRoute(server: ApiServer, app: App): void {
  server.get(
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
      if (!app.links.holds(api.agreement + address, request.query)) throw linkEnded()
      const answer = await openText(app, address)
      const message = answerIn(reply, 'agreementAnswers.opened')
      reply.header('content-language', contentLanguage(answer.text.language))
      return { message, data: answer }
    },
  )
}

function shownRoute(server: ApiServer, app: App): void {
  server.post(
    at(agreementParts.shown),
    {
      preHandler: app.limit('agreement-shown').preHandler,
      schema: {
        summary: 'Notes that the agreement was shown to whoever is to accept it, by the same proof',
        ...signedAddress,
        response: { 200: agreementShownResponse, ...addressRefusals, ...errorSchemas(...posted) },
      },
    },
    async (request, reply) => {
      const { address } = request.params
      if (!app.links.holds(api.agreement + address, request.query)) throw linkEnded()
      await noteShown(app, address)
      return { message: answerIn(reply, 'agreementAnswers.noted') }
    },
  )
}

/** Returns the languages of a document, the person's first (RFC 9110, section 8.5). */
function contentLanguage(tag: OneText['language']): string {
  return [...new Set([tag, languages.en.tag])].join(', ')
}

/** How many bodies are read at once, and how many may wait, for callers who send an id and have no session. */
const BODIES = { active: 8, waiting: 500 }

/**
 * Returns the hooks that admit a caller before the body is read, which may be large. A session with a record is
 * admitted at once. If only an id identifies callers, those without a session are admitted a few at a time.
 */
function beforeBody({ sessions, config }: App, limit: FloodLimit) {
  const queue = new FairQueue(BODIES)
  const releases = new WeakMap<FastifyRequest, () => void>()

  async function onRequest(request: FastifyRequest, reply: FastifyReply) {
    await limit.take(request.ip)
    const visitor = await sessions.read(request)
    if (visitor && hasRecord(visitor.data)) return
    if (config.linkStepUp) throw unconfirmed()
    const endTurn = await queue.take(clientOf(request, reply))
    releases.set(request, endTurn)
    if (reply.raw.closed) endTurn()
    else reply.raw.once('close', endTurn)
  }

  /** The body has been read, and only the fields of its schema are left. */
  async function preHandler(request: FastifyRequest) {
    releases.get(request)?.()
  }

  return { onRequest, preHandler }
}

function hasRecord({ registration, opened, steppedUp }: VisitorData): boolean {
  return registration !== undefined || opened.length + steppedUp.length > 0
}
