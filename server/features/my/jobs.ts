import * as z from 'zod/mini'
import { recordKind, type RecordKind } from '#contract/schemas/staff-records.ts'
import type { App } from '#server/context.ts'
import { handle, mailed, type JobHandler, type JobKind } from '#server/platform/jobs/job.ts'
import { atDesk, oneLine, personMail } from '#server/platform/message-text.ts'
import { recordEventDetail } from '#server/platform/records/events.ts'
import { writtenIn } from '#server/platform/requested-language.ts'
import { contactOf, readRecords } from '#server/platform/records/store.ts'

/** What a person asks for on their page that somebody at the agency has to do, or to know at once. */
export type OwnWish = 'withdrawn' | 'erasure'

export const tellAgency: JobKind<{ kind: RecordKind; recordId: string; wish: OwnWish }> = {
  name: 'own.tell-agency',
  record: 'recordId',
  payload: z.object({ kind: recordKind, recordId: z.string(), wish: z.enum(['withdrawn', 'erasure']) }),
  maxAttempts: 30,
}

const subjects: Record<OwnWish, string> = { withdrawn: 'Withdrawn', erasure: 'Erasure asked for' }

const sentences: Record<OwnWish, string[]> = {
  withdrawn: [
    'withdrew on the page of their own.',
    'Of a registration, the mandate is to be ended at the gateway.',
  ],
  erasure: ['asks on the page of their own to be erased. A code to the phone on record confirmed who asks.'],
}

/** Mails the agency what a person asked for; nothing for one who was erased meanwhile. */
export function tellAgencyHandler(app: App): JobHandler {
  const { agencyInbox, publicUrl } = app.config
  return handle(tellAgency, async ({ kind, recordId, wish }, jobId) => {
    const [record] = await readRecords(app, [recordId])
    if (!record) return { done: true }
    const name = oneLine(contactOf(record).name)
    const { reference, address } = atDesk(publicUrl, kind, record)
    const [did = '', ...more] = sentences[wish]
    const text = [`${name} (${reference}) ${did}`, ...more, '', 'This record at the desk:', `    ${address}`]
    const mail = { subject: `${subjects[wish]}: ${reference}`, text: text.join('\n') }
    return mailed(await app.mail.send({ id: jobId, to: agencyInbox, ...mail }), 'agency')
  })
}

/** The entry of the timeline has the address. */
export const tellEarlier: JobKind<{ recordId: string; eventId: string }> = {
  name: 'own.tell-earlier',
  record: 'recordId',
  payload: z.object({ recordId: z.string(), eventId: z.string() }),
  maxAttempts: 30,
}

/** Tells an address that another took its place; nothing for a person who was erased meanwhile. */
export function tellEarlierHandler(app: App): JobHandler {
  const { db, cipher, config, mail } = app
  return handle(tellEarlier, async ({ recordId, eventId }, jobId) => {
    const [record] = await readRecords(app, [recordId])
    const { earlier } = (await recordEventDetail(db, cipher, eventId)) ?? {}
    if (!record || !earlier) return { done: true }
    const { reference } = record
    const { name: agency, email: address } = config.agency
    const values = { reference, agency }
    const message = personMail('addressChanged', values, writtenIn(record.language, config.languages))
    const replyTo = { name: agency, address }
    return mailed(await mail.send({ id: jobId, to: earlier, replyTo, ...message }), 'person')
  })
}
