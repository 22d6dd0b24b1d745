import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { gatewayCalls } from '#contract/calls/public-calls.ts'
import { addressIn, defaultLanguage, languageOf } from '#contract/messages/languages.ts'
import { pages, recordPages } from '#contract/paths.ts'
import type { App } from '#server/context.ts'
import type { Handlers } from '#server/platform/http/calls.ts'
import { answerError } from '#server/platform/http/http-errors.ts'
import { writtenIn } from '#server/platform/requested-language.ts'
import type { GatewayAnswer } from '#server/providers/gateway/port.ts'
import { applyStatus, askGateway } from './service.ts'
import { transition } from './state-rules.ts'
import { findMandate, type Mandate } from './store.ts'

/** How long a browser may take to come back from its bank. */
const RETURN_MS = 60 * 60_000
/** Answers remembered by their hash; older ones are looked up among the events. */
const REMEMBERED_ANSWERS = 1000

/** Receives outcomes from the gateway's server, and browsers that the gateway sends back. */
export function gatewayHandlers(app: App): Handlers<typeof gatewayCalls> {
  const receiveAnswer = createReceiveAnswer(app)
  const { publicUrl } = app.config

  async function receive(reply: FastifyReply, msg: string): Promise<FastifyReply> {
    const { genuine, receipt } = await receiveAnswer(msg, 'callback')
    return reply
      .code(genuine ? 200 : 401)
      .type('text/plain; charset=utf-8')
      .send(receipt)
  }

  return {
    'gateway.callback': async ({ reply, body }) => receive(reply, body.msg),
    'gateway.callbackByGet': async ({ reply, query }) => receive(reply, query.msg),
    async 'gateway.return'({ request, reply, body }) {
      // The gateway's page posts from its own site, so there is no cookie: only the answer's hash proves it.
      const { mandate } = await receiveAnswer(body.msg, 'return')
      if (isFromOurPage(request, publicUrl)) return reply.code(204).send()
      // An answer can be posted again, so it leads to the record only for a limited time.
      const isRecent = mandate && app.clock.now() - mandate.createdAt < RETURN_MS
      const retry = isRecent && mandate.retryToken && recordPages.mandateFailure + mandate.retryToken
      const language = writtenIn(mandate?.language ?? defaultLanguage, reply.server.languages)
      return reply.redirect(addressIn(language, retry || pages.register), 303)
    },
  }
}

/** Answers an error of `gateway.return` as `leadOn` says. */
export function answerReturnError({ config: { publicUrl } }: App): RouteOptions['errorHandler'] {
  return (error, request, reply) => {
    if (leadOn(request, reply, publicUrl) === undefined) void answerError(error, request, reply)
    else if ((error.statusCode ?? 500) === 500)
      request.log.error({ err: error }, 'an answer of the gateway was not recorded: it is asked later')
  }
}

/**
 * Returns whether the gateway's script posts from the page that waits for the answer. A reply without content leaves
 * that page and its form as they are; the page learns the outcome from the script or asks for it.
 */
function isFromOurPage({ headers: { referer = '' } }: FastifyRequest, publicUrl: string): boolean {
  const page = URL.parse(referer)
  if (page?.origin !== new URL(publicUrl).origin) return false
  const { path } = languageOf(page.pathname)
  return path === pages.register || path.startsWith(recordPages.mandateFailure)
}

/**
 * Redirects a browser whose answer cannot be received now; returns undefined for other callers. The browser would
 * show the refusal's JSON instead of the form, and the form asks for the status itself.
 */
function leadOn(request: FastifyRequest, reply: FastifyReply, publicUrl: string): FastifyReply | undefined {
  if (isFromOurPage(request, publicUrl)) return reply.code(204).send()
  return request.headers.accept?.includes('text/html') ? reply.redirect(pages.register, 303) : undefined
}

/** The mandate of an answer, with the link of the record whose mandate it is to replace. */
interface AnsweredMandate extends Pick<Mandate, 'createdAt' | 'language'> {
  retryToken: string | null
}

interface ReceivedAnswer {
  genuine: boolean
  /** The reply to the gateway's server. */
  receipt: string
  mandate: AnsweredMandate | undefined
}

/** Creates the receiver of delivered answers. A repeated answer costs only the comparison of its hash. */
export function createReceiveAnswer(app: App) {
  const received = new Map<string, Promise<AnsweredMandate | undefined>>()

  return async (message: string, source: 'callback' | 'return'): Promise<ReceivedAnswer> => {
    const answer = app.gateway.readAnswer(message)
    const receipt = app.gateway.receipt(answer, message)
    if (!answer) return { genuine: false, receipt, mandate: undefined }
    // The hash was verified, so no other answer has it.
    const key = `${source} ${/[\da-f]+(?=\W*$)/i.exec(message)?.[0].toLowerCase()}`
    const known = received.get(key)
    if (known) return { genuine: true, receipt, mandate: await known }
    const mandate = recordAnswer(app, source, answer)
    received.set(key, mandate)
    mandate.catch(() => received.delete(key))
    const [oldest] = received.keys()
    if (received.size > REMEMBERED_ANSWERS && oldest !== undefined) received.delete(oldest)
    return { genuine: true, receipt, mandate: await mandate }
  }
}

/** Records an answer. If it contradicts the known status, the gateway is asked at once, or later by polling. */
async function recordAnswer(
  app: App,
  source: 'callback' | 'return',
  answer: GatewayAnswer,
): Promise<AnsweredMandate | undefined> {
  const mandate = await findMandate(app.db, app.cipher, { transactionId: answer.transactionId })
  if (!mandate) return undefined
  const { mandate: after, status, isNew, altered } = await applyStatus(app, mandate, { source, answer })
  if (status && isNew && !altered) {
    const { effects } = transition(after.status, { source, status })
    if (effects.includes('askGateway')) await askGateway(app, after)
  }
  const { createdAt, language, retryOf } = mandate
  return { createdAt, language, retryToken: retryOf && (await app.recordLinks.tokenOf(retryOf)) }
}
