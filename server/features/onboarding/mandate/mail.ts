import * as z from 'zod/mini'
import { staffPages } from '#contract/paths.ts'
import type { App } from '#server/context.ts'
import { handle, type JobHandler, type JobKind, mailed } from '#server/platform/jobs/job.ts'
import { atDesk, inIndia, oneLine, readsLine } from '#server/platform/message-text.ts'
import type { Mail } from '#server/providers/mail/port.ts'
import { findMandate, type Mandate, referenceOf } from './store.ts'

/** Why staff are to look at a mandate. */
const concern = z.enum(['altered', 'unregistered', 'expired', 'second', 'ended'])
export type Concern = z.infer<typeof concern>

export const notifyStaff: JobKind<{ mandateId: string; about: Concern }> = {
  name: 'mandates.tell-staff',
  payload: z.object({ mandateId: z.string(), about: concern }),
  maxAttempts: 30,
}

const concerns: Record<Concern, { subject: string; text: string[] }> = {
  altered: {
    subject: 'A mandate stands on other terms than were asked for',
    text: [
      'The gateway tells of a mandate whose account, amount or dates are not those that we asked for.',
      'No registration was made with it. Please look at it in the gateway before anything is debited.',
    ],
  },
  unregistered: {
    subject: 'A mandate stands without a registration',
    text: [
      'A person set up a mandate with their bank, and the registration that belongs to it never came.',
      'Please call them: they can register again, or have the mandate cancelled.',
    ],
  },
  second: {
    subject: 'A mandate stands beside the one of its record',
    text: [
      'A person set up two mandates with their bank. Their record names the other; the gateway did not end this one.',
      'Please look at both in the gateway, and have this one cancelled.',
    ],
  },
  ended: {
    subject: 'A second mandate was ended',
    text: [
      'A person set up two mandates with their bank. Their record names the other; this one was ended at the gateway.',
      'There is nothing to do.',
    ],
  },
  expired: {
    subject: 'A bank never answered about a mandate',
    text: [
      'For seven days the gateway had no final answer about a mandate that the bank had taken up.',
      'We no longer ask. Please look at it in the gateway; the person was sent a link to try again.',
    ],
  },
}

/** For an altered mandate that somebody registered with. */
const alteredRegistered = [
  'The gateway tells of a mandate whose account, amount or dates are not those that we asked for.',
  'A person is registered with it: the record is below. Please look at it in the gateway before anything is debited.',
]

function mandateMail(
  mandate: Mandate,
  { about, record, publicUrl }: { about: Concern; record: string | null; publicUrl: string },
): Pick<Mail, 'subject' | 'text'> {
  const { subject, text: words } = concerns[about]
  const text = about === 'altered' && mandate.executiveId !== null ? alteredRegistered : words
  return {
    subject: `${subject}: ${mandate.transactionId}`,
    text: [
      ...text,
      '',
      `Transaction: ${mandate.transactionId}`,
      `Account:     in the name of ${oneLine(mandate.accountName)}`,
      `Phone:       ${mandate.phone}`,
      `Begun:       ${inIndia.format(mandate.createdAt)} IST`,
      `Status:      ${mandate.status}`,
      `Record:      ${record ?? 'none'}`,
      ...readsLine(mandate.language),
      '',
      'To ask the gateway how the mandate stands now:',
      `    ${record === null ? publicUrl + staffPages.home : atDesk(publicUrl, 'executives', { reference: record }).address}`,
    ].join('\n'),
  }
}

/** Mails staff about a mandate that needs a person; one that somebody registered with meanwhile does not. */
export function notifyStaffHandler({ db, cipher, mail, config }: App): JobHandler {
  const { agencyInbox: to, publicUrl } = config
  return handle(notifyStaff, async ({ mandateId, about }, id) => {
    const mandate = await findMandate(db, cipher, { id: mandateId })
    const isRegistered = about === 'unregistered' && mandate?.executiveId
    if (!mandate || isRegistered) return { done: true }
    const record = await referenceOf(db, mandate)
    return mailed(
      await mail.send({ id, to, ...mandateMail(mandate, { about, record, publicUrl }) }),
      'agency',
    )
  })
}
