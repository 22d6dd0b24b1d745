import { buffer } from 'node:stream/consumers'
import type { Db } from '#server/platform/db/client.ts'
import { announceFile, settleFiles } from '#server/platform/db/pending-files.ts'
import type { Clock } from '#server/platform/clock.ts'
import { decryptFile, encryptBytes } from '#server/platform/crypto/file-cipher.ts'
import { newId } from '#server/platform/ids.ts'
import type { FieldCipher } from '#server/platform/crypto/field-cipher.ts'
import type { FilesPort } from '#server/providers/files/port.ts'
import type { PoolAnswer, PoolTask, WorkerPool } from '#server/platform/worker-pool/worker-pool.ts'
import type { AgreementData, AnnexData } from './document/agreement-data.ts'
import type { MadeAgreement, run } from './document/pdf/make-pdf.ts'
import {
  type AgreementIssuer,
  type AgreementRecord,
  formDataOf,
  type StoredFormData,
  isCurrent,
} from './rules.ts'
import { type Agreement, agreementsOf, type Form, keepForm, openAgreement } from './store.ts'

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

/** What the person is to accept next, with a form that says what the record says; undefined where nothing is left. */
export async function ensureForm(
  deps: FormDeps,
  record: AgreementRecord,
): Promise<AgreementWithForm | undefined> {
  const begun = { executiveId: record.id, now: deps.clock.now() }
  for (let attempt = 0; attempt < MAKE_ATTEMPTS; attempt += 1) {
    const open = await openAgreement(deps.db, deps.cipher, begun)
    if (!open || hasCurrentForm(open, record)) return open
    await makeAndKeep(deps, record, open)
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

/** The form of a record's agreement or annex, made and not stored. */
export async function makeForm(
  deps: FormDeps,
  record: AgreementRecord,
  { kind, reference }: Agreement,
): Promise<MadeAgreement & { data: StoredFormData }> {
  const annex = kind === 'annex' ? await annexOf(deps, record) : undefined
  const data = formDataOf(record, deps.issuer, { reference, annex })
  return { data, ...(await makeDocument(deps, data, undefined)) }
}

async function annexOf({ db, cipher }: FormDeps, { id }: AgreementRecord): Promise<AnnexData> {
  const accepted = (await agreementsOf(db, cipher, id)).filter(({ acceptedAt }) => acceptedAt !== null)
  const [agreement] = accepted
  const before = accepted.at(-1)?.form?.data.mandate
  if (!agreement?.acceptedAt || !before)
    throw new Error('an annex was begun to an agreement that nobody accepted')
  const { accountMasked, ifsc, transactionId } = before
  return {
    agreement: agreement.reference,
    acceptedAt: agreement.acceptedAt,
    before: { accountMasked, ifsc, transactionId },
  }
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

async function makeAndKeep(deps: FormDeps, record: AgreementRecord, open: Agreement) {
  const { data, pdf, pdfSha256, textSha256 } = await makeForm(deps, record, open)
  const file = await storeDocument(deps, pdf)
  const now = deps.clock.now()
  const instead = open.form?.file
  const kept = await deps.db.transaction().execute(async (trx) => {
    const form = { data, file, pdfSha256, textSha256 }
    const wanted = { id: open.id, form, mandateId: record.mandate.id, instead }
    if (!(await keepForm(trx, deps.cipher, wanted))) return false
    await settleFiles(trx, [file])
    if (instead) await announceFile(trx, { id: instead, now })
    return true
  })
  const unnamed = kept ? instead : file
  if (unnamed) await forgetDocument(deps, unnamed)
}
