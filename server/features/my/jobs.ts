import * as z from 'zod/mini'
import { recordKind, type RecordKind } from '#contract/schemas/staff-records.ts'
import { vacancyTitle } from '#server/features/vacancies/service.ts'
import { mailKind, mailToPerson, notWanted } from '#server/features/mails/mail.ts'
import { atDesk } from '#server/platform/mail-text.ts'
import { oneLine } from '#server/platform/visible-text.ts'
import { recordEventDetail } from '#server/features/records/timeline-store.ts'
import { contactOf, readRecords } from '#server/features/records/store.ts'
import { earlierContact, emailProof } from './contact-rules.ts'

/** What a person did on their page that the agency must act on or know at once. */
const wishes = ['withdrawn', 'erasure', 'tookBack'] as const

interface Wish {
  kind: RecordKind
  recordId: string
  wish: (typeof wishes)[number]
  /** The one vacancy that was withdrawn from; empty for all. */
  vacancy: string
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

/** Tells the agency's inbox what a person asked for. */
export const notifyAgency = mailKind({
  name: 'own.notify-agency',
  record: 'recordId',
  payload: z.object({
    ...{ kind: recordKind, recordId: z.string(), wish: z.enum(wishes) },
    vacancy: z._default(z.string(), ''),
  }),
  write: async (app, asked) => {
    const [record] = await readRecords(app, [asked.recordId])
    if (!record) return notWanted
    const name = oneLine(contactOf(record).name)
    const { reference, address } = atDesk(app.config.publicUrl, asked.kind, record)
    const [did = '', ...more] = sentencesOf(asked)
    const text = [`${name} (${reference}) ${did}`, ...more, '', 'This record at the desk:', `    ${address}`]
    return { subject: `${subjects[asked.wish]}: ${reference}`, text: text.join('\n') }
  },
})

/** Tells a person that they have withdrawn from one vacancy, or completely. */
export const notifyWithdrawn = mailToPerson({
  name: 'own.notify-withdrawn',
  record: 'recordId',
  payload: z.object({ recordId: z.string(), vacancy: z.string() }),
  write: async ({ link, mail, language }, { vacancy }, { app }) => {
    if (vacancy === '') return mail('withdrawn', {})
    const title = await vacancyTitle(app, vacancy, language)
    return mail('withdrawnFrom', { title, page: await link('own') })
  },
})

/** Sends the link that confirms an address; the entry of the timeline contains the address. */
export const proveEmail = mailToPerson({
  name: 'own.prove-email',
  record: 'recordId',
  payload: z.object({ recordId: z.string(), eventId: z.string() }),
  write: async ({ link, mail }, { eventId }, { app }) => {
    const { email: to } = (await recordEventDetail(app.db, app.cipher, eventId)) ?? {}
    if (!to) return notWanted
    return {
      ...mail('confirmAddress', { page: `${await link('own')}#email=${emailProof(app, eventId)}` }),
      to,
    }
  },
})

/** Tells an address that another one replaced it; the entry of the timeline contains the address. */
export const notifyEarlier = mailToPerson({
  name: 'own.notify-earlier',
  record: 'recordId',
  payload: z.object({ recordId: z.string(), eventId: z.string() }),
  write: async ({ mail }, { eventId }, { app }) => {
    const { earlier: to } = (await recordEventDetail(app.db, app.cipher, eventId)) ?? {}
    return to ? { ...mail('addressChanged', {}), to } : notWanted
  },
})

/** How a person is told of a new phone: by SMS to the earlier phone, and by mail to the current and the earlier address. */
export const phoneTold = ['sms', 'mail', 'earlier mail'] as const

/** Says that a new phone is on record and how to undo that. The entry of the timeline contains the earlier phone. */
export const notifyPhone = mailToPerson({
  name: 'own.notify-phone',
  record: 'recordId',
  payload: z.object({ recordId: z.string(), eventId: z.string(), by: z.enum(phoneTold) }),
  write: async ({ link, mail, language }, { recordId, eventId, by }, { app, jobId: id }) => {
    const { earlier: phone } = (await recordEventDetail(app.db, app.cipher, eventId)) ?? {}
    if (!phone) return notWanted
    if (by === 'sms') {
      const sent = await app.sms.send({ id, phone, template: 'number_changed', language, values: {} })
      if (sent.sent) return { done: true }
      const permanent = ['refused', 'not_allowed'].includes(sent.reason)
      return { done: false, failure: `sms: ${sent.reason}`, permanent }
    }
    const written = mail('phoneChanged', { page: await link('own') })
    if (by === 'mail') return written
    const before = (await earlierContact(app, recordId))?.email
    return before && before !== written.to ? { ...written, to: before } : notWanted
  },
})

/** Sends a person whose earlier phone was restored the link that replaces the previous one. */
export const notifyTakenBack = mailToPerson({
  name: 'own.notify-taken-back',
  record: 'recordId',
  payload: z.object({ recordId: z.string() }),
  write: async ({ mail, mailedPage }) => mail('phoneTakenBack', { page: await mailedPage() }),
})
