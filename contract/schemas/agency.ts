import { vacancySectors, type VacancySector } from '#contract/fields/sectors.ts'
import * as z from 'zod/mini'
import { defaultLanguage, hoursInWords, type Language } from '#contract/messages/languages.ts'

/**
 * What the site says of the agency itself. These are the defaults; settings named `AGENCY_…` override them
 * (`server/config/config.ts`). Pages are built once for any agency: they hold tokens, which the server fills when it loads them.
 */
export const agencySchema = z.object({
  /** As it is written within a sentence. */
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
  /** The service fee of who registers, in rupees as it is shown; empty where there is none, or it is not told yet. */
  fee: z.string(),
  /** How often it is charged; `untold` while the agency has not said, `none` where there is no fee. */
  feeEvery: z.enum(['untold', 'none', 'once', 'month', 'quarter', 'year']),
  /** For how many months, where it is charged more than once. */
  feeMonths: z.string(),
  /** So many days after the agreement is accepted it falls due, the first time. */
  feeDueDays: z.string(),
  /** As people dial it; this and what follows is empty where it is not set. */
  phone: z.string(),
  /** Days and hours of the phone, as schema.org's `openingHours` has them. */
  hours: z.string(),
  /** A number with + and the country's code. */
  whatsapp: z.string(),
  /** Where a map shows the address. */
  map: z.string(),
  licence: z.string(),
  gstin: z.string(),
  /** Who answers, in a few words. */
  person: z.string(),
  /** The file with that person's picture. */
  picture: z.string(),
})
export type Agency = z.infer<typeof agencySchema> & {
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

/** The default name as it stands within a sentence of the other languages. */
export const defaultNames = { hi: 'एजेंसी', gu: 'એજન્સી' } satisfies Agency['names']

/** What somebody says of the agency. */
export interface Testimonial {
  name: string
  text: string
  /** Who they are, such as their work and firm. */
  role?: string | undefined
}

/** What a page can hold besides the agency's own words. */
export interface PageData {
  /** Origin of the site without a trailing slash. */
  publicUrl: string
  /** Four digits, in India. */
  year: string
  /** Whether any provider is the sandbox's simulator. */
  sandbox: boolean
  /** The languages that visitors see. */
  languages: readonly Language[]
  /** Whether executives can register. */
  registers?: boolean
  /** Our sentences about what registering costs, in the page's language. */
  serviceFee?: string
  twoWays?: string
  /** What three people say of the agency, in the page's language; absent: the page shows none. */
  testimonials?: readonly Testimonial[] | undefined
  /** Whether a vacancy is open. */
  hasJobs?: boolean
  /** Sectors in which one is. */
  jobSectors?: readonly string[]
  /** Its own; English where it has none. */
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

/** The tokens as components write them: `agency.nameStart` is the name with a capital, for the start of a sentence. */
export const agency = Object.fromEntries(tokenKeys.map((key) => [key, `[[agency.${key}]]`])) as Record<
  TokenKey,
  string
>

/** Text tokens around what is shown only while a provider is the sandbox's. */
export const sandboxOnly = { start: '[[sandbox]]', end: '[[/sandbox]]' }

/** The same while there are testimonials to show. */
export const testimonialsOnly = { start: '[[testimonials]]', end: '[[/testimonials]]' }

/** The tokens of one of the testimonials. */
export function testimonial(number: number): Required<Testimonial> & { monogram: string } {
  const token = (part: string) => `[[agency.testimonial${number}${part}]]`
  return { name: token('Name'), text: token('Text'), role: token('Role'), monogram: token('Monogram') }
}

/** The same while a vacancy is open. */
export const jobsOnly = { start: '[[jobs]]', end: '[[/jobs]]' }
export const withoutJobs = { start: '[[noJobs]]', end: '[[/noJobs]]' }

/** Text tokens around what is shown only while a vacancy of a sector is open, and while none is. */
export function jobsIn(sector: VacancySector) {
  const around = (name: string) => ({ start: `[[${name}]]`, end: `[[/${name}]]` })
  return { some: around(`sector.${sector}`), none: around(`noSector.${sector}`) }
}

/** Text tokens around what is shown only where the agency has set it. */
export function whereSet(key: OptionalKey): { start: string; end: string } {
  return { start: `[[with.${key}]]`, end: `[[/with.${key}]]` }
}

/** Text tokens around what is shown only while visitors see a language. */
export function servedIn(language: Language): { start: string; end: string } {
  return { start: `[[language.${language}]]`, end: `[[/language.${language}]]` }
}

/** Text tokens around what is shown only while executives can register, or only while they cannot. */
export function registration(is: 'open' | 'closed'): { start: string; end: string } {
  return { start: `[[registration.${is}]]`, end: `[[/registration.${is}]]` }
}

/** Text tokens around what is shown only while visitors see more than one language. */
export const severalLanguages = { start: '[[languages]]', end: '[[/languages]]' }

/** A text escaped for HTML, attributes too. */
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

/** A text as it begins a sentence. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** The agency's name as a page, mail or SMS in a language has it, and the same with a capital. */
export function namesIn({ name: own, names = {} }: Pick<Agency, 'name' | 'names'>, language: Language) {
  const name = names[language] ?? own
  return { name, nameStart: capital(name) }
}

/** The address at which the picture of the person who answers is served. */
export function pictureAddress({ picture }: Agency): string {
  return picture.replace(/^.*\./s, '/contact-person.')
}

/** The first letters of the first and the last word of a name, vowel signs with them. */
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

/** The text without the parts that are not shown; one part may hold another, of another kind. */
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

/** Fills the tokens of a built text in markup (HTML, XML): escaped for it, and inside JSON-LD for JSON. */
export function fillPage(built: string, values: Agency, page: PageData): string {
  const fill = fillTokens(values, page)
  const withJson = shownParts(built, values, page).replace(jsonLdPattern, (block) =>
    fill(block, escapeJsonInScript),
  )
  return fill(withJson, escapeHtml)
}
