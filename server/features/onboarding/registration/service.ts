import type { Language } from '#contract/messages/languages.ts'
import type { Sentence } from '#contract/messages/sentences.ts'
import { photoField, type RegistrationFields } from '#contract/schemas/registrations.ts'
import type { Db } from '#server/platform/db/client.ts'
import { settleFiles } from '#server/platform/db/pending-files.ts'
import { enqueue } from '#server/platform/jobs/store.ts'
import { aadhaarIndex } from '#server/platform/crypto/tokens.ts'
import { newId } from '#server/platform/ids.ts'
import { ClientGone } from '#server/platform/fair-queue.ts'
import type { Client } from '#server/platform/http/client-address.ts'
import type { FileChecker } from '#server/platform/uploads/file-checks/checker.ts'
import type { FileFault } from '#server/platform/uploads/file-checks/check-file.ts'
import type { ReceivedFile, Upload } from '#server/platform/uploads/read-upload.ts'
import type { HttpError } from '#server/platform/http/http-errors.ts'
import type { Visitor } from '#server/platform/sessions/visitor.ts'
import {
  type DocumentDeps,
  forgetDocument,
  storeDocument,
} from '#server/features/onboarding/agreement/document-service.ts'
import { enqueueForm } from '#server/features/onboarding/agreement/jobs.ts'
import {
  giveMandate,
  type Mandate,
  type StatusDeps,
  verifyWithGateway,
} from '#server/features/onboarding/mandate/service.ts'
import { enqueueWebhooks } from '#server/platform/webhooks/delivery-store.ts'
import { notifyAgency, notifyPerson } from './jobs.ts'
import { alteredIdentity, isProven, type Proof, proofOf, readRegistration } from './rules.ts'
import { insertExecutive, registeredWith, takenBy } from './store.ts'

export type RegistrationDeps = DocumentDeps & StatusDeps & { checker: FileChecker }

interface Refused {
  ok: false
  refused: HttpError
}
export type Registered = { ok: true; id: string; transactionId: string } | Refused
export type Register = (
  visitor: Visitor | undefined,
  upload: Upload,
  sender: { language: Language; client: Client },
) => Promise<Registered>

/** The mandate failed, or belongs to somebody, since it was verified. */
class MandateTaken extends Error {}

/**
 * Creates the only function that registers a person. Everything that a browser could invent is compared with what the
 * session verified and with the gateway's own answer; person, mandate, consents and mails are one commit. Throws what the
 * storing of the photo throws; then nobody is registered.
 */
export function createRegister(deps: RegistrationDeps): Register {
  const { db } = deps
  return async (visitor, upload, { language, client }) => {
    const admitted = admit(deps, visitor, upload)
    if (!admitted.ok) return admitted
    const { fields, proof, sessionId } = admitted
    const before = await earlier(deps, admitted)
    if (before) return before
    const claim = { sessionId, holderIndex: proof.aadhaar.index }
    const verified = await verifyWithGateway(deps, claim, fields)
    if (!verified.ok) return verified
    const [file] = upload.files
    if (!file) throw new Error('a registration without a photo passed its checks')
    const photo = await storePhoto(deps, file, client)
    if (!photo.ok) return photo
    const { mandate } = verified
    const id = newId()
    const written = await db
      .transaction()
      .execute((trx) => write(trx, deps, { id, fields, proof, photo: photo.id, mandate, language }))
      .catch((error: unknown) => {
        if (error instanceof MandateTaken) return false
        throw error
      })
    deps.wakeWorker()
    if (written) return { ok: true, id, transactionId: fields.transactionId }
    await forgetDocument(deps, photo.id)
    // Another copy of the same request was first, or the mandate failed meanwhile.
    const refused: HttpError = { code: 'invalid', message: 'gatewayMessages.failed' }
    return (await earlier(deps, admitted)) ?? { ok: false, refused }
  }
}

