import * as z from 'zod/mini'
import { recordKind, type RecordKind } from '#contract/schemas/staff-records.ts'
import { namesIn } from '#contract/schemas/agency.ts'
import type { App } from '#server/context.ts'
import { vacancyTitle } from '#server/features/vacancies/service.ts'
import { handle, mailed, type JobHandler, type JobKind } from '#server/platform/jobs/job.ts'
import { mailedPageOf, ownPageOf } from '#server/features/records/link-store.ts'
import { atDesk, oneLine, personMail, replyToAgency } from '#server/platform/message-text.ts'
import { recordEventDetail } from '#server/features/records/timeline-store.ts'
import { writtenIn } from '#server/platform/requested-language.ts'
import { contactOf, readRecords } from '#server/features/records/store.ts'
import { earlierContact, emailProof } from './contact-rules.ts'

/** What a person did on their page that somebody at the agency has to do something about, or to know at once. */
const wishes = ['withdrawn', 'erasure', 'tookBack'] as const

interface Wish {
  kind: RecordKind
  recordId: string
  wish: (typeof wishes)[number]
  /** The vacancy that alone was withdrawn from; empty for all. */
  vacancy: string
}

export const notifyAgency: JobKind<Wish & Record<string, string>> = {
  name: 'own.notify-agency',
  record: 'recordId',
  payload: z.object({
    ...{ kind: recordKind, recordId: z.string(), wish: z.enum(wishes) },
    vacancy: z._default(z.string(), ''),
  }),
  maxAttempts: 30,
}

const subjects: Record<Wish['wish'], string> = {
  withdrawn: 'Withdrawn',
  erasure: 'Erasure asked for',
  tookBack: 'Another phone was taken back',
}

function sentencesOf({ kind, wish, vacancy }: Wish): string[] {
  switch (wish) {
    case 'withdrawn':
      if (kind === 'executives')
        return [
          'withdrew on the page of their own.',
          'The mandate is to be ended at the gateway, and the person waits for an answer by e-mail.',
        ]
      return [`withdrew on the page of their own${vacancy ? `, from the vacancy ${vacancy} alone` : ''}.`]
    case 'erasure':
      return ['asks on the page of their own to be erased. A code to the phone on record confirmed who asks.']
    case 'tookBack':
      return [
        'put the earlier phone back on record: somebody else had put another there.',
        'An e-mail address that was changed on that day is back too. Look in the timeline at what else was changed.',
      ]
  }
}

/** Mails the agency what a person asked for; nothing for one who was erased meanwhile. */
export function notifyAgencyHandler(app: App): JobHandler {
  const { agencyInbox, publicUrl } = app.config
  return handle(notifyAgency, async (asked, jobId) => {
    const { kind, recordId, wish } = asked
    const [record] = await readRecords(app, [recordId])
    if (!record) return { done: true }
    const name = oneLine(contactOf(record).name)
    const { reference, address } = atDesk(publicUrl, kind, record)
    const [did = '', ...more] = sentencesOf(asked)
    const text = [`${name} (${reference}) ${did}`, ...more, '', 'This record at the desk:', `    ${address}`]
    const mail = { subject: `${subjects[wish]}: ${reference}`, text: text.join('\n') }
    return mailed(await app.mail.send({ id: jobId, to: agencyInbox, ...mail }), 'agency')
  })
}

/** What a mail about a record is written with; undefined for a person who was erased meanwhile. */
async function toPerson(app: App, recordId: string) {
  const { config } = app
  const [record] = await readRecords(app, [recordId])
  if (!record) return undefined
  const language = writtenIn(record.language, config.languages)
  return {
    ...{ reference: record.reference, email: contactOf(record).email, language },
    agency: namesIn(config.agency, language).name,
    replyTo: replyToAgency(config.agency, language),
    page: () => ownPageOf(app, { id: recordId, language: record.language }),
    mailedPage: () => mailedPageOf(app, { ...contactOf(record), id: recordId, language: record.language }),
  }
}

export const notifyWithdrawn: JobKind<{ recordId: string; vacancy: string }> = {
  name: 'own.notify-withdrawn',
  record: 'recordId',
  payload: z.object({ recordId: z.string(), vacancy: z.string() }),
  maxAttempts: 30,
}

/** Mails a person that they have withdrawn. */
export function notifyWithdrawnHandler(app: App): JobHandler {
  return handle(notifyWithdrawn, async ({ recordId, vacancy }, jobId) => {
    const to = await toPerson(app, recordId)
    if (!to) return { done: true }
    const { reference, agency, language, replyTo, email } = to
    const title = vacancy === '' ? '' : await vacancyTitle(app, vacancy, language)
    const message =
      title === ''
        ? personMail('withdrawn', { reference, agency }, language)
        : personMail('withdrawnFrom', { reference, agency, title, page: await to.page() }, language)
    return mailed(await app.mail.send({ id: jobId, to: email, replyTo, ...message }), 'person')
  })
}

