import type { FastifyInstance, FastifyRequest } from 'fastify'
import { addressIn, type Language, languages } from '#contract/messages/languages.ts'
import { api, pages } from '#contract/paths.ts'
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

/** The page of each call whose form works by plain HTML. */
const pageOf: Record<string, 'contact' | 'career'> = {
  [api.sendEnquiry]: 'contact',
  [api.careerApplication]: 'career',
}

interface Sent {
  texts: Record<string, unknown>
  /** Fields in which a file came: no page can put one into a field again. */
  files: readonly string[]
}
const sentWith = new WeakMap<FastifyRequest, Sent>()

/** Keeps what a multipart form sent until it is answered, so that its page can show it again. */
export function noteSent(request: FastifyRequest, sent: Sent): void {
  sentWith.set(request, sent)
}

/** Draws the page of a form that was posted. */
export type DrawPosted = (
  form: PostedForm,
  language: Language,
) => { html: string; headers: TypedHeaders } | undefined

/**
 * Lets browsers without scripts post the forms of this scope: each call of a form is answered at the address of its page too,
 * in each language, and there with the page instead of JSON: with the thanks, or with what was typed and what is wrong.
 */
export function answerFormsWithPages(scope: ApiServer, draw: DrawPosted): void {
  takeForms(scope)
  scope.addHook('onRoute', (route) => {
    const page = pageOf[route.url]
    if (!page) return
    for (const language of scope.languages)
      // Fastify's types forget the log of the server in what it tells of a route.
      (scope as unknown as FastifyInstance).route({
        ...route,
        url: addressIn(language, pages[page]),
        schema: { ...route.schema, hide: true },
        config: { ...route.config, formPage: { page, language } },
      })
  })
  scope.addHook('onRequest', async ({ headers, routeOptions: { config } }) => {
    if (config.formPage) headers['accept-language'] = languages[config.formPage.language].tag
  })
  scope.addHook('preValidation', async ({ body, routeOptions: { config } }) => {
    // A form writes its line ends as CRLF; the browser counted them as one character each.
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
    // Whoever applied is taken home after three seconds, as by the page's own code; what is to be read stays.
    if (page === 'career' && !isRefused && answer.documents === undefined)
      reply.header('refresh', `3; url=${addressIn(language, pages.home)}`)
    return drawn.html
  })
}

/** What was sent is stored by then: a page that cannot be drawn must not look like a refusal. */
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
