import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative } from 'node:path'
import { escapeHtml, fillPage, pictureAddress } from '#contract/schemas/agency.ts'
import { type DrawnJobs, type JobsRenderer, jobsTokens, type PublicVacancy } from '#contract/schemas/jobs.ts'
import {
  addressIn,
  defaultLanguage,
  type Language,
  languageCodes,
  languageOf,
  languages,
} from '#contract/messages/languages.ts'
import { serviceFee, twoWays } from '#contract/messages/with-values.ts'
import type { App } from '#server/context.ts'
import { yearInIndia } from '#server/platform/clock.ts'
import {
  type EncodedFile,
  encodeFile,
  type Precompressed,
  type TypedHeaders,
} from '#server/platform/http/content-encoding.ts'
import { StartError } from '#server/platform/data-folder.ts'
import { say } from '#server/platform/requested-language.ts'
import { commonHeaders, documentPolicy, type ForeignHosts } from '#server/platform/http/security-headers.ts'
import { createHash } from 'node:crypto'
import { viewerPolicy } from '#contract/schemas/agreements.ts'
import { gatewayPolicy } from '#contract/schemas/mandates.ts'
import { pages, recordPages, staffPages } from '#contract/paths.ts'
import { type Testimonials, testimonialsOf } from './testimonials-rules.ts'

/** The site as this process serves it: in memory, as it was built when the process started. */
export interface Site {
  /** What stands at an address, or undefined. */
  find(address: string): EncodedFile | undefined
  /** The document for an address that has nothing, in the address's language. */
  notFound(address: string): EncodedFile
  /** The document at an address with what was drawn for a request in it. */
  draw(address: string, drawn: DrawnJobs & { rest: string }): Drawn | undefined
  renderers: Build['renderers']
}

interface Drawn {
  html: string
  headers: TypedHeaders
}

/** The files of a build by address, as they lay on the disk when they were read. */
export interface Build {
  files: ReadonlyMap<string, BuiltFile>
  /** What draws pages while the server runs. */
  renderers: Readonly<Record<Language, JobsRenderer>>
  /** What is said of the agency; absent: nothing is shown. */
  testimonials: Testimonials | undefined
}

interface BuiltFile {
  name: string
  raw: Buffer
  ready?: Precompressed | undefined
  /** How it was last sent, compressed already: it stays as it is while its bytes stay the same. */
  encoded?: EncodedFile
}

/** Where the site's build lies, beside the sources. */
export const SITE_FOLDER = join(import.meta.dirname, '../../../dist')

const NOT_FOUND = '/404'
/** Vacancies on the home page and the career page. */
const NEWEST = 3
/** What the build makes, by the ends of its names. */
const types: Record<string, string> = {
  '.avif': 'image/avif',
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/vnd.microsoft.icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webp': 'image/webp',
  '.xml': 'application/xml',
}
const filled = /\.(html|xml|txt)$/
const precompressed = /\.(br|gz)$/
/** What the server runs, and nobody is sent. */
const ofServer = /^_server[/\\]/

/**
 * The site with the vacancies that are open. A document is filled when it is asked for, and again when the year or the
 * vacancies on pages have changed. The build is read once: an upgrade puts another into place while this process runs on,
 * and its pages, its scripts and what draws pages stay of one version.
 */
