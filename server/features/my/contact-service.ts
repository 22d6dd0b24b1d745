import type { FastifyReply, FastifyRequest } from 'fastify'
import { recordFields } from '#contract/fields/records.ts'
import type { MessageKey } from '#contract/messages/sentences.ts'
import type { OtpState } from '#contract/schemas/identity.ts'
import { ownDetails } from '#contract/schemas/my.ts'
import type { App } from '#server/context.ts'
import { releaseClaims } from '#server/features/careers/store.ts'
import { checkCodeOfLink, sendCodeOfLink } from '#server/features/onboarding/identity/mobile-service.ts'
import type { Db } from '#server/platform/db/client.ts'
import { refused, refusedFields, check } from '#server/platform/http/http-errors.ts'
import { addressProof } from '#server/features/records/link-store.ts'
import { enqueue } from '#server/platform/jobs/store.ts'
import { take, takeIn } from '#server/platform/limits/database-counters.ts'
import { ifLeft } from '#server/platform/limits/limit-reached.ts'
import { mailboxOf } from '#server/platform/limits/stranger-mails.ts'
import { maskEmail, maskNumber } from '#server/platform/masking.ts'
import { noteProven, recordEventsOf } from '#server/features/records/timeline-store.ts'
import { changePersonal, findRecord, type Texts } from '#server/features/records/store.ts'
import { endSessionsWith } from '#server/platform/sessions/store.ts'
import { hold, holding, note } from './change-service.ts'
import { phoneTold, proveEmail, notifyAgency, notifyEarlier, notifyPhone, notifyTakenBack } from './jobs.ts'
import { earlierContact, emailAsked, emailProof } from './contact-rules.ts'
import type { Own } from './service.ts'

/** How staff see a replaced value. */
const masks: Record<string, (value: string) => string> = { email: maskEmail, phone: maskNumber }

/** Replaces texts of a person, with an entry of the timeline for each; refuses if another record claims them. */
async function writeTexts(trx: Db, app: App, own: Own, texts: Texts): Promise<void> {
  const before = (await findRecord(trx, app.cipher, own)) as unknown as Texts | undefined
  if (!before) throw refused('not_found', 'linkAnswers.unknown')
  const changed = Object.entries(texts).filter(([name, text]) => text !== (before[name] ?? ''))
  if (changed.length === 0) return
  const now = app.clock.now()
  const change = { id: own.id, texts: Object.fromEntries(changed), at: now }
  if (!(await changePersonal(trx, app.cipher, change))) throw refused('already_there', 'ownAnswers.taken')
  for (const [name] of changed) {
    const field = recordFields[own.kind].find(({ key }) => key === name)?.desk ?? name
    const mask = masks[name]
    const value = before[name] ?? ''
    // The earlier address or phone is stored for the message to it, encrypted with the rest of the entry.
    const earlier = mask && { earlier: value, of: name }
    const detail = { what: 'changed', field, from: mask?.(value) ?? '', ...earlier }
    const eventId = await note(trx, app, own, detail)
    if (name === 'email' && (await mayNotifyEarlier(trx, app, own)))
      await enqueue(trx, notifyEarlier, [{ payload: { recordId: own.id, eventId }, now }])
    if (name === 'phone') {
      const payloads = phoneTold.map((by) => ({ recordId: own.id, eventId, by }))
      await enqueue(
        trx,
        notifyPhone,
        payloads.map((payload) => ({ payload, now })),
      )
    }
  }
}

async function mayNotifyEarlier(trx: Db, app: App, { id }: Own): Promise<boolean> {
  return (await ifLeft(takeIn(trx, app, { rule: 'earlier_record', key: id }))) !== undefined
}

/** Changes the address, and mails a link that confirms a new e-mail address. Returns the answer. */
export async function changeDetails(app: App, own: Own, sent: Texts): Promise<MessageKey> {
  const checked = check(ownDetails(own.kind), sent)
  if (!checked.ok) throw refusedFields(checked.errors)
  const { email = '', ...others } = Object.fromEntries(
    Object.entries(checked.value).map(([name, text]) => [name, text ?? '']),
  )
  const isOther = email.toLowerCase() !== own.email.toLowerCase()
  const now = app.clock.now()
  // Limited, since a page could have mails sent to any address.
  if (isOther)
    await take(app, [
      { rule: 'asked_record', key: own.id },
      { rule: 'asked_mailbox', key: mailboxOf(email) },
    ])
  await holding(app, own, async (trx) => {
    await writeTexts(trx, app, own, others)
    if (!isOther) return
    const eventId = await note(trx, app, own, { what: 'emailAsked', email })
    await enqueue(trx, proveEmail, [{ payload: { recordId: own.id, eventId }, now }])
  })
  app.wakeWorker()
  return isOther ? 'ownAnswers.emailAsked' : 'ownAnswers.saved'
}

