import { vacancySectors, type VacancySector } from '#contract/fields/sectors.ts'
import { defaultLanguage, hoursInWords, type Language } from '#contract/messages/languages.ts'

/**
 * The agency's data on the site. Settings named `AGENCY_…` override these defaults (`server/config/config.ts`). Pages
 * are built once for any agency: they contain tokens, which the server fills when it loads them.
 */
export interface Agency {
  /** As written within a sentence. */
  name: string
  /** General contact address in the footer and on the contact page. */
  email: string
  /** For privacy requests. */
  privacyEmail: string
  /** For refunds and questions about payments. */
  supportEmail: string
  /** Street and house, or a post box. */
  street: string
  city: string
  state: string
  /** Six digits. */
  pincode: string
  facebook: string
  instagram: string
  /** The fee for a registration in rupees, as shown; empty if there is none or it is not set. */
  fee: string
  /** How often the fee is charged; `untold`: not set; `none`: no fee. */
  feeEvery: 'untold' | 'none' | 'once' | 'month' | 'quarter' | 'year'
  /** For how many months a repeated fee is charged. */
  feeMonths: string
  /** Days from acceptance of the agreement until the fee is first due. */
  feeDueDays: string
  /** As dialled. Empty if not set, like the following values. */
  phone: string
  /** Opening hours in the format of schema.org's `openingHours`. */
  hours: string
  /** A number with + and the country code. */
  whatsapp: string
  /** The address of a map. */
  map: string
  licence: string
  gstin: string
  /** The contact person, in a few words. */
  person: string
  /** The file with the person's picture. */
  picture: string
  /** The name in other languages, on pages and in mails and SMS. */
  names?: Readonly<Partial<Record<Language, string | undefined>>>
}

const optionalKeys = ['phone', 'hours', 'whatsapp', 'map', 'licence', 'gstin', 'person', 'picture'] as const
export type OptionalKey = (typeof optionalKeys)[number]

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
  fee: '',
  feeEvery: 'untold',
  feeMonths: '12',
  feeDueDays: '0',
  phone: '',
  hours: '',
  whatsapp: '',
  map: '',
  licence: '',
  gstin: '',
  person: '',
  picture: '',
}

/** The default name within a sentence in other languages. */
export const defaultNames = { hi: 'एजेंसी', gu: 'એજન્સી' } satisfies Agency['names']

export interface Testimonial {
  name: string
  text: string
  /** Such as job and company. */
  role?: string | undefined
}

/** Other values for the tokens of a page. */
export interface PageData {
  /** Origin of the site without a trailing slash. */
  publicUrl: string
  /** Four digits, in India. */
  year: string
  /** Whether the sandbox simulates a provider. */
  sandbox: boolean
  /** The languages that visitors see. */
  languages: readonly Language[]
  /** Whether executives can register. */
  registers?: boolean
  /** Sentences about the cost of registering, in the page's language. */
  serviceFee?: string
  twoWays?: string
  /** Three testimonials in the page's language; absent: none are shown. */
  testimonials?: readonly Testimonial[] | undefined
  /** Whether a vacancy is open. */
  hasJobs?: boolean
  /** Sectors with an open vacancy. */
  jobSectors?: readonly string[]
  /** The language of the page; English by default. */
  language?: Language
}

const derivedKeys = [
  ...['nameStart', 'publicUrl', 'year', 'serviceFee', 'twoWays'],
  ...['phoneAddress', 'whatsappAddress', 'openingHours', 'pictureAddress'],
] as const
/** The carousel has three slides (specification section 2). */
export const TESTIMONIALS = 3

type TokenKey = Exclude<keyof Agency, 'names'> | (typeof derivedKeys)[number]

const tokenPattern = /\[\[agency\.(\w+)\]\]/g
const partPattern =
  /\[\[(sandbox|jobs|noJobs|testimonials|(?:no)?[sS]ector\.\w+|languages|language\.\w+|registration\.\w+|with\.\w+)\]\]([\s\S]*?)\[\[\/\1\]\]/g
const jsonLdPattern = /<script type="application\/ld\+json">[\s\S]*?<\/script>/g

const tokenKeys = [...Object.keys(defaultAgency), ...derivedKeys]

/** Tokens for components. `agency.nameStart` is the name with a capital, for the start of a sentence. */
export const agency = Object.fromEntries(tokenKeys.map((key) => [key, `[[agency.${key}]]`])) as Record<
  TokenKey,
  string
>

/** Tokens around what is shown only while the sandbox simulates a provider. */
export const sandboxOnly = { start: '[[sandbox]]', end: '[[/sandbox]]' }

/** Tokens around what is shown only with testimonials. */
export const testimonialsOnly = { start: '[[testimonials]]', end: '[[/testimonials]]' }

/** Returns the tokens of one testimonial. */
export function testimonial(number: number): Required<Testimonial> & { monogram: string } {
  const token = (part: string) => `[[agency.testimonial${number}${part}]]`
  return { name: token('Name'), text: token('Text'), role: token('Role'), monogram: token('Monogram') }
}

