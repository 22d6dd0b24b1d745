import { addressIn, type Language } from '#contract/messages/languages.ts'
import { recordPages } from '#contract/paths.ts'
import { namesIn } from '#contract/schemas/agency.ts'
import type { App } from '#server/context.ts'
import { mailedPageOf } from '#server/features/records/link-store.ts'
import { contactOf, type DeskRecord, readRecords } from '#server/features/records/store.ts'
import type { JobKind, JobOutcome } from '#server/platform/jobs/job.ts'
import {
  type MailValues,
  personMail,
  type PersonMailName,
  replyToAgency,
} from '#server/platform/mail-text.ts'
import { writtenIn } from '#server/platform/requested-language.ts'
import type { Mail, Unasked } from '#server/providers/mail/port.ts'

/** A mail without its id. One without an address goes to the agency's inbox. */
export interface Written extends Omit<Mail, 'id' | 'to'> {
  to?: string
  /** Anybody can cause this mail, so it counts against the inbox's daily budget. */
  counted?: { of: Unasked; createdAt: number }
}

/** A row of the table of mails (`server/mails.ts`): a job that only sends one mail. */
export interface MailKind<
  Payload extends Record<string, string> = Record<string, string>,
> extends JobKind<Payload> {
  /** Returns the mail to send now, or how the job ends without one, such as `notWanted`. */
  write(app: App, payload: Payload, jobId: string): Promise<Written | JobOutcome>
}

/** The outcome of a mail's job that is no longer needed. */
export const notWanted: JobOutcome = { done: true }

/** A mail of any kind. Its thirty attempts cover half a day without a mail server. */
export function mailKind<Payload extends Record<string, string>>(
  row: Omit<MailKind<Payload>, 'maxAttempts'>,
): MailKind<Payload> {
  return { ...row, maxAttempts: 30 }
}

/** A mail to the person of a record; dropped once the record is erased. */
export function mailToPerson<Payload extends Record<string, string>>({
  write,
  ...row
}: Omit<MailKind<Payload>, 'maxAttempts' | 'record' | 'write'> & {
  record: keyof Payload & string
  write(person: Person, payload: Payload, about: { app: App; jobId: string }): Promise<Written | JobOutcome>
}): MailKind<Payload> {
  return mailKind({
    ...row,
    write: async (app, payload, jobId) => {
      const person = await personOf(app, payload[row.record] ?? '')
      return 'done' in person ? person : write(person, payload, { app, jobId })
    },
  })
}

/** Values that every mail to a record's person may contain. */
type Common = 'name' | 'reference' | 'agency'

/** A record's person, with what is needed to write to them. */
export interface Person {
  record: DeskRecord
  /** The language of the mail. */
  language: Language
  /** Returns the address of a page that their link opens. */
  link(page: keyof typeof recordPages): Promise<string>
  /** Returns the address of their own page, with the proof that they received mail at the address on record. */
  mailedPage(): Promise<string>
  /** Writes a mail to the address on record, with their name, their reference and the agency's name filled in. */
  mail<Name extends PersonMailName>(
    name: Name,
    values: Omit<MailValues<Name>, Common>,
  ): Written & { to: string }
}

/** Returns the person of a record, or the outcome of the job if the record is erased or cannot be decrypted. */
export async function personOf(app: App, recordId: string): Promise<Person | JobOutcome> {
  const { config, recordLinks } = app
  const [record] = await readRecords(app, [recordId])
  if (!record) return notWanted
  if (!record.personal) return { done: false, failure: 'record: unreadable', permanent: true }
  const { name, email: to } = contactOf(record)
  const language = writtenIn(record.language, config.languages)
  const replyTo = replyToAgency(config.agency, language)
  const common = { name, reference: record.reference, agency: namesIn(config.agency, language).name }
  return {
    record,
    language,
    link: async (page) =>
      config.publicUrl + addressIn(language, recordPages[page]) + (await recordLinks.tokenOf(recordId)),
    mailedPage: () => mailedPageOf(app, { id: recordId, language: record.language, email: to }),
    mail: <Name extends PersonMailName>(mail: Name, values: Omit<MailValues<Name>, Common>) => {
      const filled = { ...common, ...values } as MailValues<Name>
      return { to, replyTo, ...personMail(mail, filled, language) }
    },
  }
}
