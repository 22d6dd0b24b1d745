import { sizeInWords } from '#contract/files.ts'
import { paperFields } from '#contract/careers.ts'
import type { PaperField } from '#contract/careers.ts'
import type { Mail } from '#server/providers/mail/port.ts'
import { inIndia, indented, oneLine, opsCommand } from '#server/lib/mail-text.ts'
import type { StoredApplication, StoredPaper } from './store.ts'

const scanWords: Record<StoredPaper['scan'], string> = {
  clean: 'scanned, no virus found',
  unscanned: 'NOT SCANNED: the virus scanner did not answer',
  off: 'not scanned: no virus scanner is set up',
}

function paperLine(paper: StoredPaper): string {
  const name = paperFields[paper.field as PaperField].name
  return `    ${name}: ${paper.kind}, ${sizeInWords(paper.size)}, ${scanWords[paper.scan]}`
}

/** The words that tell staff of an application: who, and which papers, which stay on the server. */
export function applicationMail(application: StoredApplication): Pick<Mail, 'subject' | 'text' | 'replyTo'> {
  const name = oneLine(application.full_name)
  const address = application.address ? ['', 'Address:', '', indented(application.address)] : []
  return {
    subject: `New application from ${name}`,
    replyTo: { name, address: application.email },
    text: [
      'An application was sent from the career page.',
      '',
      `Name:      ${name}`,
      `Email:     ${oneLine(application.email)}`,
      `Phone:     ${oneLine(application.phone)}`,
      `Sent:      ${inIndia.format(application.createdAt)} IST`,
      `Reference: ${application.id}`,
      ...address,
      '',
      'Documents:',
      '',
      ...application.papers.map(paperLine),
      '',
      'The documents stay sealed on the server. To read them:',
      `    ${opsCommand('files', application.id, '--to', 'DIR')}`,
      'This application and those after it:',
      `    ${opsCommand('export', 'applications', '--since', new Date(application.createdAt).toISOString())}`,
    ].join('\n'),
  }
}
