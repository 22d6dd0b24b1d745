import type { FastifyRequest } from 'fastify'
import { addressIn, type Language, languages } from '#contract/messages/languages.ts'
import { pages, recordPages } from '#contract/paths.ts'
import type { FormPage, PostedForm } from '#contract/schemas/drawn-pages.ts'
import { say } from '#server/platform/requested-language.ts'
import { type ApiServer, takeForms } from './api-server.ts'
import type { TypedHeaders } from './content-encoding.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answers a form that a browser posts by itself, at the address of its page and with that page. */
    formPage?: { page: FormPage; language: Language }
  }
}

/** The addresses to which browsers without scripts post forms: those of their pages. */
export const formPages: Record<FormPage, `/${string}`> = {
  contact: pages.contact,
  career: pages.career,
  reminders: `${recordPages.reminders}:token`,
}

interface Sent {
  texts: Record<string, unknown>
  /** Fields with a file; a page cannot fill these in again. */
  files: readonly string[]
}
const sentWith = new WeakMap<FastifyRequest, Sent>()

/** Keeps what a multipart form sent until it is answered, so that its page can show it again. */
export function noteSent(request: FastifyRequest, sent: Sent): void {
  sentWith.set(request, sent)
}

export type DrawPosted = (
  form: PostedForm,
  language: Language,
) => { html: string; headers: TypedHeaders } | undefined

/**
 * Lets browsers without scripts post the forms of this scope. A route with `formPage` is answered with that page: with
 * the thanks, or with what was typed and the errors.
 */
export function answerFormsWithPages(scope: ApiServer, draw: DrawPosted): void {
  takeForms(scope)
  scope.addHook('onRequest', async ({ headers, routeOptions: { config } }) => {
    if (config.formPage) headers['accept-language'] = languages[config.formPage.language].tag
  })
  scope.addHook('preValidation', async ({ body, routeOptions: { config } }) => {
    // A form sends its line breaks as CRLF; the browser counted each as one character.
    if (config.formPage && isTexts(body))
      for (const [name, text] of Object.entries(body))
        if (typeof text === 'string') body[name] = text.replaceAll('\r\n', '\n')
  })
  scope.addHook('preSerialization', async (request, reply, payload) => {
    const { formPage } = request.routeOptions.config
    if (!formPage) return payload
    const { page, language } = formPage
    const { texts, files } = sentWith.get(request) ?? {
      texts: isTexts(request.body) ? request.body : {},
      files: [],
    }
    const answer = payload as PostedForm['answer']
    const isRefused = reply.statusCode >= 400
    const again = files.map((field) => ({ field, message: say('fileMessages.chooseAgain', language) }))
    const errors = [...(answer.errors ?? []), ...(isRefused ? again : [])]
    const drawn = drawnOr(request.log, () =>
      draw({ page, isRefused, answer: { ...answer, errors }, texts }, language),
    )
    if (!drawn) return payload
    reply.headers({ ...drawn.headers, 'cache-control': 'no-store' }).serializer(String)
    if (!isRefused) reply.code(200)
    // An applicant is taken home after three seconds, as by the page's script; a page with something to read stays.
    if (page === 'career' && !isRefused && answer.documents === undefined)
      reply.header('refresh', `3; url=${addressIn(language, pages.home)}`)
    return drawn.html
  })
}

/** What was sent is stored already, so a page that cannot be drawn must not look like a refusal. */
function drawnOr<Drawn>(log: FastifyRequest['log'], draw: () => Drawn): Drawn | undefined {
  try {
    return draw()
  } catch (error) {
    log.error({ err: error }, 'the answer to a form could not be drawn: it is sent as JSON')
    return undefined
  }
}

function isTexts(body: unknown): body is Record<string, unknown> {
  return typeof body === 'object' && body !== null
}
