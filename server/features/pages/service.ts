import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { escapeHtml, fillPage, pictureAddress } from '#contract/schemas/agency.ts'
import { type DrawnPage, mainMark, type PageRenderer } from '#contract/schemas/drawn-pages.ts'
import type { PublicVacancy } from '#contract/schemas/jobs.ts'
import { addressIn, defaultLanguage, type Language, languageOf } from '#contract/messages/languages.ts'
import { serviceFee, twoWays } from '#contract/messages/with-values.ts'
import type { App } from '#server/context.ts'
import { yearInIndia } from '#server/platform/clock.ts'
import {
  type EncodedFile,
  encodeFile,
  type Precompressed,
  type TypedHeaders,
} from '#server/platform/http/content-encoding.ts'
import type { DrawPosted } from '#server/platform/http/form-pages.ts'
import { StartError } from '#server/platform/data-folder.ts'
import { say } from '#server/platform/requested-language.ts'
import { pages, recordPages } from '#contract/paths.ts'
import { addressOf, documentOf, headersFor } from './document-rules.ts'
import { type Testimonials, testimonialsOf } from './testimonials-rules.ts'

/** The site that this process serves from memory, as it was built when the process started. */
export interface Site {
  /** Returns the file at an address, or undefined. */
  find(address: string): EncodedFile | undefined
  /** Returns the document for an address without a page, in the address's language. */
  notFound(address: string): EncodedFile
  /** Returns the document at an address with what was drawn for a request in it. */
  draw(address: string, drawn: DrawnPage): Drawn | undefined
  /** Fills the tokens of a text with what is known of the agency. */
  fill(text: string, language: Language): string
  renderers: Build['renderers']
}

interface Drawn {
  html: string
  headers: TypedHeaders
}

/** The files of a build by address, as they were on disk when they were read. */
export interface Build {
  files: ReadonlyMap<string, BuiltFile>
  /** Draw pages while the server runs. */
  renderers: Readonly<Record<Language, PageRenderer>>
  /** Testimonials; none are shown if absent. */
  testimonials: Testimonials | undefined
}

interface BuiltFile {
  name: string
  raw: Buffer
  ready?: Precompressed | undefined
  /** The last compressed form, valid while the bytes stay the same. */
  encoded?: EncodedFile
}

/** The site's build, beside the sources. */
export const SITE_FOLDER = join(import.meta.dirname, '../../../dist')

const NOT_FOUND = '/404'
/** Vacancies on the home page and the career page. */
const NEWEST = 3
const filled = /\.(html|xml|txt)$/
const precompressed = /\.(br|gz)$/
/** Files that the server runs and does not serve. */
const ofServer = /^_server[/\\]/

function rendererOf(language: Language): string {
  return join('_server', `pages-${language}.mjs`)
}

/**
 * Creates the site with the open vacancies. A document is filled when it is requested, and again when the year or the
 * vacancies have changed. The build is read once, so that pages, scripts and renderers stay of one version while an
 * upgrade replaces the files.
 */
export async function createSite(
  app: App,
  open: () => readonly PublicVacancy[],
  build?: Build,
): Promise<Site> {
  const { config, clock } = app
  const { files, renderers, testimonials } = build ?? (await readBuild(SITE_FOLDER, config))
  const { agency, publicUrl, registers, languages: served } = config
  const documents = createCache<{ draw(drawn: DrawnPage): string; file: EncodedFile }>(() => [
    open(),
    yearInIndia(clock),
  ])

  function fill(text: string, language: Language): string {
    const facts = {
      ...{ publicUrl, registers, language, languages: served, year: yearInIndia(clock) },
      ...{ sandbox: app.sandbox !== undefined, hasJobs: open().length > 0 },
      jobSectors: open().map(({ sector }) => sector),
      serviceFee: say(serviceFee(agency), language),
      twoWays: say(twoWays(agency), language),
      testimonials: testimonials?.(language),
    }
    return fillPage(text, agency, facts)
  }
  function encode(file: BuiltFile, body: Buffer): EncodedFile {
    if (file.encoded?.identity.body.equals(body)) return file.encoded
    return (file.encoded = encodeFile(body, headersFor(file.name, body, app), { ready: file.ready }))
  }
  /** Returns the list of the newest vacancies; empty if one cannot be drawn, so that the page is served without it. */
  function newestIn(language: Language): string {
    try {
      return renderers[language].newest(open().slice(0, NEWEST))
    } catch (error) {
      app.log.error({ err: error }, 'the newest vacancies could not be drawn: a page is served without them')
      return ''
    }
  }
  function documentAt(address: string) {
    const file = files.get(address)
    if (!file || !filled.test(file.name)) return undefined
    return documents(address, () => {
      const { language } = languageOf(address)
      const text = fill(file.raw.toString('utf8'), language)
      const shown = { newest: newestIn(language), see: renderers[language].see(open().length) }
      const draw = (drawn: DrawnPage) => drawnInto(text, { ...shown, ...drawn })
      return { draw, file: encode(file, Buffer.from(draw({}))) }
    })
  }
  function fileAt(address: string): EncodedFile | undefined {
    const file = files.get(address)
    return documentAt(address)?.file ?? (file && encode(file, file.raw))
  }

  return {
    find(address) {
      const document = documentOf(address)
      return document === undefined || languageOf(document).path === NOT_FOUND ? undefined : fileAt(document)
    },
    notFound(address) {
      const found = fileAt(addressIn(languageOf(address).language, NOT_FOUND)) ?? fileAt(NOT_FOUND)
      if (!found) throw new Error('the build has no document for addresses without a page')
      return found
    },
    draw(address, drawn) {
      const document = documentAt(documentOf(address) ?? '')
      if (!document) return undefined
      const { etag, ...headers } = document.file.identity.headers
      return { html: document.draw(drawn), headers }
    },
    fill,
    renderers,
  }
}

