import * as z from 'zod/mini'

/**
 * What the site says of the agency itself. The defaults stand here; settings named `AGENCY_…` are laid on top
 * (`server/config/config.ts`). Pages are built once for any agency: they hold tokens, which the server fills when it loads them.
 */
export const agencySchema = z.object({
  /** Shown name, as it stands within a sentence. */
  name: z.string(),
  /** General contact address, shown in the footer and on the contact page. */
  email: z.string(),
  /** Where privacy requests go. */
  privacyEmail: z.string(),
  /** Where refund requests and payment questions go. */
  supportEmail: z.string(),
  /** Street and house, or a post box. */
  street: z.string(),
  city: z.string(),
  state: z.string(),
  /** Six digits. */
  pincode: z.string(),
  facebook: z.string(),
  instagram: z.string(),
})
export type Agency = z.infer<typeof agencySchema>

export const defaultAgency: Agency = {
  name: 'the agency',
  email: 'info@agency.example',
  privacyEmail: 'privacy@agency.example',
  supportEmail: 'support@agency.example',
  street: '4th Floor, Trade Centre, Ring Road',
  city: 'Surat',
  state: 'Gujarat',
  pincode: '395002',
  facebook: 'https://www.facebook.com/',
  instagram: 'https://www.instagram.com/',
}

/** What a page can hold besides the agency's own words. */
export interface PageData {
  /** Origin of the site without a trailing slash. */
  publicUrl: string
  /** Four digits, in India. */
  year: string
  /** Whether any provider is the sandbox's simulator. */
  sandbox: boolean
}

type TokenKey = keyof Agency | 'nameStart' | 'publicUrl' | 'year'

const tokenPattern = /\[\[agency\.(\w+)\]\]/g
const sandboxPattern = /\[\[sandbox\]\]([\s\S]*?)\[\[\/sandbox\]\]/g
const jsonLdPattern = /<script type="application\/ld\+json">[\s\S]*?<\/script>/g

function token(key: TokenKey): string {
  return `[[agency.${key}]]`
}

/** The tokens as components write them: `agency.nameStart` is the name with a capital, for the start of a sentence. */
export const agency: Record<TokenKey, string> = {
  name: token('name'),
  nameStart: token('nameStart'),
  email: token('email'),
  privacyEmail: token('privacyEmail'),
  supportEmail: token('supportEmail'),
  street: token('street'),
  city: token('city'),
  state: token('state'),
  pincode: token('pincode'),
  facebook: token('facebook'),
  instagram: token('instagram'),
  publicUrl: token('publicUrl'),
  year: token('year'),
}

/** Text tokens around what is shown only while a provider is the sandbox's. */
export const sandboxOnly = { start: '[[sandbox]]', end: '[[/sandbox]]' }

/** A text as it stands in HTML, in an attribute too. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}

function escapeJsonInScript(text: string): string {
  return JSON.stringify(text).slice(1, -1).replaceAll('<', '\\u003c')
}

function fillTokens(values: Agency, facts: PageData) {
  const known = new Map<string, string>([
    ...Object.entries(values),
    ['nameStart', values.name.charAt(0).toUpperCase() + values.name.slice(1)],
    ['publicUrl', facts.publicUrl],
    ['year', facts.year],
  ])
  return (text: string, escape: (value: string) => string) =>
    text.replace(tokenPattern, (whole, key: string) => {
      const value = known.get(key)
      return value === undefined ? whole : escape(value)
    })
}

/** Fills the tokens of a built text in markup (HTML, XML): escaped for it, and inside JSON-LD for JSON. */
export function fillPage(built: string, values: Agency, facts: PageData): string {
  const fill = fillTokens(values, facts)
  const shown = built.replace(sandboxPattern, (_, inner: string) => (facts.sandbox ? inner : ''))
  const withJson = shown.replace(jsonLdPattern, (block) => fill(block, escapeJsonInScript))
  return fill(withJson, escapeHtml)
}

/** Fills the tokens of a built JSON file, such as the web manifest. */
export function fillJson(built: string, values: Agency, facts: PageData): string {
  return fillTokens(values, facts)(built, escapeJsonInScript)
}
