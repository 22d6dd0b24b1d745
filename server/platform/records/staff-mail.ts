import { type Field, isOptional } from '#contract/fields/field.ts'
import { recordFields } from '#contract/fields/records.ts'
import { type AtDesk, inIndia, oneLine, readsLine } from '#server/platform/message-text.ts'
import type { RecordHead, Texts } from './store.ts'

/** Where the values of a mail's lines begin. */
const VALUES_AT = 11

/** What a mail that notifies staff says of a record in lines; what the visitor wrote cannot be taken for one of them. */
export function recordLines(record: RecordHead, { reference }: AtDesk): string[] {
  const texts = record as unknown as Texts
  const own = recordFields[record.kind].filter((field) => field.mail === 'line' && isSaid(field, texts))
  const lines = [
    ...own.map(({ key, desk }) => [desk, oneLine(texts[key] ?? '')]),
    ['Sent', `${inIndia.format(record.createdAt)} IST`],
    ['Reference', reference],
  ]
  return [
    ...lines.map(([label, value]) => `${label}:`.padEnd(VALUES_AT) + value),
    ...readsLine(record.language),
  ]
}

/** What one may leave out, and did, is not said. */
function isSaid(field: Field & { key: string }, texts: Texts): boolean {
  return texts[field.key] !== '' || !isOptional(field)
}

/** The longer texts of a record, each indented under its heading, so that it cannot be taken for one of ours. */
export function recordTexts(record: RecordHead): string[] {
  const texts = record as unknown as Texts
  return recordFields[record.kind]
    .filter((field) => field.mail === 'paragraph' && isSaid(field, texts))
    .flatMap(({ key, desk }) => ['', `${desk}:`, '', indented(texts[key] ?? '')])
}

/** A visitor's text indented line by line, so that it cannot pass for one of our own headings. */
function indented(text: string): string {
  return text
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((line) => `    ${oneLine(line)}`.trimEnd())
    .join('\n')
}