/** Draws the page of a form that a browser posted by itself, with the vacancy that the form named. */
export function drawPosted(
  site: Site,
  find: (reference: string) => PublicVacancy | 'gone' | undefined,
): DrawPosted {
  return (form, language) => {
    const { vacancy: reference } = form.texts
    const found = typeof reference === 'string' ? find(reference) : undefined
    const vacancy = found === 'gone' ? undefined : found
    const main = site.renderers[language].posted(withoutTokens({ ...form, vacancy }))
    const path = form.page === 'reminders' ? `${recordPages.reminders}any` : pages[form.page]
    return site.draw(addressIn(language, path), {
      main: site.fill(main, language).replaceAll(openingTyped, '[['),
    })
  }
}

/** Replaces the opening of a token in typed text, which must not be filled. */
const openingTyped = '[[typed]]'

function withoutTokens<Value>(value: Value): Value {
  const read = (_: string, part: unknown) =>
    typeof part === 'string' ? part.replaceAll('[[', openingTyped) : part
  return JSON.parse(JSON.stringify(value), read) as Value
}

/** Texts that a cache keeps; there are as many addresses of lists as filters. */
const KEPT = 300

/** Caches what is made under a key until one of the things that it depends on is replaced. */
export function createCache<Made>(dependsOn: () => unknown[]): (key: string, make: () => Made) => Made {
  let kept = new Map<string, Made>()
  let keptFor: unknown[] = []
  return (key, make) => {
    const now = dependsOn()
    if (now.some((one, at) => one !== keptFor[at])) {
      kept = new Map()
      keptFor = now
    }
    const there = kept.get(key)
    if (there !== undefined) return there
    if (kept.size >= KEPT) kept.delete(kept.keys().next().value ?? '')
    const made = make()
    kept.set(key, made)
    return made
  }
}

const tokens = /\[\[page\.(\w+)\]\]/g
const jsonOrToken = new RegExp(
  `<script type="application/ld\\+json">[\\s\\S]*?</script>|${tokens.source}`,
  'g',
)

/** Fills a document's tokens in one pass, so that inserted text is not searched for tokens. */
function drawnInto(
  document: string,
  { main, service, head, newest, appliedFor, vacancies, ...texts }: DrawnPage,
): string {
  const markup: Record<string, string | undefined> = { head, newest, appliedFor, vacancies }
  const text = (key: string) => (texts as Record<string, string | undefined>)[key] ?? ''
  const inJson = (key: string) => JSON.stringify(text(key)).slice(1, -1).replaceAll('<', '\\u003c')
  const fill = (part: string) =>
    part.replace(jsonOrToken, (whole, key: string | undefined) =>
      key === undefined
        ? whole.replace(tokens, (_, name: string) => inJson(name))
        : (markup[key] ?? escapeHtml(text(key))),
    )
  const [before = '', built = '', after = ''] = document.split(mainMark)
  const option = `<option value="${service}"`
  const chosen = service ? built.replace(option, `${option} selected=""`) : built
  return fill(before) + (main ?? fill(chosen)) + fill(after)
}

/** Reads the whole build; throws `StartError` if there is none, or if the picture of the settings cannot be read. */
export async function readBuild(
  folder: string,
  config: Pick<App['config'], 'agency' | 'languages' | 'production' | 'testimonials'>,
): Promise<Build> {
  const { agency, languages: served } = config
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
  const known = new Set(names)
  if (!known.has('404.html') || !known.has(rendererOf(defaultLanguage)))
    throw new StartError(`${folder} holds no built site: run npm run build`)
  const shown = names
    .filter((file) => !precompressed.test(file) && !ofServer.test(file))
    .filter((file) => served.includes(languageOf(addressOf(file)).language))
  const read = (file: string) => readFile(join(folder, file))
  const files = new Map<string, BuiltFile>()
  await Promise.all(
    shown.map(async (name) => {
      const isReady = known.has(`${name}.br`) && known.has(`${name}.gz`)
      const ready = isReady ? { br: await read(`${name}.br`), gzip: await read(`${name}.gz`) } : undefined
      files.set(addressOf(name), { name, raw: await read(name), ready })
    }),
  )
  if (agency.picture) {
    const address = pictureAddress(agency)
    files.set(address, { name: address.slice(1), raw: await readPicture(agency.picture) })
  }
  const renderers = served.map(async (language) => {
    const { renderer } = (await import(join(folder, rendererOf(language)))) as {
      renderer: PageRenderer
    }
    return [language, renderer] as const
  })
  return {
    files,
    renderers: Object.fromEntries(await Promise.all(renderers)) as Build['renderers'],
    testimonials: await testimonialsOf(config),
  }
}

function readPicture(picture: string): Promise<Buffer> {
  return readFile(picture).catch((error: NodeJS.ErrnoException) => {
    throw new StartError(`AGENCY_PERSON_PICTURE: ${picture} cannot be read (${error.code})`)
  })
}