export async function createSite(
  app: App,
  open: () => readonly PublicVacancy[],
  build?: Build,
): Promise<Site> {
  const { config, clock } = app
  const { files, renderers, testimonials } = build ?? (await readBuild(SITE_FOLDER, config))
  const { agency, publicUrl, registers, languages: served } = config
  const front = createFront(open, renderers)
  const documents = createCache<{ text: string; file: EncodedFile }>(() => [front(), yearInIndia(clock)])

  function fill(text: string, language: Language): string {
    const { sectors, newest, see } = front()
    const facts = {
      ...{ publicUrl, registers, language, languages: served, year: yearInIndia(clock) },
      ...{ sandbox: app.sandbox !== undefined, hasJobs: sectors.length > 0, jobSectors: sectors },
      serviceFee: say(serviceFee(agency), language),
      twoWays: say(twoWays(agency), language),
      testimonials: testimonials?.(language),
    }
    return fillPage(text, agency, facts)
      .replace(jobsTokens.newest, () => newest[language] ?? '')
      .replace(jobsTokens.see, () => escapeHtml(see[language] ?? ''))
  }
  function encode(file: BuiltFile, body: Buffer): EncodedFile {
    if (file.encoded?.identity.body.equals(body)) return file.encoded
    return (file.encoded = encodeFile(body, headersFor(file.name, body, app), { ready: file.ready }))
  }
  function documentAt(address: string) {
    const file = files.get(address)
    if (!file || !filled.test(file.name)) return undefined
    return documents(address, () => {
      const text = fill(file.raw.toString('utf8'), languageOf(address).language)
      return { text, file: encode(file, Buffer.from(text)) }
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
      if (!found) throw new Error('the build has no page for addresses that have nothing')
      return found
    },
    draw(address, drawn) {
      const document = documentAt(address)
      if (!document) return undefined
      const { etag, ...headers } = document.file.identity.headers
      return { html: intoFrame(document.text, drawn), headers }
    },
    renderers,
  }
}

/** What pages show of the vacancies. */
interface Front {
  /** In which one is open. */
  sectors: readonly string[]
  /** Markup of the newest, by language. */
  newest: Readonly<Record<string, string>>
  /** What leads to all of them, in words, by language. */
  see: Readonly<Record<string, string>>
}

/** Draws the newest again when the vacancies have changed; returns another object only where that shows. */
function createFront(open: () => readonly PublicVacancy[], renderers: Build['renderers']): () => Front {
  let of: readonly PublicVacancy[] | undefined
  let front: Front = { sectors: [], newest: {}, see: {} }
  return () => {
    const vacancies = open()
    if (vacancies === of) return front
    of = vacancies
    const inEach = (draw: (renderer: JobsRenderer) => string) =>
      Object.fromEntries(Object.entries(renderers).map(([code, renderer]) => [code, draw(renderer)]))
    const now = {
      sectors: [...new Set(vacancies.map(({ sector }) => sector))].toSorted(),
      newest: inEach(({ newest }) => newest(vacancies.slice(0, NEWEST))),
      see: inEach(({ see }) => see(vacancies.length)),
    }
    if (JSON.stringify(now) !== JSON.stringify(front)) front = now
    return front
  }
}

/** Texts that a cache keeps: there are as many addresses of lists as filters. */
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

const parts = /<script type="application\/ld\+json">[\s\S]*?<\/script>|\[\[jobs\.(\w+)\]\]/g

/** Puts a page into the frame, in one pass: what is put in is not read again, whatever it says. */
function intoFrame(frame: string, { title, description, rest, head, content }: DrawnJobs & { rest: string }) {
  const texts: Record<string, string> = { title, description, rest }
  const markup: Record<string, string> = { head, content }
  const inJson = (key: string) =>
    JSON.stringify(texts[key] ?? '')
      .slice(1, -1)
      .replaceAll('<', '\\u003c')
  return frame.replace(parts, (whole, key: string | undefined) => {
    if (key === undefined) return whole.replace(/\[\[jobs\.(\w+)\]\]/g, (_, name: string) => inJson(name))
    return markup[key] ?? escapeHtml(texts[key] ?? '')
  })
}

/** Reads the build whole; throws `StartError` when there is none, or the picture of the settings cannot be read. */
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
  if (!known.has('404.html') || !names.some((name) => ofServer.test(name)))
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
    const { renderer } = (await import(join(folder, `_server/jobs-${language}.mjs`))) as {
      renderer: JobsRenderer
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

function typeOf(file: string): string {
  const type = types[extname(file)]
  if (type === undefined) throw new Error(`no content type is known for ${file}`)
  return type
}

function headersFor(file: string, body: Buffer, { config, gateway }: App): TypedHeaders {
  const address = addressOf(file)
  return {
    ...commonHeaders(config),
    'content-type': typeOf(file),
    'cache-control': cacheControl(address),
    'referrer-policy': 'strict-origin-when-cross-origin',
    ...(file.endsWith('.html') ? documentHeaders(address, body.toString('utf8'), gateway.hosts) : {}),
  }
}

/**
 * Headers of a page that opens the bank's window. With any other opener policy WebKit severs a window that was opened empty
 * and had a form posted into it, as the gateway's script does. The gateway learns our origin and never a whole address.
 */
const openerHeaders = {
  'cross-origin-opener-policy': 'unsafe-none',
  'referrer-policy': 'strict-origin-when-cross-origin',
}

function documentHeaders(address: string, html: string, gatewayHosts: ForeignHosts): Record<string, string> {
  const gateway = opensGateway(address)
  return {
    'content-language': languages[languageOf(address).language].tag,
    'content-security-policy': documentPolicy({
      ...inlineHashes(html),
      foreign: gateway ? gatewayHosts : undefined,
      policies: scriptPolicies(address),
    }),
    ...(isPrivateDocument(address)
      ? { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' }
      : {}),
    ...(gateway ? openerHeaders : {}),
  }
}

/** A name made of its content's hash never stands for other content; everything else is asked for again each time. */
function cacheControl(path: string): string {
  return path.startsWith('/_astro/') ? 'public, max-age=31536000, immutable' : 'no-cache'
}

/** The address under which a built file is served: `about.html` is /about, `index.html` is its folder. */
export function addressOf(file: string): string {
  const path = `/${file}`
  if (!path.endsWith('.html')) return path
  return path.replace(/\.html$/, '').replace(/\/index$/, '/')
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64')
}

/** SHA-256 hashes of a document's inline scripts and styles, as its Content-Security-Policy names them. */
function inlineHashes(html: string): { scripts: string[]; styles: string[] } {
  const hashesOf = (pattern: RegExp) => [
    ...new Set([...html.matchAll(pattern)].map((match) => sha256(match[1] ?? ''))),
  ]
  return {
    scripts: hashesOf(/<script(?![^>]*(?:\ssrc=|application\/ld\+json))[^>]*>([\s\S]+?)<\/script>/g),
    styles: hashesOf(/<style[^>]*>([\s\S]+?)<\/style>/g),
  }
}

/** The documents that stand for any id: the folder of their addresses is that of the record pages, without the id. */
const recordDocuments = Object.values(recordPages).map((folder) => folder.replace(/\/$/, ''))
const recordAddress = /^(\/[^/]+)\/([^/]+)$/
/** The desk's own address and everything below it, which its one document reads by itself. */
const deskAddress = /^\/staff(\/.*[^/])?$/

/** The document of an address: of a record page's, whatever the id, which leads nowhere without one; of any of the desk. */
export function documentOf(address: string): string | undefined {
  const { language, path } = languageOf(address)
  const document = documentOfPath(path)
  return document === undefined ? undefined : addressIn(language, document)
}

function documentOfPath(address: string): string | undefined {
  if (recordDocuments.includes(address)) return undefined
  if (deskAddress.test(address)) return staffPages.home
  const [, folder, id] = recordAddress.exec(address) ?? []
  return folder && id && recordDocuments.includes(folder) ? folder : address
}

/** An address as it is spelt here: small letters, no slash at its end; what names a record is no word and stays as it is. */
export function properSpelling(path: string): string {
  const [first = ''] = path.slice(1).split('/', 1)
  const language = languageCodes.find((code) => code !== defaultLanguage && code === first.toLowerCase())
  return language ? addressIn(language, properPath(path.slice(first.length + 1))) : properPath(path)
}

function properPath(path: string): string {
  const [, folder = '', rest = ''] = /^(\/[^/]*)(.*?)\/*$/.exec(path) ?? []
  const first = folder.toLowerCase()
  return first + (isPrivateDocument(first) ? rest : rest.toLowerCase()) || '/'
}

/** Whether a document's address is itself a credential, or of the desk: it is kept from caches, listings and other sites. */
export function isPrivateDocument(address: string): boolean {
  const { path } = languageOf(address)
  return recordDocuments.includes(path) || path === staffPages.home
}

/** Whether a document opens the bank's window. */
export function opensGateway(address: string): boolean {
  const { path } = languageOf(address)
  return path === pages.register || `${path}/` === recordPages.mandateFailure
}

/** The Trusted Types policies that a document's own code makes: to load the gateway's script, to start the reader of PDFs. */
export function scriptPolicies(address: string): string[] {
  const { path } = languageOf(address)
  const showsAgreement = path === pages.register || `${path}/` === recordPages.signAgreement
  const showsDocuments = showsAgreement || path === staffPages.home
  return [...(opensGateway(address) ? [gatewayPolicy] : []), ...(showsDocuments ? [viewerPolicy] : [])]
}
