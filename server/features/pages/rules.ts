import { createHash } from 'node:crypto'
import { addressIn, defaultLanguage, languageCodes, languageOf } from '#contract/messages/languages.ts'
import { viewerPolicy } from '#contract/schemas/agreements.ts'
import { gatewayPolicy } from '#contract/schemas/mandates.ts'
import { pages, recordPages, staffPages } from '#contract/paths.ts'

/** A name made of its content's hash never stands for other content; everything else is asked for again each time. */
export function cacheControl(path: string): string {
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
export function inlineHashes(html: string): { scripts: string[]; styles: string[] } {
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
