import { type Language, languageCodes } from '#contract/messages/languages.ts'
import { type Agency, namesIn } from '#contract/schemas/agency.ts'
import type { MessageKey } from '#contract/messages/sentences.ts'
import { say } from '#server/platform/requested-language.ts'
import { msg91 } from './msg91.ts'
import { type SmsTemplate, type SmsTemplateIds, smsTemplates } from './port.ts'

/** The fixed parts of an agency's registered texts. */
interface Facts {
  agency: Pick<Agency, 'name' | 'names'>
  /** How the vendor writes the variable for the code. */
  place: string
  /** The host of the site, with its port if it has one. */
  host: string
}

/** A text as the vendor fills it in, and as the operators register it (DLT). */
export interface TemplateText {
  vendor: string
  operator: string
}

/** The operators' variable for digits. Since 14 January 2026 a registered text has to state the type of each variable. */
const NUMERIC = '{#numeric#}'

const sentences = {
  mobile_code: 'codeSms.mobileCode',
  link_code: 'codeSms.linkCode',
  number_code: 'codeSms.numberCode',
  number_changed: 'codeSms.numberChanged',
} as const satisfies Record<SmsTemplate, MessageKey>

/** Returns the text to register. The last line lets a browser offer the code on our own pages only. */
export function templateText(
  template: SmsTemplate,
  language: Language,
  { agency, host, place: vendors }: Facts,
): TemplateText {
  const text = (place: string) => {
    const values = { code: place, agency: namesIn(agency, language).name }
    const said = say({ key: sentences[template], values }, language)
    return said.includes(place) ? `${said}\n\n${originBoundLine(host, place)}` : said
  }
  return { vendor: text(vendors), operator: text(NUMERIC) }
}

/**
 * The last line of an SMS that carries a code: with it a browser offers the code to pages of this host and to no others
 * (the origin-bound one-time code format, https://wicg.github.io/sms-one-time-codes/).
 */
function originBoundLine(host: string, code: string): string {
  return `@${host} #${code}`
}

/** Returns our texts as the sandbox registers them, and the sandbox's ids. */
export function sandboxTexts(facts: Omit<Facts, 'place'>) {
  const idOf = (template: string, language: Language) => `${template}.${language}`
  const all = languageCodes.flatMap((language) => smsTemplates.map((template) => ({ template, language })))
  const texts = all.map(({ template, language }) => [
    idOf(template, language),
    templateText(template, language, { ...facts, place: msg91.place }),
  ])
  const templates = languageCodes.map((language) => [
    language,
    Object.fromEntries(smsTemplates.map((template) => [template, idOf(template, language)])),
  ])
  return {
    texts: Object.fromEntries(texts) as Record<string, ReturnType<typeof templateText>>,
    templates: Object.fromEntries(templates) as SmsTemplateIds,
  }
}
