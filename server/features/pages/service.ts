import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative } from 'node:path'
import { type Agency, escapeHtml, fillPage, type PageData, pictureAddress } from '#contract/schemas/agency.ts'
import { jobsTokens } from '#contract/schemas/jobs.ts'
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
import { type EncodedFile, encodeFile, type Precompressed } from '#server/platform/http/content-encoding.ts'
import { StartError } from '#server/platform/data-folder.ts'
import { say } from '#server/platform/requested-language.ts'
import { commonHeaders, documentPolicy, type ForeignHosts } from '#server/platform/http/security-headers.ts'
import { createHash } from 'node:crypto'
import { viewerPolicy } from '#contract/schemas/agreements.ts'
import { gatewayPolicy } from '#contract/schemas/mandates.ts'
import { pages, recordPages, staffPages } from '#contract/paths.ts'
import { type Testimonials, testimonialsOf } from './testimonials-rules.ts'

/** The built site in memory, filled with the agency's words. */
export interface Site {
  /** What stands at an address, or undefined. */
  find(address: string): EncodedFile | undefined
  /** The document for an address that has nothing, in the address's language. */
  notFound(address: string): EncodedFile
}

interface SiteOptions {
  agency: Agency
  pageData: PageData
  /** Headers of every answer. */
  headers: Record<string, string>
  /** What the pages that open the bank's window allow its gateway. */
  gatewayHosts: ForeignHosts
  /** The newest vacancies as markup, by language. */
  newest?: Readonly<Record<string, string>>
  /** What leads to the open ones, in words, by language. */
  see?: Readonly<Record<string, string>>
}

/** The files of a build by name, as they lay on the disk when they were read. */
export interface Build {
  files: ReadonlyMap<string, BuiltFile>
  /** The picture of the person who answers visitors, which is no part of the build. */
  picture: Buffer | undefined
  /** What is said of the agency; absent: nothing is shown. */
  testimonials: Testimonials | undefined
}

interface BuiltFile {
  raw: Buffer
  ready: Precompressed | undefined
  /** How it was last sent: what is still the same stays as it is, compressed already. */
  encoded?: EncodedFile
}

/** Where the site's build lies, beside the sources. */
const SITE_FOLDER = join(import.meta.dirname, '../../../dist')
/** How often the year in the footer is checked. */
const YEAR_CHECK_MS = 60 * 60 * 1000

const NOT_FOUND = '/404'
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

export interface SiteCache {
  current(): Site
  /** Has the pages show the open vacancies from now on, and what changes of them within a second. */
  follow(front: () => Front): void
  close(): void
}

/** What pages show of the vacancies: whether any is open, in which sectors, the newest as markup and what leads to all, by language. */
interface Front {
  hasJobs: boolean
  sectors: readonly string[]
  newest: Readonly<Record<string, string>>
  see: Readonly<Record<string, string>>
}

/** How often it is looked whether the vacancies on pages are others. */
const FRONT_CHECK_MS = 500

/**
 * The site in memory, filled again when a year begins in India, since its pages name the year, and when the vacancies on them
 * are others. The build is read once: an upgrade puts another into place while this process runs on, and its pages, its
 * scripts and what draws the vacancies are of one version.
 */
export async function createSiteCache(app: App, folder = SITE_FOLDER): Promise<SiteCache> {
  const { config, clock, log } = app
  const build = await readBuild(folder, config)
  const fill = (year: string, front: Front) =>
    fillSite(build, {
      agency: config.agency,
      pageData: {
        publicUrl: config.publicUrl,
        year,
        sandbox: app.sandbox !== undefined,
        registers: config.registers,
        languages: config.languages,
        hasJobs: front.hasJobs,
        jobSectors: front.sectors,
      },
      newest: front.newest,
      see: front.see,
      headers: commonHeaders(config),
      gatewayHosts: app.gateway.hosts,
    })
  let shown: Front = { hasJobs: false, sectors: [], newest: {}, see: {} }
  let following = () => shown
  let year = yearInIndia(clock)
  let site = fill(year, shown)

  /** What could not be filled is tried again at the next look. */
  function renew(): void {
    const [begun, front] = [yearInIndia(clock), following()]
    const isSame = front === shown || (!front.hasJobs && !shown.hasJobs)
    if (isSame && begun === year) return
    try {
      site = fill(begun, front)
      year = begun
      shown = front
    } catch (error) {
      log.error({ err: error }, 'the pages could not be filled again')
    }
  }
  const hourly = setInterval(renew, YEAR_CHECK_MS).unref()
  let looking: NodeJS.Timeout | undefined
  return {
    current: () => site,
    follow(front) {
      following = front
      looking = setInterval(renew, FRONT_CHECK_MS).unref()
    },
    close() {
      clearInterval(looking)
      clearInterval(hourly)
    },
  }
}

