import type { FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import type { agreementCalls } from '#contract/calls/public-calls.ts'
import { languages } from '#contract/messages/languages.ts'
import { api } from '#contract/paths.ts'
import type { agreementQuery, OneText } from '#contract/schemas/agreements.ts'
import type { App } from '#server/context.ts'
import { openLink, unconfirmed } from '#server/features/onboarding/identity/link-service.ts'
import { FairQueue } from '#server/platform/fair-queue.ts'
import type { Handlers } from '#server/platform/http/calls.ts'
import { clientOf } from '#server/platform/http/client-address.ts'
import { answerIn, requestedLanguage, say } from '#server/platform/requested-language.ts'
import { finishRegistration } from '#server/platform/sessions/sessions.ts'
import type { VisitorData } from '#server/platform/sessions/store.ts'
import { acceptAgreement, awaitSigned, noteShown } from './signing-service.ts'
import { linkEnded, openPdf, openText } from './document-service.ts'

export function agreementHandlers(app: App): Handlers<typeof agreementCalls> {
  /** Refuses a signed address that is wrong or has expired. */
  function checkAddress(address: string, query: z.infer<typeof agreementQuery>): void {
    if (!app.links.holds(api.agreement + address, query)) throw linkEnded()
  }

  return {
    async 'agreement.sign'({ request, reply, body: { id: token, signName } }) {
      const { id } = await openLink(app, request, token)
      const language = requestedLanguage(request)
      const agent = request.headers['user-agent'] ?? ''
      const accepted = await acceptAgreement(app, { id, signName, address: request.ip, agent, language })
      // The acceptance is valid even if ending the session fails.
      await finishRegistration(app.sessions, reply, id).catch((err: unknown) =>
        request.log.error(
          { err },
          'the session of a completed registration was not ended: it ends with its lifetime',
        ),
      )
      await awaitSigned(app, accepted.id)
      const isAnnex = accepted.kind === 'annex'
      const message = answerIn(reply, isAnnex ? 'agreementAnswers.annexSigned' : 'agreementAnswers.signed')
      const next = isAnnex ? undefined : say('receiptMessages.signed', language)
      const url = app.links.make(api.agreement + accepted.address)
      return { message, url, reference: accepted.reference, next }
    },
    async 'agreement.pdf'({ reply, params: { address }, query }) {
      checkAddress(address, query)
      const { pdf, signed, language } = await openPdf(app, address)
      const kind = query.download === '1' ? 'attachment' : 'inline'
      reply
        .header('content-type', 'application/pdf')
        .header('content-language', contentLanguage(languages[language].tag))
        .header('content-disposition', `${kind}; filename="agreement${signed ? '-signed' : ''}.pdf"`)
        .header('content-security-policy', "default-src 'none'; frame-ancestors 'self'")
      return pdf
    },
    async 'agreement.text'({ reply, params: { address }, query }) {
      checkAddress(address, query)
      const data = await openText(app, address)
      const message = answerIn(reply, 'agreementAnswers.opened')
      // After the message, whose language is the page's: the agreement is in that of its person.
      reply.header('content-language', contentLanguage(data.text.language))
      return { message, data }
    },
    async 'agreement.shown'({ reply, params: { address }, query }) {
      checkAddress(address, query)
      await noteShown(app, address)
      return { message: answerIn(reply, 'agreementAnswers.noted') }
    },
  }
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
export function admitBeforeBody({ sessions, config }: App) {
  const queue = new FairQueue(BODIES)
  const releases = new WeakMap<FastifyRequest, () => void>()

  async function preParsing(request: FastifyRequest, reply: FastifyReply) {
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

  return { preParsing, preHandler }
}

function hasRecord({ registration, opened, steppedUp }: VisitorData): boolean {
  return registration !== undefined || opened.length + steppedUp.length > 0
}
