import * as z from 'zod/mini'
import { addressIn } from '#contract/messages/languages.ts'
import { marksInWords } from '#contract/messages/document-marks.ts'
import { pages } from '#contract/paths.ts'
import { mailKind, mailToPerson, notWanted } from '#server/features/mails/mail.ts'
import { ownPageOf } from '#server/features/records/link-store.ts'
import { appliedFor, vacancyTitle } from '#server/features/vacancies/service.ts'
import type { Mail } from '#server/providers/mail/port.ts'
import { writtenIn, say } from '#server/platform/requested-language.ts'
import {
  atDesk,
  type AtDesk,
  personMail,
  replyToAgency,
  recordLines,
  recordTexts,
} from '#server/platform/mail-text.ts'
import { oneLine } from '#server/platform/visible-text.ts'
import { applicationAt, findApplication, type StoredApplication, type StoredDocument } from './store.ts'
import { supersededBy } from './superseding-store.ts'
import { findLink } from './link-store.ts'
import { sizeInWords, workingDays } from '#contract/messages/with-values.ts'
import { type DocumentField, documentFields } from '#contract/fields/application.ts'

/**
 * `replacement`: replaces one that somebody else sent; `documents`: replaces one whose documents found no room;
 * `again`: was there already when another one with its e-mail or phone was refused.
 */
const abouts = ['first', 'replacement', 'documents', 'again'] as const
export type About = (typeof abouts)[number]

/** Tells the agency's inbox of an application; the documents stay on the server. */
export const notifyAgency = mailKind({
  name: 'careers.notify-agency',
  record: 'applicationId',
  payload: z.object({ applicationId: z.string(), about: z._default(z.enum(abouts), 'first') }),
  write: async ({ db, cipher, config }, { applicationId, about }) => {
    const application = await findApplication(db, cipher, applicationId)
    if (!application) return notWanted
    const desk = atDesk(config.publicUrl, 'applications', application)
    const mail = applicationMail(application, desk, {
      about,
      superseded: await supersededBy(db, applicationId),
    })
    return { ...mail, counted: { of: 'applications', createdAt: application.createdAt } }
  },
})

/** The receipt to an applicant. */
export const notifyPerson = mailToPerson({
  name: 'careers.notify-person',
  record: 'applicationId',
  payload: z.object({
    applicationId: z.string(),
    /** The vacancy that was applied for; empty for none. */
    vacancy: z._default(z.string(), ''),
    /** Whether the person is a candidate there, since the vacancy was open. */
    stands: z._default(z.enum(['yes', 'no']), 'no'),
  }),
  write: async ({ language, mail, mailedPage }, { vacancy: reference, stands }, { app }) =>
    mail('applicationReceived', {
      about: await appliedFor(app, { reference, language, stands: stands === 'yes' }),
      days: say(workingDays(app.config.replyDays), language),
      page: await mailedPage(),
    }),
})

/**
 * Tells the owner of an address that another application came in their name, or that their documents found no room.
 * Dropped once the link is used or deleted.
 */
export const notifyOwner = mailKind({
  name: 'careers.notify-owner',
  record: null,
  payload: z.object({
    linkId: z.string(),
    about: z._default(z.enum(['second', 'documents']), 'second'),
    /** The open vacancy of the second application; empty for none. */
    vacancy: z._default(z.string(), ''),
  }),
  write: async (app, { linkId, about, vacancy: reference }) => {
    const { db, cipher, config } = app
    const found = await findLink(db, cipher, linkId)
    if (!found) return notWanted
    const { email: to } = found
    const language = writtenIn(found.language, config.languages)
    // The link needs JavaScript, since its token is in the fragment, which no server sees. Documents may also come as
    // a reply.
    const replyTo = replyToAgency(config.agency, language)
    const link = `${config.publicUrl}${addressIn(language, pages.career)}#replace=${found.token}`
    // The person's own page is named only to the address of its application.
    const id = reference === '' ? undefined : await applicationAt(db, cipher, to)
    if (id === undefined) {
      const name = about === 'second' ? 'secondApplication' : 'documentsAwaited'
      return { to, replyTo, ...personMail(name, { link }, language) }
    }
    const page = `${await ownPageOf(app, { id, language })}?job=${reference}`
    const vacancy = await vacancyTitle(app, reference, language)
    return { to, replyTo, ...personMail('secondForVacancy', { link, page, vacancy }, language) }
  },
})

const scanResults: Record<StoredDocument['scan'], string> = {
  clean: 'scanned, no virus found',
  unscanned: 'NOT SCANNED: the virus scanner did not answer',
  off: 'not scanned: no virus scanner is set up',
}

function documentLine({ field, kind, size, scan, marks }: StoredDocument): string {
  const name = documentFields[field as DocumentField].name
  // Nearly every résumé contains links.
  const told = marks.filter((mark) => mark !== 'link')
  const found = told.length > 0 ? `; found in it: ${marksInWords(told)}` : ''
  return `    ${name}: ${kind}, ${say(sizeInWords(size), 'en')}, ${scanResults[scan]}${found}`
}

/** The kind of application, and the references of those that it superseded. */
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
  again: [
    'Another one under its e-mail address or its phone was refused as a second one, and is not stored.',
    'Its timeline at the desk says for which vacancy.',
  ],
}

function replaced({ about, superseded }: Instead): string[] {
  const kept = (earlier: string) =>
    `It takes the place of ${earlier}, which you have worked on: that one is kept as superseded.`
  return [...opening[about], ...superseded.map(kept)]
}

const awaited = [
  '    AWAITED: there was no room for them when the application came. The applicant is mailed a link for sending them.',
]

/** Returns the mail that tells staff who applied and which documents came; the documents stay on the server. */
export function applicationMail(
  application: StoredApplication,
  desk: AtDesk,
  instead: Instead = { about: 'first', superseded: [] },
): Pick<Mail, 'subject' | 'text' | 'replyTo'> {
  const name = oneLine(application.full_name)
  return {
    subject: `${instead.about === 'again' ? 'Another' : 'New'} application from ${name}`,
    replyTo: { name, address: application.email },
    text: [
      instead.about === 'again'
        ? 'Somebody applied again, of whom this application is stored.'
        : 'An application was sent from the career page.',
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
