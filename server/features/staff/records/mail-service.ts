import { refused, orRefuse } from '#server/platform/http/http-errors.ts'
import * as z from 'zod/mini'
import { indianMoment, indianTime } from '#contract/dates.ts'
import type { Language } from '#contract/messages/languages.ts'
import {
  anybody,
  hiddenLink,
  mailMessages,
  mailTemplates,
  type MailTemplateName,
} from '#contract/messages/staff-mails.ts'
import type { recordPages } from '#contract/paths.ts'
import type { MailDraft, MailPreview } from '#contract/schemas/staff-mails.ts'
import {
  recordKind,
  type RecordKind,
  type RecordStatus,
  statusesBeforeInterview,
} from '#contract/schemas/staff-records.ts'
import { namesIn } from '#contract/schemas/agency.ts'
import type { App } from '#server/context.ts'
import { type DeskHandlers } from '#server/features/staff/desk-rules.ts'
import { limitMails, limitShown } from '#server/features/staff/desk-limits.ts'
import { insertDocumentRequest } from '#server/features/records/document-request-store.ts'
import { addToTimeline, changeWork, findByReference, type RecordName } from './store.ts'
import { setInterview } from './today-store.ts'
import { vacanciesOf } from '#server/features/vacancies/candidate-store.ts'
import { movePerson, placeOf } from '#server/features/vacancies/application-status-service.ts'
import { vacancyTitle } from '#server/features/vacancies/service.ts'
import { appendAudit } from '#server/platform/audit/log.ts'
import type { Db } from '#server/platform/db/client.ts'
import { contactOf, type DeskRecord, type RecordHead } from '#server/features/records/store.ts'
import { addRecordEvent, hasRecordEvent, recordEventDetail } from '#server/features/records/timeline-store.ts'
import { newId } from '#server/platform/ids.ts'
import { mailToPerson, notWanted } from '#server/features/mails/mail.ts'
import { enqueue } from '#server/platform/jobs/store.ts'
import { maskEmail } from '#server/platform/masking.ts'
import { writtenIn } from '#server/platform/requested-language.ts'
import { endSessionsWith } from '#server/platform/sessions/store.ts'
import { type MailValues, type PersonMail, personMail, replyToAgency } from '#server/platform/mail-text.ts'
import { timeInIndia } from '#server/platform/time-text.ts'

/** Mails from templates to a record's person: a preview, then the sending. */
export function mailHandlers(app: App) {
  return {
    'records.previewMail': ({ params, body }) => previewMail(app, params, body),
    'records.mail': ({ params, body, staff, actor }) => {
      const mail = { ...body, staffId: staff.id, actor }
      const send = async () => (await sendMail(app, params, mail)) ?? { message: mailMessages.sent }
      // Free words are sent in the agency's name, so a stolen session may send only as many as it may see contacts.
      return body.draft.template === 'letter' ? limitShown(app, staff, send) : send()
    },
  } satisfies Partial<DeskHandlers>
}

const unknown = refused('not_found', { text: mailMessages.unknown })

/** Returns the record if a mail from that template can be sent to its person. */
async function writable(app: App, name: RecordName, template: MailTemplateName): Promise<DeskRecord> {
  const record = orRefuse(await findByReference(app, name), unknown)
  if (!record.personal) throw refused('invalid', { text: mailMessages.unreadable })
  const kinds: readonly RecordKind[] = mailTemplates[template].kinds
  if (!kinds.includes(name.kind)) throw refused('invalid', { text: mailMessages.wrongKind })
  return record
}

/** Returns what staff filled in, with the title of the chosen vacancy as the position. */
async function filledIn(app: App, record: DeskRecord, draft: MailDraft): Promise<MailDraft> {
  const { vacancy } = draft
  if (vacancy === undefined) return draft
  const standing = (await vacanciesOf(app.db, [record.id])).get(record.id) ?? []
  if (!standing.some(({ reference }) => reference === vacancy))
    throw refused('invalid', { text: mailMessages.notThere })
  const language = writtenIn(record.language, app.config.languages)
  return { ...draft, blanks: { ...draft.blanks, position: await vacancyTitle(app, vacancy, language) } }
}

