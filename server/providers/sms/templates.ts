import { originBoundLine } from '#server/lib/one-time-text.ts'
import type { SmsTemplate } from './port.ts'

/** What stands fixed in an agency's texts, as it registers them. */
interface Facts {
  agency: string
  /** The host of the site, with its port where it has one. */
  host: string
}

const CODE = '##code##'
const validity = 'It is valid for 10 minutes. Nobody from us asks for it by phone.'

const sentences: Record<SmsTemplate, (agency: string) => string> = {
  mobile_code: (agency) =>
    `${CODE} is the code to confirm your mobile number for registration with ${agency}. ${validity}`,
  link_code: (agency) => `${CODE} is the code to open your registration with ${agency}. ${validity}`,
}

/**
 * The texts as operators have to know them (DLT) and as MSG91 holds them, each value's place marked `##name##`. The
 * last line lets a browser offer the code to our own pages only.
 */
export function templateText(template: SmsTemplate, { agency, host }: Facts): string {
  return `${sentences[template](agency)}\n\n${originBoundLine(host, CODE)}`
}

/** A text with its values, or undefined when one of them is missing. */
export function renderTemplate(text: string, values: Record<string, unknown>): string | undefined {
  const names = [...text.matchAll(/##(\w+)##/g)].map(([, name = '']) => name)
  if (!names.every((name) => typeof values[name] === 'string')) return undefined
  return text.replace(/##(\w+)##/g, (_, name: string) => String(values[name]))
}
