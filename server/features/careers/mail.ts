import { sizeInWords } from '#contract/messages/with-values.ts'
import type { Mail } from '#server/providers/mail/port.ts'
import { say } from '#server/platform/requested-language.ts'
import { type AtDesk, oneLine, recordLines, recordTexts } from '#server/platform/message-text.ts'
import type { StoredApplication, StoredDocument } from './store.ts'
import { type DocumentField, documentFields } from '#contract/fields/application.ts'

/** `replacement`: of one that somebody else sent; `documents`: of one whose documents there was no room for. */
export type About = 'first' | 'replacement' | 'documents'

const scanResults: Record<StoredDocument['scan'], string> = {
  clean: 'scanned, no virus found',
  unscanned: 'NOT SCANNED: the virus scanner did not answer',
  off: 'not scanned: no virus scanner is set up',
}

/** What the checks cannot examine in a format. */
const unchecked: Record<string, string> = {
  doc: '; old Word format: checked for macros, objects and fields alone, so open it in Protected View',
}

function documentLine(document: StoredDocument): string {
  const name = documentFields[document.field as DocumentField].name
  const size = say(sizeInWords(document.size), 'en')
  return `    ${name}: ${document.kind}, ${size}, ${scanResults[document.scan]}${unchecked[document.kind] ?? ''}`
}

/** What an application came as, and the references of what it superseded. */
interface Instead {
  about: About
  superseded: readonly string[]
}

const opening: Record<About, string[]> = {
  first: [],
  replacement: [
    'It replaces an earlier one under the same e-mail address, whose owner says that it was not theirs.',
  ],
  documents: ['It replaces the one under the same e-mail address that came without its documents.'],
}

function replaced({ about, superseded }: Instead): string[] {
  const kept = (earlier: string) =>
    `It takes the place of ${earlier}, which you have worked on: that one is kept as superseded.`
  return [...opening[about], ...superseded.map(kept)]
}

const awaited = [
  '    AWAITED: there was no room for them when the application came. The applicant is mailed a link for sending them.',
]

/** The mail that notifies staff of an application: who, and which documents, which stay on the server. */
export function applicationMail(
  application: StoredApplication,
  desk: AtDesk,
  instead: Instead = { about: 'first', superseded: [] },
): Pick<Mail, 'subject' | 'text' | 'replyTo'> {
  const name = oneLine(application.full_name)
  return {
    subject: `New application from ${name}`,
    replyTo: { name, address: application.email },
    text: [
      'An application was sent from the career page.',
      ...replaced(instead),
      '',
      ...recordLines(application, desk),
      ...recordTexts(application),
      '',
      'Documents:',
      '',
      ...(application.documents.length > 0 ? application.documents.map(documentLine) : awaited),
      '',
      'The documents stay encrypted on the server. This application and its documents at the desk:',
      `    ${desk.address}`,
    ].join('\n'),
  }
}