/** Reads the build whole; throws `StartError` when there is none, or the picture of the settings cannot be read. */
export async function readBuild(
  folder: string,
  config: Pick<App['config'], 'agency' | 'languages' | 'production' | 'testimonials'>,
): Promise<Build> {
  const {
    agency: { picture },
    languages: served,
  } = config
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
  const known = new Set(names)
  const shown = names
    .filter((file) => !precompressed.test(file) && !ofServer.test(file))
    .filter((file) => served.includes(languageOf(addressOf(file)).language))
  const read = (file: string) => readFile(join(folder, file))
  const files = new Map<string, BuiltFile>()
  await Promise.all(
    shown.map(async (file) => {
      const isReady = known.has(`${file}.br`) && known.has(`${file}.gz`)
      const ready = isReady ? { br: await read(`${file}.br`), gzip: await read(`${file}.gz`) } : undefined
      files.set(file, { raw: await read(file), ready })
    }),
  )
  if (!files.has('404.html')) throw new StartError(`${folder} holds no built site: run npm run build`)
  return {
    files,
    picture: picture ? await readPicture(picture) : undefined,
    testimonials: await testimonialsOf(config),
  }
}

function readPicture(picture: string): Promise<Buffer> {
  return readFile(picture).catch((error: NodeJS.ErrnoException) => {
    throw new StartError(`AGENCY_PERSON_PICTURE: ${picture} cannot be read (${error.code})`)
  })
}

/** Fills the pages of a build. */
export function fillSite({ files, picture, testimonials }: Build, options: SiteOptions): Site {
  const site = new Map<string, EncodedFile>()
  for (const [name, file] of files)
    site.set(addressOf(name), filledFile(name, file, { ...options, testimonials }))
  if (picture) {
    const address = pictureAddress(options.agency)
    site.set(address, encodeFile(picture, headersFor(address.slice(1), picture, options)))
  }
  const notFound = takeNotFound(site)
  const inEnglish = notFound.get(defaultLanguage)
  if (!inEnglish) throw new Error('the build has no page for addresses that have nothing')
  return {
    find(address) {
      const document = documentOf(address)
      return document === undefined ? undefined : site.get(document)
    },
    notFound: (address) => notFound.get(languageOf(address).language) ?? inEnglish,
  }
}

/** The documents for addresses that have nothing, which have no addresses themselves. */
function takeNotFound(site: Map<string, EncodedFile>): Map<Language, EncodedFile> {
  const found = languageCodes.flatMap((language) => {
    const address = addressIn(language, NOT_FOUND)
    const file = site.get(address)
    site.delete(address)
    return file ? [[language, file] as const] : []
  })
  return new Map(found)
}

function filledFile(
  name: string,
  file: BuiltFile,
  options: SiteOptions & Pick<Build, 'testimonials'>,
): EncodedFile {
  const { agency, newest = {}, see = {} } = options
  const { language } = languageOf(addressOf(name))
  const pageData = {
    ...{ ...options.pageData, language },
    serviceFee: say(serviceFee(agency), language),
    twoWays: say(twoWays(agency), language),
    testimonials: options.testimonials?.(language),
  }
  const markup = newest[language] ?? ''
  const fillText = (text: string) =>
    fillPage(text, agency, pageData)
      .replace(jobsTokens.newest, () => markup)
      .replace(jobsTokens.see, () => escapeHtml(see[language] ?? ''))
  const body = filled.test(name) ? Buffer.from(fillText(file.raw.toString('utf8'))) : file.raw
  if (!file.encoded?.identity.body.equals(body))
    file.encoded = encodeFile(body, headersFor(name, body, options), { ready: file.ready })
  return file.encoded
}

function typeOf(file: string): string {
  const type = types[extname(file)]
  if (type === undefined) throw new Error(`no content type is known for ${file}`)
  return type
}

function headersFor(file: string, body: Buffer, { headers, gatewayHosts }: SiteOptions) {
  const address = addressOf(file)
  return {
    ...headers,
    'content-type': typeOf(file),
    'cache-control': cacheControl(address),
    'referrer-policy': 'strict-origin-when-cross-origin',
    ...(file.endsWith('.html') ? documentHeaders(address, body.toString('utf8'), gatewayHosts) : {}),
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
