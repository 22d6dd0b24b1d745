import { addressIn, defaultLanguage, type Language, languages } from '#contract/messages/languages.ts'
import { jobSeekerServices } from '#contract/fields/services.ts'
import { twoWays } from '#contract/messages/with-values.ts'
import { pages } from '#contract/paths.ts'
import { escapeHtml, namesIn } from '#contract/schemas/agency.ts'
import type { DrawnPage, PageRenderer } from '#contract/schemas/drawn-pages.ts'
import { type JobFilters, type JobsAgency, type PublicVacancy } from '#contract/schemas/jobs.ts'
import { say } from '#server/platform/requested-language.ts'
import type { App } from '#server/context.ts'
import { type EncodedFile, encodeFile } from '#server/platform/http/content-encoding.ts'
import { createCache, type Site } from '#server/features/pages/service.ts'
import { boardFeed, type Describe, feedHeaders } from './board-feed-service.ts'
import type { Published } from './published-service.ts'

const SIMILAR = 3

/** The pages of vacancies, drawn when first requested and cached until a vacancy changes. */
export interface JobPages {
  list(language: Language, filters: JobFilters): EncodedFile | undefined
  /** The page at a path; `gone` if the vacancy was closed long ago, `elsewhere` if it has another address. */
  vacancy(language: Language, path: string): EncodedFile | 'gone' | { elsewhere: string } | undefined
  /** The career page for its address; the plain page if the vacancy is unknown or was closed long ago. */
  career(language: Language, named: CareerFor): EncodedFile | undefined
  /** The vacancy with that reference, as in `Published`. */
  find: Published['find']
  /** The feed for job boards. */
  feed(): EncodedFile | undefined
  /** The sitemap of the built pages and the vacancies. */
  sitemap(): EncodedFile | undefined
}

/** What the address of the career page names: a vacancy by its reference, and one of our services. */
export interface CareerFor {
  job?: unknown
  service?: unknown
}

