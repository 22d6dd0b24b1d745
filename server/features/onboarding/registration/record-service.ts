import { maskAccount, registrationStatus, type UpdateMandateRequest } from '#contract/schemas/mandates.ts'
import { hasAgreement } from '#contract/schemas/staff-records.ts'
import type { PersonRecord } from '#contract/schemas/registrations.ts'
import type { App } from '#server/context.ts'
import { readDocument } from '#server/features/onboarding/agreement/document-service.ts'
import { agreementUrl } from '#server/features/onboarding/agreement/service.ts'
import { attachMandate, verifyWithGateway } from '#server/features/onboarding/mandate/service.ts'
import { findMandate, type Mandate } from '#server/features/onboarding/mandate/store.ts'
import { maskEmail, maskNumber } from '#server/platform/masking.ts'
import { Refused, refused } from '#server/platform/http/http-errors.ts'
import { type Executive, findExecutive } from './store.ts'

async function findRecord(
  { db, cipher }: App,
  id: string,
): Promise<{ person: Executive; mandate: Mandate } | undefined> {
  const person = await findExecutive(db, cipher, id)
  const mandate = person && (await findMandate(db, cipher, { id: person.mandateId }))
  return person && mandate ? { person, mandate } : undefined
}

/**
 * A record, whole for the browser that registered and for one that answered the link's code. Links are forwarded and
 * found in histories, so to others a link shows masked contact data, no street and the account holder's initials. The
 * account of a failed mandate is shown to all, to be corrected.
 */
export async function showRecord(
  app: App,
  { id, token, isWhole }: { id: string; token: string; isWhole: boolean },
): Promise<PersonRecord | undefined> {
  const found = await findRecord(app, id)
  if (!found) return undefined
  const { person, mandate } = found
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

/** A record without its photo is better than none. */
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

/** Replaces a failed mandate by another that the gateway confirms; undefined where that was done. */
export async function updateMandate(app: App, request: UpdateMandateRequest): Promise<Refused | undefined> {
  const found = await findRecord(app, request.id)
  if (!found) return refused('not_found', 'linkAnswers.unknown')
  const notFailed = refused('already_there', 'mandateMessages.notFailed')
  if (registrationStatus(found.mandate.status) !== 'Failed') return notFailed
  const executiveId = found.person.id
  const verified = await verifyWithGateway(app, { recordId: executiveId }, request)
  if (verified instanceof Refused) return verified
  const attached = await attachMandate(app, { mandateId: verified.id, executiveId })
  if (attached === 'attached') return undefined
  return attached === 'not live' ? refused('invalid', 'gatewayMessages.failed') : notFailed
}