/** The entry of the timeline has the address that is to be confirmed. */
export const proveEmail: JobKind<{ recordId: string; eventId: string }> = {
  name: 'own.prove-email',
  record: 'recordId',
  payload: z.object({ recordId: z.string(), eventId: z.string() }),
  maxAttempts: 30,
}

/** Mails the link that puts an address on record to that address. */
export function proveEmailHandler(app: App): JobHandler {
  return handle(proveEmail, async ({ recordId, eventId }, jobId) => {
    const to = await toPerson(app, recordId)
    const { email } = (await recordEventDetail(app.db, app.cipher, eventId)) ?? {}
    if (!to || !email) return { done: true }
    const { agency, language, replyTo } = to
    const page = `${await to.page()}#email=${emailProof(app, eventId)}`
    const message = personMail('confirmAddress', { page, agency }, language)
    return mailed(await app.mail.send({ id: jobId, to: email, replyTo, ...message }), 'person')
  })
}

/** The entry of the timeline has the address. */
export const notifyEarlier: JobKind<{ recordId: string; eventId: string }> = {
  name: 'own.notify-earlier',
  record: 'recordId',
  payload: z.object({ recordId: z.string(), eventId: z.string() }),
  maxAttempts: 30,
}

/** Tells an address that another took its place. */
export function notifyEarlierHandler(app: App): JobHandler {
  return handle(notifyEarlier, async ({ recordId, eventId }, jobId) => {
    const to = await toPerson(app, recordId)
    const { earlier } = (await recordEventDetail(app.db, app.cipher, eventId)) ?? {}
    if (!to || !earlier) return { done: true }
    const { reference, agency, language, replyTo } = to
    const message = personMail('addressChanged', { reference, agency }, language)
    return mailed(await app.mail.send({ id: jobId, to: earlier, replyTo, ...message }), 'person')
  })
}

/** How a person is told of another phone: at the earlier one, at the address on record, and at the one that it took the place of. */
export const phoneTold = ['sms', 'mail', 'earlier mail'] as const

/** The entry of the timeline has the phone that another took the place of. */
export const notifyPhone: JobKind<{ recordId: string; eventId: string; by: (typeof phoneTold)[number] }> = {
  name: 'own.notify-phone',
  record: 'recordId',
  payload: z.object({ recordId: z.string(), eventId: z.string(), by: z.enum(phoneTold) }),
  maxAttempts: 30,
}

/** Tells a person that another phone is on record, and how to take it back. */
export function notifyPhoneHandler(app: App): JobHandler {
  return handle(notifyPhone, async ({ recordId, eventId, by }, jobId) => {
    const to = await toPerson(app, recordId)
    const { earlier: phone } = (await recordEventDetail(app.db, app.cipher, eventId)) ?? {}
    if (!to || !phone) return { done: true }
    const { reference, agency, language, replyTo } = to
    if (by === 'sms') {
      const sms = { id: jobId, phone, template: 'number_changed', language, values: {} } as const
      const sent = await app.sms.send(sms)
      const permanent = !sent.sent && ['refused', 'not_allowed'].includes(sent.reason)
      return sent.sent ? { done: true } : { done: false, failure: `sms: ${sent.reason}`, permanent }
    }
    const before = by === 'mail' ? undefined : (await earlierContact(app, recordId))?.email
    const email = by === 'mail' ? to.email : before
    if (!email || before === to.email) return { done: true }
    const message = personMail('phoneChanged', { reference, agency, page: await to.page() }, language)
    return mailed(await app.mail.send({ id: jobId, to: email, replyTo, ...message }), 'person')
  })
}

export const notifyTakenBack: JobKind<{ recordId: string }> = {
  name: 'own.notify-taken-back',
  record: 'recordId',
  payload: z.object({ recordId: z.string() }),
  maxAttempts: 30,
}

/** Mails a person the link that took the place of the one before, once the earlier phone is back on record. */
export function notifyTakenBackHandler(app: App): JobHandler {
  return handle(notifyTakenBack, async ({ recordId }, jobId) => {
    const to = await toPerson(app, recordId)
    if (!to) return { done: true }
    const { reference, agency, language, replyTo, email } = to
    const message = personMail('phoneTakenBack', { reference, agency, page: await to.mailedPage() }, language)
    return mailed(await app.mail.send({ id: jobId, to: email, replyTo, ...message }), 'person')
  })
}
