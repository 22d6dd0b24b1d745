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

/** Content types of the build's files, by the ends of their names. */
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

/** Returns the headers of a built file with that text. */
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
 * Headers of a page that opens the bank's window. With any other opener policy WebKit severs a window that was opened
 * empty and had a form posted into it, as the gateway's script does. The gateway learns only our origin, never a
 * whole address.
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

/** A name with its content's hash always has the same content; everything else is revalidated each time. */
function cacheControl(path: string): string {
  return path.startsWith('/_astro/') ? 'public, max-age=31536000, immutable' : 'no-cache'
}

/** Returns the address of a built file: `about.html` is /about, `index.html` is its folder. */
export function addressOf(file: string): string {
  const path = `/${file}`
  if (!path.endsWith('.html')) return path
  return path.replace(/\.html$/, '').replace(/\/index$/, '/')
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64')
}

/** Returns SHA-256 hashes of a document's inline scripts and styles, as its Content-Security-Policy lists them. */
function inlineHashes(html: string): { scripts: string[]; styles: string[] } {
  const hashesOf = (pattern: RegExp) => [
    ...new Set([...html.matchAll(pattern)].map((match) => sha256(match[1] ?? ''))),
  ]
  return {
    scripts: hashesOf(/<script(?![^>]*(?:\ssrc=|application\/ld\+json))[^>]*>([\s\S]+?)<\/script>/g),
    styles: hashesOf(/<style[^>]*>([\s\S]+?)<\/style>/g),
  }
}

/** Documents for any id: their addresses are those of the record pages without the id. */
const recordDocuments = Object.values(recordPages).map((folder) => folder.replace(/\/$/, ''))
const recordAddress = /^(\/[^/]+)\/([^/]+)$/
/** The desk's address and all below it; its one document reads the rest of the address. */
const deskAddress = /^\/staff(\/.*[^/])?$/

/** Returns the document of an address: one for all ids of a record page, none without an id, and one for the desk. */
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

/** Returns the canonical address: small letters, no slash at its end; what names a record stays unchanged. */
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

/** Returns whether an address is a credential or the desk's; these are kept from caches, listings and other sites. */
export function isPrivateDocument(address: string): boolean {
  const { path } = languageOf(address)
  return recordDocuments.includes(path) || path === staffPages.home
}

export function opensGateway(address: string): boolean {
  const { path } = languageOf(address)
  return path === pages.register || `${path}/` === recordPages.mandateFailure
}

/** Returns the Trusted Types policies that a document's own code makes, for the gateway's script and the PDF viewer. */
export function scriptPolicies(address: string): string[] {
  const { path } = languageOf(address)
  const showsAgreement = path === pages.register || `${path}/` === recordPages.signAgreement
  const showsDocuments = showsAgreement || path === staffPages.home
  return [...(opensGateway(address) ? [gatewayPolicy] : []), ...(showsDocuments ? [viewerPolicy] : [])]
}
