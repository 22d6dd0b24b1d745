import type { FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import type { ErrorEnvelope } from '#contract/errors.ts'
import {
  addressIn,
  defaultLanguage,
  type Language,
  languageCodes,
  languages,
} from '#contract/messages/languages.ts'
import { api, pages, recordPages } from '#contract/paths.ts'
import { escapeHtml } from '#contract/schemas/agency.ts'
import type { careerResponse } from '#contract/schemas/careers.ts'
import { vacancyReference } from '#contract/schemas/vacancy-named.ts'
import { say } from '#server/platform/requested-language.ts'
import { type ApiServer, takeForms } from './api-server.ts'
import type { EncodedFile } from './content-encoding.ts'

/** The page of each form that works by plain HTML, by the call that it posts to. */
const pageOf: Record<string, string> = {
  [api.sendEnquiry]: pages.contact,
  [api.careerApplication]: pages.career,
  // Posted to the address of its page, in each language.
  ...Object.fromEntries(
    languageCodes.map((code) => {
      const page = addressIn(code, recordPages.reminders)
      return [`${page}:token`, `${recordPages.reminders}any`]
    }),
  ),
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

/**
 * Answers a form that a browser posts by itself, where scripts are off or did not come, with its page instead of JSON: with
 * what was typed and what is wrong, or with the thanks. `Accept` decides; the language is named by the form
 * (`?language=`), since the browser's own may be another than the page's.
 */
export function answerFormsWithPages(
  scope: ApiServer,
  site: { find(address: string): EncodedFile | undefined },
): void {
  takeForms(scope)
  scope.addHook('onRequest', async (request) => {
    if (wantsPage(request)) request.headers['accept-language'] = languages[languageNamed(request)].tag
  })
  scope.addHook('preValidation', async (request) => {
    // A form writes its line ends as CRLF; the browser counted them as one character each.
    if (wantsPage(request) && isTexts(request.body))
      for (const [name, text] of Object.entries(request.body))
        if (typeof text === 'string') request.body[name] = text.replaceAll('\r\n', '\n')
  })
  scope.addHook('onSend', async (request, reply, payload) => {
    if (!wantsPage(request) || typeof payload !== 'string') return payload
    const language = languageNamed(request)
    const path = pageOf[request.routeOptions.url ?? '']
    const page = path && site.find(addressIn(language, path))?.identity
    if (!page) return payload
    const answer = JSON.parse(payload) as Pick<ErrorEnvelope, 'message'> &
      Partial<ErrorEnvelope & z.infer<typeof careerResponse>>
    const { etag: _, ...headers } = page.headers
    reply.headers({ ...headers, 'cache-control': 'no-store', vary: 'accept' })
    const html = page.body.toString('utf8')
    if (reply.statusCode >= 400) {
      const sent = sentWith.get(request) ?? { texts: isTexts(request.body) ? request.body : {}, files: [] }
      return withForm(html, (form) => refusedForm(form, { answer, sent, language }))
    }
    reply.code(200)
    const home = addressIn(language, pages.home)
    // Whoever applied is taken home after three seconds, as by the page's own code; what is to be read stays.
    const isLeaving = path === pages.career && answer.documents === undefined
    if (isLeaving) reply.header('refresh', `3; url=${home}`)
    return withAnswer(html, thanks(answer, { home, language, isLeaving }))
  })
}

function wantsPage({ headers, method }: FastifyRequest): boolean {
  return method === 'POST' && /\btext\/html\b/.test(headers.accept ?? '')
}

function languageNamed({ query, server }: FastifyRequest): Language {
  const { language } = query as { language?: unknown }
  return server.languages.find((code) => code === language) ?? defaultLanguage
}

function isTexts(body: unknown): body is Record<string, unknown> {
  return typeof body === 'object' && body !== null
}

/** The page with something else in the place of its form, without the code that would take that over; some have none. */
function withForm(html: string, change: (form: string) => string): string {
  return html.replace(
    /<astro-island\b[^>]*>(?:(?!<\/astro-island>)[^])*?(<form\b[^]*?<\/form>)[^]*?<\/astro-island>|(<form\b[^]*?<\/form>)/,
    (_, taken: string | undefined, plain: string) => change(taken ?? plain),
  )
}

/** The page with an answer where it opens, in the place of its form. */
function withAnswer(html: string, answer: string): string {
  return withForm(html, () => '').replace(
    /<main\b[^>]*>/,
    (start) => `${start}<div class="wrap pt-8">${answer}</div>`,
  )
}

interface Refused {
  answer: Pick<ErrorEnvelope, 'message'> & Partial<ErrorEnvelope>
  sent: Sent
  language: Language
}

function refusedForm(form: string, { answer, sent, language }: Refused): string {
  const { message, code, errors = [] } = answer
  const again = say('fileMessages.chooseAgain', language)
  const told = new Map([
    ...sent.files.map((field) => [field, again] as const),
    ...errors.map((error) => [error.field, error.message] as const),
  ])
  const line = errorLine(form)
  const isDuplicate = code === 'already_there'
  const head = isDuplicate
    ? banner('warning', `<p class="font-medium">${words('careerMessages.duplicateBanner', language)}</p>`)
    : `<div role="alert">${line(message)}</div>`
  const named = vacancyOf(sent.texts, language)
  // The first field that is wrong takes the focus.
  let first = errors[0]?.field
  const fields = form.replaceAll(control, (tag: string, attributes: string, content: string | undefined) => {
    const name = /\sname="([^"]+)"/.exec(attributes)?.[1]
    if (name === undefined || attributes.includes('type="hidden"')) return tag
    const typed = sent.texts[name]
    const value = typeof typed === 'string' ? escapeHtml(typed) : ''
    const wrong = told.get(name)
    const marks = wrong === undefined ? '' : markedAs(attributes, name === first)
    if (name === first) first = undefined
    const kept = wrong === undefined ? attributes : attributes.replace(/\saria-describedby="[^"]*"/, '')
    const isFile = attributes.includes('type="file"')
    const written =
      content === undefined
        ? `<input${kept}${marks}${value && !isFile ? ` value="${value}"` : ''}/>`
        : `<textarea${kept}${marks}>\n${value}</textarea>`
    return wrong === undefined || isFile ? written : written + line(wrong, errorId(attributes))
  })
  return withFileErrors(withChoices(fields, sent.texts), told, line)
    .replace(/<form[^>]*>/, (start) => start + head + named)
    .replace(/<div role="alert" class="mt-4"><\/div>/, (place) =>
      isDuplicate ? place.replace('><', `>${line(say('careerMessages.duplicateField', language))}<`) : place,
    )
}

