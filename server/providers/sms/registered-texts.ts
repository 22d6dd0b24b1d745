import type { Language } from '#contract/messages/languages.ts'
import type { MessageKey } from '#contract/messages/sentences.ts'
import { say } from '#server/platform/requested-language.ts'
import { originBoundLine } from '#server/platform/message-text.ts'
import type { SmsTemplate } from './port.ts'

/** What stands fixed in an agency's texts, as it registers them. */
interface Facts {
  agency: string
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
} as const satisfies Record<SmsTemplate, MessageKey>

/** The text to register; by its last line a browser offers the code to our own pages only. */
export function templateText(
  template: SmsTemplate,
  language: Language,
  { agency, host, place: vendors }: Facts,
): TemplateText {
  const text = (place: string) => {
    const said = say({ key: sentences[template], values: { code: place, agency } }, language)
    return `${said}\n\n${originBoundLine(host, place)}`
  }
  return { vendor: text(vendors), operator: text(NUMERIC) }
}

/** Characters in each SMS of a message that takes several: of the GSM's alphabet, or UTF-16 units of any other script. */
const SEGMENT = { plain: 153, other: 67 }

/** How many SMS a text takes that is longer than one; of the GSM's alphabet only what ASCII has too is counted as such. */
export function segmentsOf(text: string): number {
  return Math.ceil(text.length / (/^[\x20-\x7e\n]+$/.test(text) ? SEGMENT.plain : SEGMENT.other))
}