/** Returns the mail in the record's language with what staff filled in. */
function textOf(
  { config: { agency, languages } }: App,
  record: DeskRecord,
  { template, blanks, link }: MailDraft & { link: string },
): PersonMail {
  const { name } = contactOf(record)
  const language = writtenIn(record.language, languages)
  const said = Object.entries(blanks).map(([blank, text]) => {
    const at = indianMoment(text)
    return [blank, blank === 'words' || at === undefined ? text : timeInIndia(at, language)]
  })
  // Each blank of the template exists, since the request was validated against the template.
  const values = {
    ...Object.fromEntries(said),
    ...{ link, name, reference: record.reference },
    agency: namesIn(agency, language).name,
  } as MailValues<MailTemplateName>
  return personMail(template, values, language)
}

const HOUR_MS = 3_600_000
/** The hours in India for which staff must confirm an interview. */
const NIGHT = { from: 21, until: 7 }

/**
 * Returns the question about the time of an interview, if any; refuses a past time. A time in words is accepted
 * unchanged.
 */
function questionAbout({ template, blanks: { when = '' } }: MailDraft, now: number): string {
  const at = indianMoment(when) ?? indianMoment(`${when}T23:59`)
  if (template !== 'interview' || at === undefined) return ''
  const message = { text: mailMessages.past }
  if (at <= now) throw refused({ code: 'invalid', message, errors: [{ field: 'blanks.when', message }] })
  if (at < now + HOUR_MS) return mailMessages.soon
  const hour = Number(indianTime(at).slice(11, 13))
  return hour >= NIGHT.from || hour < NIGHT.until ? mailMessages.night : ''
}

/** Returns the mail as it would be sent, without the person's link. */
async function previewMail(app: App, name: RecordName, draft: MailDraft): Promise<MailPreview> {
  const record = await writable(app, name, draft.template)
  const filled = await filledIn(app, record, draft)
  const question = questionAbout(draft, app.clock.now())
  const to = maskEmail(contactOf(record).email)
  return { question, to, ...textOf(app, record, { ...filled, link: hiddenLink }) }
}

interface AskedMail {
  id: string
  draft: MailDraft
  sure?: boolean | undefined
  staffId: string
  actor: string
}

/** Stores the mail in the timeline and the outbox in one commit; one with the same id is stored once. */
async function sendMail(
  app: App,
  name: RecordName,
  { id, draft: written, sure = false, staffId, actor }: AskedMail,
): Promise<void> {
  const { template, vacancy = '' } = written
  const record = await writable(app, name, template)
  const draft = await filledIn(app, record, written)
  const known = mailTemplates[template].blanks.map(({ name }) => [name, draft.blanks[name]])
  const text = mailMessages.entry(mailTemplates[template].label, vacancy)
  const blanks = JSON.stringify(Object.fromEntries(known))
  const detail = { text, template, blanks, ...(vacancy === '' ? {} : { vacancy }) }
  // The same id from another person, or to another one, is another mail.
  const eventId = app.cipher.index('record_events.id', ['mail', staffId, record.id, id].join(' '))
  // Its answer was lost; the mail is in the timeline and was counted then.
  if (await hasRecordEvent(app.db, eventId)) return
  const question = questionAbout(draft, app.clock.now())
  if (question && !sure) throw refused('invalid', { text: question })
  const payload = { kind: record.kind, recordId: record.id, eventId }
  // An applicant has one link, and a person who asks for it again may have lost it to somebody.
  const isReplaced = template === 'linkAgain' && record.kind === 'applications'
  let isNew = false
  const also = async (trx: Db, held: RecordHead) => {
    isNew = true
    const now = app.clock.now()
    if (isReplaced) {
      const { reference } = record
      await app.recordLinks.replace(trx, record.id)
      await appendAudit(trx, { action: 'replace_link', reference, actor }, now)
    }
    if (template === 'letter') {
      const { reference } = record
      await appendAudit(trx, { action: 'mail', reference, actor }, now)
    }
    await enqueue(trx, mailPerson, [{ payload, now }])
    if (template === 'interview') await setInterview(trx, record.id, indianMoment(draft.blanks['when'] ?? ''))
    await goOn(trx, app, { held, template, vacancy, staffId })
    if (template === 'documentMissing')
      await insertDocumentRequest(trx, { id: eventId, recordId: record.id, now })
  }
  const mail = { id: eventId, staffId, kind: 'mail', detail, also } as const
  await limitMails(app, record.id, async () => {
    orRefuse(await addToTimeline(app, record, mail), unknown)
    return isNew
  })
  if (isReplaced && isNew) await endSessionsWith(app, [record.id])
  app.wakeWorker()
}

