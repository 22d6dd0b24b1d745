import type { Language } from '#contract/messages/languages.ts'
import type { Sentence } from '#contract/messages/sentences.ts'
import type { FieldFault } from '#contract/errors.ts'
import { missingFields } from '#contract/messages/with-values.ts'
import { filledFrom, maskAadhaar } from '#contract/schemas/identity.ts'
import { bankAnswer } from '#contract/schemas/mandates.ts'
import {
  photoField,
  registrationFieldNames,
  registrationFields,
  type RegistrationFields,
} from '#contract/schemas/registrations.ts'
import type { App } from '#server/context.ts'
import type { Db } from '#server/platform/db/client.ts'
import { settleFiles, forgetDocuments, storeDocument } from '#server/platform/uploads/stored-documents.ts'
import { enqueue } from '#server/platform/jobs/store.ts'
import { aadhaarIndex } from '#server/platform/crypto/digest.ts'
import { newId } from '#server/platform/ids.ts'
import { ClientGone } from '#server/platform/fair-queue.ts'
import type { Client } from '#server/platform/http/client-address.ts'
import type { FileFault } from '#server/platform/uploads/file-checks/refused.ts'
import type { ReceivedFile, Upload } from '#server/platform/uploads/read-upload.ts'
import { refused, refusedFields, orRefuse, check } from '#server/platform/http/http-errors.ts'
import type { Visitor, VisitorData } from '#server/platform/sessions/store.ts'
import { enqueueForm } from '#server/features/onboarding/person/next-agreement-service.ts'
import { giveMandate, verifyWithGateway } from '#server/features/onboarding/mandate/service.ts'
import type { Mandate } from '#server/features/onboarding/mandate/store.ts'
import { insertExecutive, takenBy } from '#server/features/onboarding/person/store.ts'
import { enqueueWebhooks } from '#server/features/webhooks/jobs.ts'
import { notifyAgency, notifyPerson } from './jobs.ts'
import { deletePausedOf } from './pause-store.ts'
import { registeredWith } from './store.ts'

interface Proof {
  aadhaar: NonNullable<VisitorData['aadhaar']>
  phone: NonNullable<VisitorData['phone']>
}

export function proofOf({ aadhaar, phone }: VisitorData): Proof | undefined {
  return aadhaar && phone ? { aadhaar, phone } : undefined
}

export interface Registered {
  id: string
  transactionId: string
}

/** The mandate failed or was taken after it was verified. */
class MandateTaken extends Error {}

/**
 * Registers a person; nothing else does. Everything that a browser could invent is compared with what the session
 * verified and with the gateway's own answer. Person, mandate, consents and mails are one commit. Throws what storing
 * the photo throws; then nobody is registered.
 */
export async function register(
  app: App,
  visitor: Visitor | undefined,
  upload: Upload,
  { language, client }: { language: Language; client: Client },
): Promise<Registered> {
  const admitted = admit(app, visitor, upload)
  const { fields, proof, sessionId } = admitted
  const before = await earlier(app, admitted)
  if (before) return before
  const claim = { sessionId, holderIndex: proof.aadhaar.index }
  const mandate = await verifyWithGateway(app, claim, fields)
  const [file] = upload.files
  if (!file) throw new Error('a registration without a photo passed its checks')
  const photo = await storePhoto(app, file, client)
  const id = newId()
  const written = await app.db
    .transaction()
    .execute((trx) => write(trx, app, { id, fields, proof, photo, mandate, language }))
    .catch((error: unknown) => {
      if (error instanceof MandateTaken) return false
      throw error
    })
  app.wakeWorker()
  if (written) return { id, transactionId: fields.transactionId }
  await forgetDocuments(app, [photo])
  // Another copy of the same request was first, or the mandate failed meanwhile.
  return orRefuse(await earlier(app, admitted), refused('invalid', 'gatewayMessages.failed'))
}

interface Admitted {
  fields: RegistrationFields
  proof: Proof
  sessionId: string
}

/** Runs the checks that need no other service. */
function admit({ cipher }: App, visitor: Visitor | undefined, upload: Upload): Admitted {
  const proof = visitor && proofOf(visitor.data)
  if (!visitor || !proof) throw refused('unverified')
  const fields = readRegistration(upload)
  if (!isProven(fields, proof, (number) => aadhaarIndex(cipher, number))) throw refused('unverified')
  const errors = alteredIdentity(fields, proof)
  if (errors.length > 0) throw refusedFields(errors)
  return { fields, proof, sessionId: visitor.id }
}

/** The page's copy of the bank's answer proves nothing, and a reloaded page has none. */
const hints = Object.keys(bankAnswer)
const noHints = Object.fromEntries(hints.map((name) => [name, '']))