/** Tokens around what is shown only while a vacancy is open, or while none is. */
export const jobsOnly = { start: '[[jobs]]', end: '[[/jobs]]' }
export const withoutJobs = { start: '[[noJobs]]', end: '[[/noJobs]]' }

/** Returns tokens around what is shown only while a vacancy of a sector is open, or while none is. */
export function jobsIn(sector: VacancySector) {
  const around = (name: string) => ({ start: `[[${name}]]`, end: `[[/${name}]]` })
  return { some: around(`sector.${sector}`), none: around(`noSector.${sector}`) }
}

/** Returns tokens around what is shown only if the agency has set a value. */
export function whereSet(key: OptionalKey): { start: string; end: string } {
  return { start: `[[with.${key}]]`, end: `[[/with.${key}]]` }
}

/** Returns tokens around what is shown only while visitors see a language. */
export function servedIn(language: Language): { start: string; end: string } {
  return { start: `[[language.${language}]]`, end: `[[/language.${language}]]` }
}

/** Returns tokens around what is shown only while executives can register, or cannot. */
export function registration(is: 'open' | 'closed'): { start: string; end: string } {
  return { start: `[[registration.${is}]]`, end: `[[/registration.${is}]]` }
}

/** Tokens around what is shown only while visitors see several languages. */
export const severalLanguages = { start: '[[languages]]', end: '[[/languages]]' }

/** Escapes a text for HTML, also in attributes. */
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

/** Returns a text with a capital. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Returns the agency's name in a language, and the same with a capital. */
export function namesIn({ name: own, names = {} }: Pick<Agency, 'name' | 'names'>, language: Language) {
  const name = names[language] ?? own
  return { name, nameStart: capital(name) }
}

/** Returns the address of the contact person's picture. */
export function pictureAddress({ picture }: Agency): string {
  return picture.replace(/^.*\./s, '/contact-person.')
}

/** Returns the first letters of the first and last word of a name, with vowel signs. */
function monogramOf(name: string): string {
  const words = name.trim().split(/\s+/)
  const first = [words[0], words.length > 1 ? words.at(-1) : undefined]
  return first.map((word = '') => /^\P{M}\p{M}*/u.exec(word)?.[0] ?? '').join('')
}

function fillTokens(values: Agency, page: PageData) {
  const { names, ...texts } = values
  const language = page.language ?? defaultLanguage
  const known = new Map<string, string>([
    ...Object.entries(texts),
    ...Object.entries(namesIn(values, language)),
    ['publicUrl', page.publicUrl],
    ['year', page.year],
    ['serviceFee', page.serviceFee ?? ''],
    ['twoWays', page.twoWays ?? ''],
    ['phoneAddress', values.phone.replaceAll(/[^+\d]/g, '')],
    ['whatsappAddress', values.whatsapp.replaceAll(/\D/g, '')],
    ['openingHours', values.hours],
    ['hours', hoursInWords(values.hours, language)],
    ['pictureAddress', pictureAddress(values)],
    ...(page.testimonials ?? []).flatMap(({ name: who, text, role = '' }, at) => [
      [`testimonial${at + 1}Name`, who] as const,
      [`testimonial${at + 1}Text`, text] as const,
      [`testimonial${at + 1}Role`, role] as const,
      [`testimonial${at + 1}Monogram`, monogramOf(who)] as const,
    ]),
  ])
  return (text: string, escape: (value: string) => string) =>
    text.replace(tokenPattern, (whole, key: string) => {
      const value = known.get(key)
      return value === undefined ? whole : escape(value)
    })
}

/** Removes the parts that are not shown. Parts of different kinds may be nested. */
function shownParts(text: string, values: Agency, page: PageData): string {
  const shown = new Set(page.languages.map((language) => `language.${language}`)).add(
    `registration.${page.registers === false ? 'closed' : 'open'}`,
  )
  if (page.sandbox) shown.add('sandbox')
  shown.add(page.hasJobs ? 'jobs' : 'noJobs')
  for (const sector of vacancySectors)
    shown.add(page.jobSectors?.includes(sector) ? `sector.${sector}` : `noSector.${sector}`)
  if (page.testimonials) shown.add('testimonials')
  if (page.languages.length > 1) shown.add('languages')
  for (const key of optionalKeys) if (values[key] !== '') shown.add(`with.${key}`)
  const keep = (from: string): string =>
    from.replace(partPattern, (_, name: string, inner: string) => (shown.has(name) ? keep(inner) : ''))
  return keep(text)
}

/** Fills the tokens of built HTML or XML, with escaping; in JSON-LD with escaping for JSON. */
export function fillPage(built: string, values: Agency, page: PageData): string {
  const fill = fillTokens(values, page)
  const withJson = shownParts(built, values, page).replace(jsonLdPattern, (block) =>
    fill(block, escapeJsonInScript),
  )
  return fill(withJson, escapeHtml)
}
