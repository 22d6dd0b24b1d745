import { buffer } from 'node:stream/consumers'
import type { Db } from '#server/platform/db/client.ts'
import { announceFile, settleFiles } from '#server/platform/db/pending-files.ts'
import type { Clock } from '#server/platform/clock.ts'
import { decryptFile, encryptBytes } from '#server/platform/crypto/file-cipher.ts'
import { newId } from '#server/platform/ids.ts'
import type { FieldCipher } from '#server/platform/crypto/field-cipher.ts'
import type { FilesPort } from '#server/providers/files/port.ts'
import type { PoolAnswer, PoolTask, WorkerPool } from '#server/platform/worker-pool/worker-pool.ts'
import type { AgreementData } from './document/agreement-data.ts'
import type { MadeAgreement, run } from './document/pdf/make-pdf.ts'
import {
  type AgreementIssuer,
  type AgreementRecord,
  formDataOf,
  type StoredFormData,
  isCurrent,
  referenceFrom,
} from './rules.ts'
import { type Agreement, beginAgreement, findAgreement, type Form, keepForm } from './store.ts'

export interface DocumentDeps {
  db: Db
  cipher: FieldCipher
  clock: Clock
  files: FilesPort
}

/** What is named is not in the storage. */
export class MissingDocument extends Error {
  override name = 'MissingDocument'
}

/** Stores a document and returns its id; it is swept unless a commit names it and settles its announcement. */
export async function storeDocument(deps: DocumentDeps, bytes: Uint8Array): Promise<string> {
  const id = newId()
  await announceFile(deps.db, { id, now: deps.clock.now() })
  const clear = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  await deps.files.put(id, await encryptBytes(deps.cipher, id, clear))
  return id
}

/** The clear bytes of what is stored under that id; throws `MissingDocument`, and `DecryptError` where it was altered. */
export async function readDocument(
  { files, cipher }: Pick<DocumentDeps, 'files' | 'cipher'>,
  id: string,
): Promise<Buffer> {
  const encrypted = await files.get(id)
  if (!encrypted)
    throw new MissingDocument(`the file storage has no document ${id}: restore it from a backup`)
  return buffer(decryptFile(cipher, id, encrypted))
}

/** Removes an announced document that nobody names; what the storage does not remove now, the sweep does later. */
export async function forgetDocument({ db, files }: DocumentDeps, id: string): Promise<void> {
  const forget = async () => {
    await files.remove(id)
    await settleFiles(db, [id])
  }
  await Promise.allSettled([forget()])
}

export interface FormDeps extends DocumentDeps {
  issuer: AgreementIssuer
  /** Makes a document outside the thread that answers requests. */
  make(data: AgreementData): Promise<PoolAnswer<MadeAgreement>>
  findRecord(id: string): Promise<AgreementRecord | undefined>
}

/** A document could not be made now: too many are being made, or its worker stopped. */
export class NotMade extends Error {
  override name = 'NotMade'
  /** Why, since the log writes codes and no messages. */
  readonly code: string

  constructor(fault: string) {
    super(fault)
    this.code = fault
  }
}

const makeTask: PoolTask<typeof run> = { module: import.meta.resolve('./document/pdf/make-pdf.ts') }

/** Makes a document in a worker; `busy` when too many are being made already. */
export function makeInWorker(pool: WorkerPool, data: AgreementData): Promise<PoolAnswer<MadeAgreement>> {
  return pool.run(makeTask, data)
}

/** An agreement that can be accepted, or has been. */
export type AgreementWithForm = Agreement & { form: Form }

/** Attempts before a fault is assumed: another process may make the same form, or the mandate may change. */
const MAKE_ATTEMPTS = 5

/** The agreement with a form that says what the record says; an accepted one stays in the form it was accepted in. */
export async function ensureForm(deps: FormDeps, record: AgreementRecord): Promise<AgreementWithForm> {
  for (let attempt = 0; attempt < MAKE_ATTEMPTS; attempt += 1) {
    const known = await findAgreement(deps.db, deps.cipher, record.id)
    if (known && hasCurrentForm(known, record)) return known
    await makeAndKeep(deps, record, known?.form?.file)
  }
  throw new Error(`the form of an agreement changed during each of ${MAKE_ATTEMPTS} attempts to store it`)
}

/** Whether there is a form that was accepted, or that says what the record says now. */
export function hasCurrentForm(
  agreement: Agreement,
  record: AgreementRecord,
): agreement is AgreementWithForm {
  const { form, acceptedAt } = agreement
  return form !== undefined && (acceptedAt !== null || isCurrent(form.data, record))
}

/** A record's form, made and not stored. */
export async function makeForm(
  deps: FormDeps,
  record: AgreementRecord,
): Promise<MadeAgreement & { data: StoredFormData }> {
  const index = deps.cipher.index('agreements.reference', record.id)
  const data = formDataOf(record, deps.issuer, referenceFrom(index))
  return { data, ...(await makeDocument(deps, data, undefined)) }
}

/** The document of this data; throws `NotMade` when it cannot be had now. */
export async function makeDocument(
  deps: Pick<FormDeps, 'files' | 'cipher' | 'make'>,
  data: StoredFormData,
  acceptance: AgreementData['acceptance'],
): Promise<MadeAgreement> {
  const made = await deps.make(await withPhoto(deps, data, acceptance))
  if (!made.ok) throw new NotMade(made.fault)
  return made.value
}

export async function withPhoto(
  deps: Pick<DocumentDeps, 'files' | 'cipher'>,
  { photoFile, ...data }: StoredFormData,
  acceptance: AgreementData['acceptance'],
): Promise<AgreementData> {
  return { ...data, photo: await readDocument(deps, photoFile), acceptance }
}

async function makeAndKeep(deps: FormDeps, record: AgreementRecord, instead: string | undefined) {
  const { data, pdf, pdfSha256, textSha256 } = await makeForm(deps, record)
  const file = await storeDocument(deps, pdf)
  const now = deps.clock.now()
  const executiveId = record.id
  const kept = await deps.db.transaction().execute(async (trx) => {
    await beginAgreement(trx, { executiveId, now })
    const form = { data, file, pdfSha256, textSha256 }
    if (!(await keepForm(trx, deps.cipher, { executiveId, form, instead }))) return false
    await settleFiles(trx, [file])
    if (instead) await announceFile(trx, { id: instead, now })
    return true
  })
  const unnamed = kept ? instead : file
  if (unnamed) await forgetDocument(deps, unnamed)
}