/** For which vacancy it is: the address that named it is gone. */
function vacancyOf({ vacancy }: Sent['texts'], language: Language): string {
  const named = vacancyReference.safeParse(vacancy)
  if (!named.success) return ''
  const hidden = `<input type="hidden" name="vacancy" value="${named.data}">`
  return `<p data-vacancy>${words('applicationForm.applyFor', language)} ${named.data}</p>${hidden}`
}

/** A field as React writes it: what stands in a textarea is the second group. */
const control = /<(?:input|textarea)(\s[^>]*?)\/?>(?:([^<]*)<\/textarea>)?/g

function idOf(attributes: string): string {
  return /\sid="([^"]+)"/.exec(attributes)?.[1] ?? ''
}

function errorId(attributes: string): string {
  return `${idOf(attributes)}-error`
}

function markedAs(attributes: string, isFirst: boolean): string {
  const hint = /\saria-describedby="([^"]*)"/.exec(attributes)?.[1] ?? ''
  const described = `${errorId(attributes)} ${hint}`.trim()
  return ` aria-invalid="true" aria-describedby="${described}"${isFirst ? ' autofocus=""' : ''}`
}

/** A form in which what was chosen of a few stays chosen. */
export function withChoices(form: string, texts: Sent['texts']): string {
  return form.replaceAll(/<select[^>]*\sname="([^"]+)"[^>]*>[^]*?<\/select>/g, (select, name: string) => {
    const chosen = texts[name]
    if (typeof chosen !== 'string' || !/^\w+$/.test(chosen)) return select
    return select.replace(`<option value="${chosen}"`, (option) => `${option} selected=""`)
  })
}

/** A field for a file says what is wrong below its hint: its control lies within a frame of its own. */
function withFileErrors(form: string, told: Map<string, string>, line: ReturnType<typeof errorLine>): string {
  return [...told].reduce((html, [field, message]) => {
    const tag = new RegExp(`<input[^>]*\\sname="${RegExp.escape(field)}"[^>]*>`).exec(html)?.[0] ?? ''
    if (!tag.includes('type="file"')) return html
    const hint = new RegExp(`<p id="${RegExp.escape(idOf(tag))}-hint"[^>]*>[^<]*</p>`)
    return html.replace(hint, (found) => found + line(message, errorId(tag)))
  }, form)
}

/** A sentence of what is wrong, in the markup that the form has for one. */
function errorLine(form: string): (message: string, id?: string) => string {
  const [, start = '<p', sign = ''] =
    /(<p class="[^"]*text-error-strong[^"]*")>(<svg[^]*?<\/svg>)/.exec(form) ?? []
  return (message, id) => `${start}${id ? ` id="${id}"` : ''}>${sign}<span>${escapeHtml(message)}</span></p>`
}

/** A page has the styles of its own parts alone: the thanks look like the notice above them, which every form has. */
const looks = {
  success: 'border border-line bg-panel px-5 py-4',
  warning: 'border-2 border-marigold bg-yellow p-[min(1.25rem,5vw)] text-on-yellow',
}

function banner(tone: keyof typeof looks, content: string): string {
  return `<div role="status" data-banner="${tone}" class="rounded-card ${looks[tone]}">${content}</div>`
}

const linkLook = 'link mt-2 inline-block py-2 font-semibold'

type ThanksAnswer = Pick<z.infer<typeof careerResponse>, 'message' | 'reference' | 'next' | 'page'>

interface Thanks {
  home: string
  language: Language
  isLeaving: boolean
}

function thanks(
  { message, reference, next, page }: ThanksAnswer,
  { home, language, isLeaving }: Thanks,
): string {
  const leaving = isLeaving ? `<p class="mt-2">${words('careerMessages.leaving', language)}</p>` : ''
  const link = `<a href="${home}" class="${linkLook}">${words('applicationForm.home', language)}</a>`
  const named = reference && say({ key: 'receiptMessages.reference', values: { reference } }, language)
  const lines = [
    named && `<h2 class="mt-2 text-subhead">${escapeHtml(named)}</h2>`,
    next && `<p class="mt-2">${escapeHtml(next)}</p>`,
    page &&
      `<p><a href="${escapeHtml(page)}" class="${linkLook}">${words('receiptMessages.page', language)}</a></p>`,
  ]
  const receipt = lines.filter(Boolean).join('')
  return banner('success', `<p class="font-semibold">${escapeHtml(message)}</p>${receipt}${leaving}${link}`)
}

function words(key: Parameters<typeof say>[0], language: Language): string {
  return escapeHtml(say(key, language))
}
