import { maskAccount, registrationStatus, type UpdateMandateRequest } from '#contract/schemas/mandates.ts'
import { hasAgreement } from '#contract/schemas/staff-records.ts'
import { maskAadhaar } from '#contract/schemas/identity.ts'
import type { PersonRecord } from '#contract/schemas/registrations.ts'
import { readDocument } from '#server/features/onboarding/agreement/document-service.ts'
import { agreementUrl } from '#server/features/onboarding/agreement/service.ts'
import {
  attachMandate,
  findMandate,
  type Mandate,
  verifyWithGateway,
} from '#server/features/onboarding/mandate/service.ts'
import type { RecordLinks } from '#server/platform/db/record-links.ts'
import { maskEmail, maskNumber } from '#server/platform/masking.ts'
import type { HttpError } from '#server/platform/http/http-errors.ts'
import type { SignedLinks } from '#server/platform/crypto/signed-links.ts'
import type { RegistrationDeps } from './service.ts'
import { type Executive, findExecutive } from './store.ts'

export type RecordDeps = RegistrationDeps & { links: SignedLinks; recordLinks: RecordLinks }

async function findRecord(
  { db, cipher }: RegistrationDeps,
  id: string,
): Promise<{ person: Executive; mandate: Mandate } | undefined> {
  const person = await findExecutive(db, cipher, id)
  const mandate = person && (await findMandate(db, cipher, { id: person.mandate_id }))
  return person && mandate ? { person, mandate } : undefined
}

/**
 * A record, whole for the browser that registered and for one that answered the link's code. Links are forwarded and
 * found in histories, so to others a link shows masked contact data, no street and the account holder's initials. The
 * account of a failed mandate is shown to all, to be corrected.
 */
export async function showRecord(
  deps: RecordDeps,
  { id, token, isWhole }: { id: string; token: string; isWhole: boolean },
): Promise<PersonRecord | undefined> {
  const found = await findRecord(deps, id)
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
    aadhaar_no: maskAadhaar(person.aadhaar_last_four),
    profilePhoto: await photoUrl(deps, person),
    agreement_url: await agreementUrl(deps, person.id),
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
async function photoUrl(deps: RecordDeps, person: Executive): Promise<string> {
  try {
    const photo = await readDocument(deps, person.photo_file)
    return `data:image/jpeg;base64,${photo.toString('base64')}`
  } catch (error) {
    deps.log.error(
      { err: error, executive: person.id.slice(0, 6) },
      'a photo could not be read: the record was shown without it',
    )
    return ''
  }
}

/** Replaces a failed mandate by another that the gateway confirms. */
export async function updateMandate(
  deps: RegistrationDeps,
  request: UpdateMandateRequest,
): Promise<{ ok: true } | { ok: false; refused: HttpError }> {
  const found = await findRecord(deps, request.id)
  if (!found) return { ok: false, refused: { code: 'not_found', message: 'linkAnswers.unknown' } }
  const notFailed: HttpError = { code: 'already_there', message: 'mandateMessages.notFailed' }
  if (registrationStatus(found.mandate.status) !== 'Failed') return { ok: false, refused: notFailed }
  const verified = await verifyWithGateway(deps, { recordId: found.person.id }, request)
  if (!verified.ok) return verified
  const attached = await attachMandate(deps, { mandateId: verified.mandate.id, executiveId: found.person.id })
  if (attached === 'attached') return { ok: true }
  const failed: HttpError = { code: 'invalid', message: 'gatewayMessages.failed' }
  return { ok: false, refused: attached === 'not live' ? failed : notFailed }
}