/** Returns the mail «The vacancy is closed» in a language, addressed to nobody in particular. */
export function closedMail(
  { config: { agency } }: App,
  { title, language }: { title: string; language: Language },
): PersonMail {
  const values = { ...anybody, position: title, link: hiddenLink, agency: namesIn(agency, language).name }
  return personMail('vacancyClosed', values, language)
}

/** Tells candidates that their vacancy is closed, in the transaction of the closing. */
export async function notifyClosed(
  trx: Db,
  { cipher, clock }: App,
  mail: { recordId: string; vacancy: string; title: string; staffId: string },
): Promise<void> {
  const [record, now] = [{ kind: 'applications' as const, id: mail.recordId }, clock.now()]
  const { recordId, vacancy, title, staffId } = mail
  const [template, eventId] = ['vacancyClosed', newId()] as const
  const text = mailMessages.entry(mailTemplates[template].label, vacancy)
  const detail = { text, template, blanks: JSON.stringify({ position: title }), vacancy }
  await addRecordEvent(trx, cipher, { id: eventId, record, at: now, staffId, kind: 'mail', detail })
  await enqueue(trx, mailPerson, [{ payload: { kind: record.kind, recordId, eventId }, now }])
}

/**
 * Changes the status if nobody has changed it further: an enquiry becomes answered unless it was only thanked for; an
 * applicant becomes invited, at the vacancy of the mail or at their only one.
 */
async function goOn(
  trx: Db,
  app: App,
  of: { held: RecordHead; template: MailTemplateName; vacancy: string; staffId: string },
): Promise<void> {
  const { held, template, vacancy, staffId } = of
  const set = (status: RecordStatus) => changeWork(trx, app, { before: held, change: { status }, staffId })
  if (held.kind === 'enquiries' && template !== 'received' && held.status === 'new') await set('contacted')
  if (held.kind !== 'applications' || template !== 'interview') return
  const at = await placeOf(trx, held.id, vacancy)
  if (at === 'several') return
  if (!isInvitable(at === 'none' ? held.status : at.candidate.stage)) return
  await (at === 'none' ? set('interview') : movePerson(trx, app, at, { stage: 'interview', staffId }))
}

function isInvitable(status: RecordStatus): boolean {
  return statusesBeforeInterview.some((before) => before === status) && status !== 'interview'
}

const stored = z.object({
  template: z.enum(Object.keys(mailTemplates) as [MailTemplateName, ...MailTemplateName[]]),
  blanks: z.string(),
})

/** A mail from staff to a person. Its text is stored only in the record's timeline, encrypted. */
export const mailPerson = mailToPerson({
  name: 'staff.mail-person',
  record: 'recordId',
  payload: z.object({ kind: recordKind, recordId: z.string(), eventId: z.string() }),
  write: async ({ record, link }, { eventId }, { app }) => {
    const detail = await recordEventDetail(app.db, app.cipher, eventId)
    if (!detail) return notWanted
    const { template, blanks } = stored.parse(detail)
    const page = pageOf(record)
    const draft = { template, blanks: JSON.parse(blanks), link: page ? await link(page) : '' }
    const text = textOf(app, record, draft)
    return {
      ...text,
      to: contactOf(record).email,
      replyTo: replyToAgency(app.config.agency, text.language),
    }
  },
})

/** Returns an applicant's own page; for an executive the agreement's page, or the mandate's if that failed. */
function pageOf({ kind, status }: DeskRecord): keyof typeof recordPages | undefined {
  if (kind === 'enquiries') return undefined
  if (kind === 'applications') return 'own'
  return status === 'mandate_failed' || status === 'signed_mandate_failed'
    ? 'mandateFailure'
    : 'signAgreement'
}
