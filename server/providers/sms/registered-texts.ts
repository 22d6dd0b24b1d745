import { type Language, languageCodes } from '#contract/messages/languages.ts'
import { type Agency, namesIn } from '#contract/schemas/agency.ts'
import type { MessageKey } from '#contract/messages/sentences.ts'
import { say } from '#server/platform/requested-language.ts'
import { originBoundLine } from '#server/platform/message-text.ts'
import { msg91 } from './msg91.ts'
import { type SmsTemplate, type SmsTemplateIds, smsTemplates } from './port.ts'

/** What stands fixed in an agency's texts, as it registers them. */
interface Facts {
  agency: Pick<Agency, 'name' | 'names'>
  /** How a vendor writes the place of the code. */
  place: string
  /** The host of the site, with its port where it has one. */
  host: string
}

/** A text as the vendor fills it in, and as operators check what it became (DLT). */
export interface TemplateText {
  vendor: string
  operator: string
}

/** The place of the code for operators, who ask for its type in texts registered since 14 January 2026: digits alone. */
const NUMERIC = '{#numeric#}'

const sentences = {
  mobile_code: 'codeSms.mobileCode',
  link_code: 'codeSms.linkCode',
  number_code: 'codeSms.numberCode',
  number_changed: 'codeSms.numberChanged',
} as const satisfies Record<SmsTemplate, MessageKey>

/** The text to register; by its last line a browser offers the code, where there is one, to our own pages only. */
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

/** Our texts as they are registered in the sandbox, and its ids for them. */
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