export function createJobPages({ config }: App, site: Site, published: Published): JobPages {
  const { agency: own, publicUrl, languages: served } = config
  const { renderers } = site
  const agencyIn = (language: Language): JobsAgency => ({
    ...namesIn(own, language),
    ...{ publicUrl, twoWays: say(twoWays(own), language) },
  })
  const agency = agencyIn(defaultLanguage)
  const cache = () =>
    createCache<EncodedFile | undefined>(() => [
      published.open(),
      site.find(pages.jobs),
      site.find(pages.career),
    ])
  // Separate caches, so that requests for many filters push out no vacancy and no feed.
  const [drawn, drawnLists, careers] = [cache(), cache(), cache()]
  const describe = createDescriptions(published, renderers[defaultLanguage])

  function draw(address: string, drawn: DrawnPage): EncodedFile | undefined {
    const made = site.draw(address, drawn)
    return made && encodeFile(Buffer.from(made.html), made.headers, quick)
  }

  return {
    find: published.find,
    list(language, asked) {
      const filters = published.spelt(asked)
      return drawnLists(`${language} ${JSON.stringify(filters)}`, () =>
        draw(
          addressIn(language, pages.jobs),
          renderers[language].list(published.list(filters), agencyIn(language)),
        ),
      )
    },
    vacancy(language, path) {
      const [, reference] = /[-/](va-[0-9a-z]{6})\/*$/i.exec(path) ?? []
      const vacancy = reference === undefined ? undefined : published.find(reference)
      if (vacancy === undefined || vacancy === 'gone') return vacancy
      const address = addressIn(language, vacancy.address)
      if (path !== address) return { elsewhere: address }
      const rest = vacancy.address.slice(pages.jobs.length)
      const beside = () => {
        const open = published.open()
        return { similar: similarTo(vacancy, open), hasJobs: open.length > 0 }
      }
      return drawn(`${language} ${rest} ${vacancy.isOpen}`, () =>
        draw(addressIn(language, pages.jobs), {
          ...renderers[language].vacancy(vacancy, beside(), agencyIn(language)),
          rest,
        }),
      )
    },
    career(language, { job, service: asked }) {
      const address = addressIn(language, pages.career)
      const found = typeof job === 'string' ? published.find(job) : undefined
      const vacancy = found === 'gone' ? undefined : found
      const service = jobSeekerServices.find((one) => one === asked)
      if (!vacancy && !service) return site.find(address)
      return careers(`${language} ${vacancy?.reference} ${vacancy?.isOpen} ${service}`, () =>
        draw(address, {
          appliedFor: vacancy && renderers[language].appliedFor(vacancy),
          service,
        }),
      )
    },
    feed: () =>
      drawn('feed', () =>
        encodeFile(
          Buffer.from(boardFeed(published.open().slice(0, IN_XML), agency, describe())),
          feedHeaders,
          quick,
        ),
      ),
    sitemap: () =>
      drawn('sitemap', () =>
        draw(pages.sitemap, { vacancies: sitemapOf(published.open(), { publicUrl, served }) }),
      ),
  }
}

/** Returns the descriptions of open vacancies as markup; a feed contains all of them, and only changed ones are drawn. */
function createDescriptions(published: Published, { description }: PageRenderer): () => Describe {
  let drawn = new Map<string, string>()
  const keyOf = ({ reference, changed_at }: PublicVacancy) => `${reference} ${changed_at}`
  return () => {
    drawn = new Map(
      published.open().map((vacancy) => {
        const key = keyOf(vacancy)
        return [key, drawn.get(key) ?? description(vacancy.description)]
      }),
    )
    return (vacancy) => drawn.get(keyOf(vacancy)) ?? ''
  }
}

/** There are as many of these pages as filters, and each change of a vacancy redraws them. */
const quick = { effort: 'quick' } as const

/** Returns open vacancies: those of the same sector first, then those of the same place. */
function similarTo(vacancy: PublicVacancy, open: readonly PublicVacancy[]): PublicVacancy[] {
  const others = open.filter(({ reference }) => reference !== vacancy.reference)
  const sameSector = others.filter(({ sector }) => sector === vacancy.sector)
  const place = vacancy.city.toLowerCase()
  const samePlace = others.filter(
    ({ city, sector }) => sector !== vacancy.sector && city !== '' && city.toLowerCase() === place,
  )
  return [...sameSector, ...samePlace].slice(0, SIMILAR)
}

/** Vacancies in a sitemap, which may have 50,000 addresses; each vacancy has three languages. */
const IN_SITEMAP = 16_000
/** Jobs in the feed; with more, boards have to read the pages. */
const IN_XML = 10_000

/** Returns the whole address, escaped for XML. */
function urlOf(publicUrl: string, language: Language, path: string): string {
  return escapeHtml(publicUrl + addressIn(language, path))
}

function day(at: number): string {
  return new Date(at).toISOString().slice(0, 10)
}

interface Served {
  publicUrl: string
  served: readonly Language[]
}

function sitemapOf(open: readonly PublicVacancy[], { publicUrl, served }: Served): string {
  if (open.length === 0) return ''
  const newest = Math.max(...open.map(({ changed_at }) => changed_at))
  const entries = [{ address: pages.jobs as string, changed_at: newest }, ...open.slice(0, IN_SITEMAP)]
  const urls = entries.flatMap(({ address, changed_at }) => {
    const others = served.map(
      (code) =>
        `<xhtml:link rel="alternate" hreflang="${languages[code].tag}" href="${urlOf(publicUrl, code, address)}"/>`,
    )
    const otherwise = `<xhtml:link rel="alternate" hreflang="x-default" href="${urlOf(publicUrl, defaultLanguage, address)}"/>`
    const links = served.length > 1 ? others.join('') + otherwise : ''
    return served.map(
      (code) =>
        `  <url><loc>${urlOf(publicUrl, code, address)}</loc><lastmod>${day(changed_at)}</lastmod>${links}</url>\n`,
    )
  })
  return urls.join('')
}