interface Admitted {
  fields: RegistrationFields
  proof: Proof
  sessionId: string
}

/** The checks that need no other service. */
function admit(
  { cipher }: RegistrationDeps,
  visitor: Visitor | undefined,
  upload: Upload,
): ({ ok: true } & Admitted) | Refused {
  const proof = visitor && proofOf(visitor.data)
  if (!visitor || !proof) return { ok: false, refused: { code: 'unverified' } }
  const read = readRegistration(upload)
  if (!read.ok) return read
  const { fields } = read
  if (!isProven(fields, proof, (number) => aadhaarIndex(cipher, number))) {
    return { ok: false, refused: { code: 'unverified' } }
  }
  const errors = alteredIdentity(fields, proof)
  if (errors.length > 0) return { ok: false, refused: { code: 'invalid', errors } }
  return { ok: true, fields, proof, sessionId: visitor.id }
}

/** The answer when this person is registered already: the same record for the same transaction, otherwise an error. */
async function earlier(
  { db, cipher }: RegistrationDeps,
  { fields, proof }: Admitted,
): Promise<Registered | undefined> {
  const { transactionId, phone } = fields
  const { index } = proof.aadhaar
  const same = await registeredWith(db, transactionId)
  if (same?.aadhaarIndex === index) return { ok: true, id: same.id, transactionId }
  const taken = await takenBy(db, cipher, { aadhaarIndex: index, phone })
  if (!taken) return undefined
  const message = taken === 'same person' ? 'registrationErrors.registered' : 'registrationErrors.taken'
  return { ok: false, refused: { code: 'already_there', message } }
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
  { cipher, clock }: RegistrationDeps,
  { id, fields, proof, photo, mandate, language }: Written,
): Promise<boolean> {
  const now = clock.now()
  const { name, email, phone, gender, dob, address, city, state, country, pincode } = fields
  const { aadhaar } = proof
  const inserted = await insertExecutive(trx, cipher, {
    ...{ id, name, email, phone, gender, dob, address, city, state, country, pincode },
    created_at: now,
    language,
    aadhaar_index: aadhaar.index,
    aadhaar_last_four: aadhaar.lastFour,
    photo_file: photo,
    mandate_id: mandate.id,
    consents: [
      { purpose: 'aadhaar', ...consentRow(aadhaar) },
      { purpose: 'phone', ...consentRow(proof.phone) },
    ],
  })
  if (!inserted) return false
  await enqueueWebhooks(trx, { type: 'record.received', kind: 'executives', id }, now)
  if (!(await giveMandate(trx, { id: mandate.id, executiveId: id, now }))) throw new MandateTaken()
  await settleFiles(trx, [photo])
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
 * Stores a re-encoded photo before the row that refers to it, and returns its id; a photo without a row is swept later.
 * Throws `FilesUnavailable`, `CheckerUnavailable`, `QueueFull` and `ClientGone`.
 */
async function storePhoto(
  deps: RegistrationDeps,
  { spooled }: ReceivedFile,
  client: Client,
): Promise<{ ok: true; id: string } | Refused> {
  const read = async () => ({ bytes: await spooled.read(), kind: 'portrait' as const })
  const id = await deps.checker.checkInTurn({ read, client }, async (checked) => {
    return checked.ok ? storeDocument(deps, checked.bytes) : { fault: checked.fault }
  })
  if (typeof id !== 'string') {
    const errors = [{ field: photoField, message: faultMessage(id.fault) }]
    return { ok: false, refused: { code: 'wrong_type', errors } }
  }
  if (!client.gone.aborted) return { ok: true, id }
  await forgetDocument(deps, id)
  throw new ClientGone('closed before the registration was stored')
}

function faultMessage(fault: FileFault): Sentence {
  if (fault === 'wrong kind') return 'executiveForm.photo.invalid'
  return fault === 'too many pixels' ? 'fileMessages.tooManyPixels' : `fileMessages.${fault}`
}