/** Parses a registration; errors come in the order of the page's own checks: photo, missing fields, wrong fields. */
function readRegistration(upload: Upload): RegistrationFields {
  const { texts, files, tooLarge, wrongKind } = upload
  const read = check(registrationFields, { ...noHints, ...texts })
  const wrong = read.ok ? [] : read.errors
  const photo = [...tooLarge, ...wrongKind]
  if (files.length + photo.length === 0) {
    const message = 'executiveForm.photo.required'
    throw refused({ code: 'invalid', message, errors: [...wrong, { field: photoField, message }] })
  }
  const missing = registrationFieldNames.filter((name) => !hints.includes(name) && !texts[name]?.trim())
  if (missing.length > 0) throw refused({ code: 'invalid', message: missingFields(missing), errors: wrong })
  if (!read.ok) throw refusedFields(wrong)
  if (tooLarge.length > 0) throw refused({ code: 'too_large', errors: tooLarge })
  if (wrongKind.length > 0) throw refused({ code: 'wrong_type', errors: wrongKind })
  return read.value
}

/** Returns whether number and phone are those that this session verified; `indexOf` returns a number's keyed index. */
function isProven(
  fields: Pick<RegistrationFields, 'aadhaar_no' | 'phone'>,
  { aadhaar, phone }: Proof,
  indexOf: (aadhaarNumber: string) => string,
): boolean {
  const number = fields.aadhaar_no
  const same = number.startsWith('X')
    ? number === maskAadhaar(aadhaar.lastFour)
    : indexOf(number) === aadhaar.index
  return same && fields.phone === phone.phone
}

/** Returns the changed fields among those that the verification filled. */
function alteredIdentity(fields: RegistrationFields, { aadhaar }: Proof): FieldFault[] {
  return Object.entries(filledFrom(aadhaar.person))
    .filter(([field, verified]) => fields[field as keyof RegistrationFields] !== verified)
    .map(([field]) => ({ field, message: 'registrationErrors.asVerified' }))
}

/** Returns the same record if this person registered with the same transaction; refuses another registration. */
async function earlier({ db, cipher }: App, { fields, proof }: Admitted): Promise<Registered | undefined> {
  const { transactionId, phone } = fields
  const { index } = proof.aadhaar
  const same = await registeredWith(db, transactionId)
  if (same?.aadhaarIndex === index) return { id: same.id, transactionId }
  const taken = await takenBy(db, cipher, { aadhaarIndex: index, phone })
  if (!taken) return undefined
  const message = taken === 'same person' ? 'registrationErrors.registered' : 'registrationErrors.taken'
  throw refused('already_there', message)
}

interface Written {
  id: string
  fields: RegistrationFields
  proof: Proof
  /** The id of its file. */
  photo: string
  mandate: Mandate
  language: Language
}

async function write(
  trx: Db,
  { cipher, clock }: App,
  { id, fields, proof, photo, mandate, language }: Written,
): Promise<boolean> {
  const now = clock.now()
  const { name, email, phone, gender, dob, address, city, state, country, pincode } = fields
  const { aadhaar } = proof
  const inserted = await insertExecutive(trx, cipher, {
    ...{ id, name, email, phone, gender, dob, address, city, state, country, pincode },
    createdAt: now,
    language,
    aadhaarIndex: aadhaar.index,
    aadhaar_no: maskAadhaar(aadhaar.lastFour),
    photoFile: photo,
    mandateId: mandate.id,
    consents: [
      { purpose: 'aadhaar', ...consentRow(aadhaar) },
      { purpose: 'phone', ...consentRow(proof.phone) },
    ],
  })
  if (!inserted) return false
  await enqueueWebhooks(trx, { type: 'record.received', kind: 'executives', id }, now)
  if (!(await giveMandate(trx, { id: mandate.id, executiveId: id, now }))) throw new MandateTaken()
  await settleFiles(trx, [photo])
  // The paused registration is complete.
  await deletePausedOf(trx, cipher, [phone])
  await enqueueForm(trx, { executiveId: id, now })
  await enqueue(trx, notifyPerson, [{ payload: { executiveId: id }, now }])
  await enqueue(trx, notifyAgency, [{ payload: { executiveId: id }, now }])
  return true
}

function consentRow({ consent, at }: Proof['aadhaar'] | Proof['phone']) {
  return {
    version: consent.version,
    given_at: consent.at,
    verified_at: at,
    notice_version: consent.notice ?? null,
    language: consent.language,
    words_sha256: consent.sha256,
    notice_sha256: consent.noticeSha256 ?? null,
  }
}

/**
 * Stores a re-encoded photo before the row that refers to it, and returns its id; a photo without a row is deleted
 * later. Throws `FilesUnavailable`, `CheckerUnavailable`, `QueueFull` and `ClientGone`.
 */
async function storePhoto(app: App, { spooled }: ReceivedFile, client: Client): Promise<string> {
  const read = async () => ({ bytes: await spooled.read(), kind: 'portrait' as const })
  const id = await app.checker.checkInTurn({ read, client }, async (checked) => {
    return checked.ok ? storeDocument(app, checked.bytes) : { fault: checked.fault }
  })
  if (typeof id !== 'string') {
    const errors = [{ field: photoField, message: faultMessage(id.fault) }]
    throw refused({ code: 'wrong_type', errors })
  }
  if (!client.gone.aborted) return id
  await forgetDocuments(app, [id])
  throw new ClientGone('closed before the registration was stored')
}

function faultMessage(fault: FileFault): Sentence {
  if (fault === 'wrong kind') return 'executiveForm.photo.invalid'
  if (fault === 'too many pixels' || fault === 'too large inside') return 'fileMessages.tooManyPixels'
  return `fileMessages.${fault}`
}
