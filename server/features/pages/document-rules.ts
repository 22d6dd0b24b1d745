import { createHash } from 'node:crypto'
import { extname } from 'node:path'
import {
  addressIn,
  defaultLanguage,
  languageCodes,
  languageOf,
  languages,
} from '#contract/messages/languages.ts'
import { pages, recordPages, staffPages } from '#contract/paths.ts'
import { viewerPolicy } from '#contract/schemas/agreements.ts'
import { gatewayPolicy } from '#contract/schemas/mandates.ts'
import type { App } from '#server/context.ts'
import type { TypedHeaders } from '#server/platform/http/content-encoding.ts'
import { commonHeaders, documentPolicy, type ForeignHosts } from '#server/platform/http/security-headers.ts'

// Which document an address is, and the headers of what is sent.

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

function typeOf(file: string): string {
  const type = types[extname(file)]
  if (type === undefined) throw new Error(`no content type is known for ${file}`)
  return type
}

/** The headers of a built file with that text. */
export function headersFor(file: string, body: Buffer, { config, gateway }: App): TypedHeaders {
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
