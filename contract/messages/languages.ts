import { indianTime, todayInIndia } from '#contract/dates.ts'

/**
 * The languages of the site, in the order of the switch; `english` is what staff call them. Another is a line here and a
 * folder of its name beside this file.
 */
export const languages = {
  en: { tag: 'en-IN', name: 'English', english: 'English' },
  hi: { tag: 'hi-IN', name: 'हिन्दी', english: 'Hindi' },
  gu: { tag: 'gu-IN', name: 'ગુજરાતી', english: 'Gujarati' },
} as const

export type Language = keyof typeof languages

/** What a browser of a language is offered on a page in another. */
export const languageOffers: Record<Language, string> = {
  en: 'Read this page in English',
  hi: 'यह पेज हिन्दी में पढ़ें',
  gu: 'આ પેજ ગુજરાતીમાં વાંચો',
}

/** Every language, English first. */
export const languageCodes = /* @__PURE__ */ Object.keys(languages) as [Language, ...Language[]]

/** The language of the pages at the root, of staff, and of whoever names none. */
export const defaultLanguage: Language = 'en'

/** The language of a tag. */
export function codeOfTag(tag: (typeof languages)[Language]['tag']): Language {
  return languageCodes.find((code) => languages[code].tag === tag) ?? defaultLanguage
}

/** The language of a record as it is stored; an unknown one counts as English. */
export function storedLanguage(stored: string): Language {
  return languageCodes.find((code) => code === stored) ?? defaultLanguage
}

/** The address of a page in a language: English at the root, the others each in a folder. */
export function addressIn(language: Language, path: string): string {
  return language === defaultLanguage ? path : `/${language}${path}`
}

/** The language of an address, and the address without it. */
export function languageOf(address: string): { language: Language; path: string } {
  const language = languageCodes.find((code) => code !== defaultLanguage && address.startsWith(`/${code}/`))
  return language
    ? { language, path: address.slice(language.length + 1) }
    : { language: defaultLanguage, path: address }
}

// Digits are Latin in every language, whatever a machine's own data say of Hindi and Gujarati.
function locale(language: Language): string {
  return `${languages[language].tag}-u-nu-latn`
}

const rupees = { style: 'currency', currency: 'INR', trailingZeroDisplay: 'stripIfInteger' } as const
/** To make one costs a list of jobs more than all else. */
const money: Partial<Record<Language, Intl.NumberFormat>> = {}
const dates: Partial<Record<Language, Intl.DateTimeFormat>> = {}

/** An amount of rupees as people read it: grouped as in India, without paise that are zero. */
export function inRupees(amount: string, language: Language): string {
  money[language] ??= new Intl.NumberFormat(locale(language), rupees)
  return money[language].format(Number(amount))
}

/** A day YYYY-MM-DD as people read it. */
export function inWords(date: string, language: Language): string {
  dates[language] ??= new Intl.DateTimeFormat(locale(language), { dateStyle: 'long', timeZone: 'UTC' })
  return dates[language].format(Date.parse(`${date}T00:00:00Z`))
}

/** A moment as people in India read it: the hour, with the day where it is not `now`'s. */
export function momentInWords(at: number, language: Language, now = Date.now()): string {
  const [day = '', clock = ''] = indianTime(at).split('T')
  const hour = Number(clock.slice(0, 2))
  const time = `${hour % 12 || 12}:${clock.slice(3, 5)} ${hour < 12 ? 'am' : 'pm'}`
  return day === todayInIndia(now) ? time : `${time}, ${inWords(day, language)}`
}

const weekdayCodes = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su']
const weekdays: Record<Language, readonly string[]> = {
  en: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'],
  hi: ['सोम', 'मंगल', 'बुध', 'गुरु', 'शुक्र', 'शनि', 'रवि'],
  gu: ['સોમ', 'મંગળ', 'બુધ', 'ગુરુ', 'શુક્ર', 'શનિ', 'રવિ'],
}

/** Days and hours such as `Mo-Sa 10:00-19:00` (schema.org's `openingHours`) as people read them. */
export function hoursInWords(hours: string, language: Language): string {
  return hours
    .replaceAll(/[A-Z][a-z]/g, (code) => weekdays[language][weekdayCodes.indexOf(code)] ?? code)
    .replaceAll('-', '–')
    .replace(' ', ', ')
}

/** Which of a sentence's plural forms a count takes. */
export function pluralOf(count: number, language: Language): Intl.LDMLPluralRule {
  return new Intl.PluralRules(language).select(count)
}

/** The form of a word that English has for a number; for what people of the agency read. */
export function formFor(count: number, one: string, many: string): string {
  return pluralOf(count, defaultLanguage) === 'one' ? one : many
}

/** A number with its noun in that form; `many` where it is not `one` with an s. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${formFor(count, one, many)}`
}
