import { originBoundLine } from '#server/platform/message-text.ts'
import type { SmsTemplate } from './port.ts'

/** What stands fixed in an agency's texts, as it registers them. */
interface Facts {
  agency: string
  /** The host of the site, with its port where it has one. */
  host: string
}

/** A text as MSG91 fills it in, and as operators check what it became (DLT). */
export interface TemplateText {
  msg91: string
  operator: string
}

/** The place of the code. Operators ask for its type in texts registered since 14 January 2026: digits alone. */
const code: TemplateText = { msg91: '##code##', operator: '{#numeric#}' }
const validity = 'It is valid for 10 minutes. Nobody from us asks for it by phone.'

const purposes: Record<SmsTemplate, string> = {
  mobile_code: 'confirm your mobile number for registration with',
  link_code: 'open your registration with',
}

/** The text to register; by its last line a browser offers the code to our own pages only. */
export function templateText(template: SmsTemplate, { agency, host }: Facts): TemplateText {
  const text = (place: string) =>
    `${place} is the code to ${purposes[template]} ${agency}. ${validity}\n\n${originBoundLine(host, place)}`
  return { msg91: text(code.msg91), operator: text(code.operator) }
}

/** A text with its values, or undefined when one of them is missing. */
export function renderTemplate(text: string, values: Record<string, unknown>): string | undefined {
  const names = [...text.matchAll(/##(\w+)##/g)].map(([, name = '']) => name)
  if (!names.every((name) => typeof values[name] === 'string')) return undefined
  return text.replace(/##(\w+)##/g, (_, name: string) => String(values[name]))
}
