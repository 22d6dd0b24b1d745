import type { FastifyReply, FastifyRequest } from 'fastify'
import type { vacancyCalls } from '#contract/calls/public-calls.ts'
import { addressIn } from '#contract/messages/languages.ts'
import { pages } from '#contract/paths.ts'
import { inLanguage, jobFilters } from '#contract/schemas/jobs.ts'
import type { App } from '#server/context.ts'
import type { ApiServer } from '#server/platform/http/api-server.ts'
import type { Handlers } from '#server/platform/http/calls.ts'
import { type EncodedFile, sendFile } from '#server/platform/http/content-encoding.ts'
import { leadTo, pathOf } from '#server/platform/http/page-address.ts'
import { refused } from '#server/platform/http/http-errors.ts'
import { requestedLanguage } from '#server/platform/requested-language.ts'
import type { CareerFor, JobPages } from './pages-service.ts'

interface Around {
  jobs: JobPages
  /** Answers that there is no page, or none any more. */
  nothing(request: FastifyRequest, reply: FastifyReply, status: 404 | 410): Promise<FastifyReply>
  /** Headers of answers that are no document. */
  headers: Record<string, string>
  /** Returns whether the process has no time to draw pages. */
  overloaded(): boolean
}

/** The vacancy for which a form is filled in. */
export function vacancyHandlers({ find }: Pick<JobPages, 'find'>): Handlers<typeof vacancyCalls> {
  return {
    async 'vacancy.name'({ request, params }) {
      const vacancy = find(params.reference)
      if (vacancy === undefined || vacancy === 'gone') throw refused('not_found')
      const { reference, sector, city, remote, isOpen } = vacancy
      const title = inLanguage(vacancy, 'title', requestedLanguage(request)).text
      return { message: title, data: { reference, title, sector, place: remote ? '' : city, isOpen } }
    },
  }
}

/** The list of vacancies, their pages, the career page for one, the feed, and the sitemap that names them. */
export function jobRoutes(
  server: ApiServer,
  { config }: App,
  { jobs, nothing, headers, overloaded }: Around,
): void {
  const shown = { schema: { hide: true }, config: { servedFromMemory: true } } as const
  const answer = (request: FastifyRequest, reply: FastifyReply, file: EncodedFile | undefined) =>
    file ? sendFile(request, reply, file) : nothing(request, reply, 404)

  for (const language of config.languages) {
    const list = addressIn(language, pages.jobs)
    server.get(list, shown, (request, reply) => {
      if (pathOf(request.url) !== list) return leadTo(list, { request, reply, headers })
      const filters = jobFilters.parse(request.query)
      // A filtered list is drawn for each request; the plain list is cached.
      const isFiltered = Object.values({ ...filters, page: undefined }).some((one) => one !== undefined)
      if ((isFiltered || filters.page > 1) && overloaded()) throw refused('unavailable')
      return answer(request, reply, jobs.list(language, filters))
    })
    const career = addressIn(language, pages.career)
    server.get<{ Querystring: CareerFor }>(career, shown, (request, reply) => {
      if (pathOf(request.url) !== career) return leadTo(career, { request, reply, headers })
      return answer(request, reply, jobs.career(language, request.query))
    })
    server.get(`${list}/:name`, shown, (request, reply) => {
      const found = jobs.vacancy(language, pathOf(request.url))
      if (found === 'gone') return nothing(request, reply, 410)
      return found && 'elsewhere' in found
        ? leadTo(found.elsewhere, { request, reply, headers })
        : answer(request, reply, found)
    })
  }
  server.get(pages.jobsXml, shown, (request, reply) => answer(request, reply, jobs.feed()))
  server.get(pages.sitemap, shown, (request, reply) => answer(request, reply, jobs.sitemap()))
}
