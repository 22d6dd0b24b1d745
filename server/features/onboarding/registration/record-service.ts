import { maskAccount, registrationStatus, type UpdateMandateRequest } from '#contract/schemas/mandates.ts'
import { hasAgreement } from '#contract/schemas/staff-records.ts'
import type { PersonRecord } from '#contract/schemas/registrations.ts'
import type { App } from '#server/context.ts'
import {
  attachMandate,
  notifyFailure,
  verifyWithGateway,
} from '#server/features/onboarding/mandate/service.ts'
import { agreementUrl } from '#server/features/onboarding/person/next-agreement-service.ts'
import type { Executive } from '#server/features/onboarding/person/store.ts'
import { maskEmail, maskNumber } from '#server/platform/masking.ts'
import { refused, orRefuse } from '#server/platform/http/http-errors.ts'
import { appendAudit } from '#server/platform/audit/log.ts'
import { enqueue } from '#server/platform/jobs/store.ts'
import { endSessionsWith } from '#server/platform/sessions/store.ts'
import { readDocument } from '#server/platform/uploads/stored-documents.ts'
import { notifyPerson } from './jobs.ts'
import { findRegistration } from './store.ts'

/**
 * Returns a record, unmasked for the browser that registered and for one that answered the link's code. Links are
 * forwarded and stay in histories, so others see masked contact data, no street and the account holder's initials.
 * The account of a failed mandate is shown to all, to be corrected.
 */
export async function showRecord(
  app: App,
  { id, token, isWhole }: { id: string; token: string; isWhole: boolean },
): Promise<PersonRecord> {
  const { person, mandate } = orRefuse(await findRegistration(app.db, app.cipher, id), unknown)
  const failed = registrationStatus(mandate.status) === 'Failed'
  return {
    _id: token,
    name: person.name,
    email: isWhole ? person.email : maskEmail(person.email),
    phone: isWhole ? person.phone : maskNumber(person.phone),
    dob: isWhole ? person.dob : person.dob.slice(0, 4),
    address: {
      address_line: isWhole ? person.address : '',
      city: person.city,
      state: person.state,
      pincode: person.pincode,
    },
    aadhaar_no: person.aadhaar_no,
    profilePhoto: await photoUrl(app, person),
    agreement_url: await agreementUrl(app, person.id),
    signedAgreement: hasAgreement(person.status),
    ...(person.status === 'annex_open' ? { openAnnex: true } : {}),
    mandate_id: {
      _id: mandate.id,
      bankDetails: {
        accountHolderName: isWhole || failed ? mandate.accountName : initials(mandate.accountName),
        accountNumber: failed ? mandate.accountNo : maskAccount(mandate.accountNo),
        ifscCode: mandate.ifscCode,
      },
      mandateDetails: { registrationStatus: registrationStatus(mandate.status) },
    },
  }
}

function initials(name: string): string {
  return name
    .split(/\s+/)
    .map((word) => `${String.fromCodePoint(word.codePointAt(0) ?? 0x2a)}***`)
    .join(' ')
}

/** A record is better shown without its photo than not at all. */
async function photoUrl(app: App, person: Executive): Promise<string> {
  try {
    const photo = await readDocument(app, person.photoFile)
    return `data:image/jpeg;base64,${photo.toString('base64')}`
  } catch (error) {
    app.log.error(
      { err: error, executive: person.id.slice(0, 6) },
      'a photo could not be read: the record was shown without it',
    )
    return ''
  }
}

const unknown = refused('not_found', 'linkAnswers.unknown')

/** Replaces a failed mandate with another that the gateway confirms. */
export async function updateMandate(app: App, request: UpdateMandateRequest): Promise<void> {
  const found = orRefuse(await findRegistration(app.db, app.cipher, request.id), unknown)
  const notFailed = refused('mandate_stands')
  if (registrationStatus(found.mandate.status) !== 'Failed') throw notFailed
  const executiveId = found.person.id
  const verified = await verifyWithGateway(app, { recordId: executiveId }, request)
  const attached = await attachMandate(app, { mandateId: verified.id, executiveId })
  if (attached === 'attached') return
  throw attached === 'not live' ? refused('invalid', 'gatewayMessages.failed') : notFailed
}

/**
 * Replaces the link of a registration on somebody's request: earlier links expire, sessions that opened the
 * registration end, and a mail with the new link is enqueued. Returns false if no registration has that id.
 */
export async function replaceLink(app: App, executiveId: string, actor: string): Promise<boolean> {
  const { db, cipher, clock } = app
  const registration = await findRegistration(db, cipher, executiveId)
  if (!registration) return false
  const { person, mandate } = registration
  const { reference } = person
  const now = clock.now()
  // Sessions end before the change too, since a session that knows the registration receives its newest link.
  await endSessionsWith(app, [executiveId])
  await db.transaction().execute(async (trx) => {
    await app.recordLinks.replace(trx, executiveId)
    if (registrationStatus(mandate.status) === 'Failed') {
      await enqueue(trx, notifyFailure, [{ payload: { executiveId, mandateId: mandate.id }, now }])
    } else await enqueue(trx, notifyPerson, [{ payload: { executiveId }, now }])
    await appendAudit(trx, { action: 'replace_link', reference, actor }, now)
  })
  await endSessionsWith(app, [executiveId])
  return true
}