/**
 * Puts an address on record whose link was opened, which ends the record's other sessions; or records that mail to
 * the address on record was read.
 */
export async function confirmEmail(
  app: App,
  own: Own,
  proof: string,
  request: FastifyRequest,
): Promise<void> {
  if (proof === addressProof(app, own)) return holding(app, own, (trx) => noteProven(trx, own.id))
  const events = await recordEventsOf(app.db, app.cipher, own.id)
  const asked = emailAsked({ events, now: app.clock.now() })
  if (!asked || emailProof(app, asked.eventId) !== proof)
    throw refused('not_found', 'ownAnswers.emailLinkEnded')
  await holding(app, own, async (trx) => {
    await writeTexts(trx, app, own, { email: asked.email })
    await noteProven(trx, own.id)
  })
  await endOtherSessions(app, own, request)
  app.wakeWorker()
}

async function endOtherSessions(app: App, { id }: Own, request: FastifyRequest): Promise<void> {
  await endSessionsWith(app, [id], { but: (await app.sessions.read(request))?.id })
}

/** Sends a code to a new phone. */
export async function sendPhoneCode(
  app: App,
  own: Own,
  phone: string,
  reply: FastifyReply,
): Promise<OtpState> {
  const asked = { purpose: 'own_phone', about: own.id, phone } as const
  const isKnown = own.kind === 'executives'
  return sendCodeOfLink(app, reply, { ...asked, language: own.language, isKnown })
}

/**
 * Puts a phone on record whose code is right. The earlier phone is told by SMS, the address on record and the one
 * that comes back with the phone by mail. All other sessions that confirmed the record end.
 */
export async function changePhone(
  app: App,
  own: Own,
  { phone, code }: { phone: string; code: string },
  request: FastifyRequest,
): Promise<void> {
  const asked = { purpose: 'own_phone', about: own.id, phone, code } as const
  await checkCodeOfLink(app, request, asked, (claim) =>
    app.db.transaction().execute(async (trx) => {
      await claim(trx)
      await hold(trx, own)
      await writeTexts(trx, app, own, { phone })
    }),
  )
  await endOtherSessions(app, own, request)
  app.wakeWorker()
}

const notHere = refused('already_there', 'ownAnswers.notHere')

/** Sends a code to the phone that can be restored. */
export async function sendTakeBackCode(
  app: App,
  own: Own,
  reply: FastifyReply,
): Promise<{ phone: string; otp: OtpState }> {
  const earlier = await earlierContact(app, own.id)
  if (!earlier) throw notHere
  const { phone } = earlier
  const asked = { purpose: 'take_back', about: own.id, phone } as const
  const otp = await sendCodeOfLink(app, reply, { ...asked, language: own.language, isKnown: true })
  return { phone: maskNumber(phone), otp }
}

/**
 * Restores the earlier phone after its code, and the earlier e-mail if that was changed too, even if others applied
 * with them meanwhile. Every session of the record ends, and its link is replaced; the new link is returned and
 * mailed.
 */
export async function takePhoneBack(
  app: App,
  own: Own,
  code: string,
  request: FastifyRequest,
): Promise<string> {
  const earlier = await earlierContact(app, own.id)
  if (!earlier) throw notHere
  const { phone } = earlier
  const asked = { purpose: 'take_back', about: own.id, phone, code } as const
  let link = ''
  await checkCodeOfLink(app, request, asked, (claim) =>
    app.db.transaction().execute(async (trx) => {
      await claim(trx)
      await hold(trx, own)
      const now = app.clock.now()
      if (own.kind === 'applications') await releaseClaims(trx, app.cipher, { ...own, ...earlier })
      const isChanged = await changePersonal(trx, app.cipher, { id: own.id, texts: earlier, at: now })
      if (!isChanged) throw refused('already_there', 'ownAnswers.taken')
      await note(trx, app, own, { what: 'tookBack' })
      link = await app.recordLinks.replace(trx, own.id)
      const { kind, id: recordId } = own
      await enqueue(trx, notifyTakenBack, [{ payload: { recordId }, now }])
      await enqueue(trx, notifyAgency, [{ payload: { kind, recordId, wish: 'tookBack', vacancy: '' }, now }])
    }),
  )
  await endSessionsWith(app, [own.id])
  app.wakeWorker()
  return link
}
