import * as z from 'zod/mini'
import { addressIn, type Language } from '#contract/messages/languages.ts'
import { marksInWords } from '#contract/messages/staff-record.ts'
import { pages } from '#contract/paths.ts'
import type { App } from '#server/context.ts'
import { handle, mailed, type JobHandler, type JobKind } from '#server/platform/jobs/job.ts'
import { mailedPageOf, ownPageOf } from '#server/features/records/link-store.ts'
import { findRecord } from '#server/features/records/store.ts'
import type { NotifyInbox, Mail } from '#server/providers/mail/port.ts'
import { writtenIn, say } from '#server/platform/requested-language.ts'
import {
  atDesk,
  type AtDesk,
  oneLine,
  personMail,
  replyToAgency,
  receiptMail,
  recordLines,
  recordTexts,
} from '#server/platform/message-text.ts'
import {
  applicationAt,
  supersededBy,
  findApplication,
  type StoredApplication,
  type StoredDocument,
} from './store.ts'
import { findLink } from './link-store.ts'
import { sizeInWords } from '#contract/messages/with-values.ts'
import { type DocumentField, documentFields } from '#contract/fields/application.ts'

/**
 * `replacement`: of one that somebody else sent; `documents`: of one whose documents there was no room for; `again`: it was
 * there already, and another one under its e-mail or phone was refused.
 */
const abouts = ['first', 'replacement', 'documents', 'again'] as const
export type About = (typeof abouts)[number]

export const notifyAgency: JobKind<{ applicationId: string; about: About }> = {
  name: 'careers.notify-agency',
  record: 'applicationId',
  payload: z.object({
    applicationId: z.string(),
    about: z._default(z.enum(abouts), 'first'),
  }),
  maxAttempts: 30,
}

/** Mails staff about an application, without its documents; nothing for one that was erased meanwhile. */
export function notifyAgencyHandler({ db, cipher, config }: App, notifyInbox: NotifyInbox): JobHandler {
  return handle(notifyAgency, async ({ applicationId, about }, jobId) => {
    const application = await findApplication(db, cipher, applicationId)
    if (!application) return { done: true }
    const desk = atDesk(config.publicUrl, 'applications', application)
    const superseded = await supersededBy(db, applicationId)
    const mail = applicationMail(application, desk, { about, superseded })
    return notifyInbox({ id: jobId, ...mail }, { of: 'applications', createdAt: application.createdAt })
  })
}

export const notifyPerson: JobKind<{ applicationId: string; vacancy: string; stands: 'yes' | 'no' }> = {
  name: 'careers.notify-person',
  record: 'applicationId',
  payload: z.object({
    applicationId: z.string(),
    /** The one that was applied for; empty for none. */
    vacancy: z._default(z.string(), ''),
    /** Whether the person stands at it: it was open. */
    stands: z._default(z.enum(['yes', 'no']), 'no'),
  }),
  maxAttempts: 30,
}

/** A sentence about the vacancy that was applied for; empty where there is none. */
type AppliedFor = (
  app: App,
  of: { reference: string; language: Language; stands: boolean },
) => Promise<string>

/** Mails a receipt to an applicant; nothing for an application that was erased or replaced meanwhile. */
export function notifyPersonHandler(app: App, appliedFor: AppliedFor): JobHandler {
  const { db, cipher, config, mail } = app
  return handle(notifyPerson, async ({ applicationId: id, vacancy, stands }, jobId) => {
    const application = await findRecord(db, cipher, { kind: 'applications', id })
    if (!application) return { done: true }
    const page = await mailedPageOf(app, application)
    const language = writtenIn(application.language, config.languages)
    const about = await appliedFor(app, { reference: vacancy, language, stands: stands === 'yes' })
    const message = receiptMail('applicationReceived', { ...application, page, about }, config)
    return mailed(await mail.send({ id: jobId, to: application.email, ...message }), 'person')
  })
}

export const notifyOwner: JobKind<{ linkId: string; about: 'second' | 'documents'; vacancy: string }> = {
  name: 'careers.notify-owner',
  record: null,
  payload: z.object({
    linkId: z.string(),
    about: z._default(z.enum(['second', 'documents']), 'second'),
    /** The open vacancy that the second one was for; empty for none. */
    vacancy: z._default(z.string(), ''),
  }),
  maxAttempts: 30,
}

/** What a vacancy is called in a language. */
type VacancyTitle = (app: App, reference: string, language: Language) => Promise<string>

/**
 * Mails the owner of an address that another application came in their name, or that there was no room for the documents of
 * theirs; nothing for a link that is gone or used.
 */
export function notifyOwnerHandler(app: App, titleOf: VacancyTitle): JobHandler {
  const { db, cipher, config, mail } = app
  const { publicUrl, agency, languages } = config
  return handle(notifyOwner, async ({ linkId, about, vacancy }, jobId) => {
    const link = await findLink(db, cipher, linkId)
    if (!link) return { done: true }
    const language = writtenIn(link.language, languages)
    const page = publicUrl + addressIn(language, pages.career)
    const name = about === 'second' ? 'secondApplication' : 'documentsAwaited'
    const replacing = `${page}#replace=${link.token}`
    // The page of one's own is named to the address alone that its application has.
    const id = vacancy === '' ? undefined : await applicationAt(db, cipher, link.email)
    const message =
      id === undefined
        ? personMail(name, { link: replacing }, language)
        : personMail(
            'secondForVacancy',
            {
              link: replacing,
              page: `${await ownPageOf(app, { id, language })}?job=${vacancy}`,
              vacancy: await titleOf(app, vacancy, language),
            },
            language,
          )
    // The link needs JavaScript: its token is in the fragment, which no server sees. Documents may come as an answer.
    const replyTo = replyToAgency(agency, language)
    return mailed(await mail.send({ id: jobId, to: link.email, replyTo, ...message }), 'person')
  })
}

const scanResults: Record<StoredDocument['scan'], string> = {
  clean: 'scanned, no virus found',
  unscanned: 'NOT SCANNED: the virus scanner did not answer',
  off: 'not scanned: no virus scanner is set up',
}

function documentLine({ field, kind, size, scan, marks }: StoredDocument): string {
  const name = documentFields[field as DocumentField].name
  // Nearly every résumé has these.
  const told = marks.filter((mark) => mark !== 'link')
  const found = told.length > 0 ? `; found in it: ${marksInWords(told)}` : ''
  return `    ${name}: ${kind}, ${say(sizeInWords(size), 'en')}, ${scanResults[scan]}${found}`
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

/** The mail that notifies staff of an application: who, and which documents, which stay on the server. */
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
