import { buffer } from 'node:stream/consumers'
import type { App } from '#server/context.ts'
import type { Clock } from '#server/platform/clock.ts'
import { decryptFile, encryptBytes } from '#server/platform/crypto/file-cipher.ts'
import type { FieldCipher } from '#server/platform/crypto/field-cipher.ts'
import type { Db } from '#server/platform/db/client.ts'
import { announceFile, settleFiles } from '#server/platform/db/tables.ts'
import { newId } from '#server/platform/ids.ts'
import type { PoolAnswer, WorkerPool } from '#server/platform/worker-pool/worker-pool.ts'
import type { FilesPort } from '#server/providers/files/port.ts'
import type { AgreementData, AnnexData, StoredFormData } from './document/agreement-data.ts'
import type { MadeAgreement, run } from './document/pdf/make-pdf.ts'
import { type AgreementRecord, formDataOf, isCurrent } from './record-service.ts'
import { type Agreement, agreementsOf, type Form, keepForm, openAgreement } from './store.ts'

/** What is named is not in the storage. */
export class MissingDocument extends Error {
  override name = 'MissingDocument'
}

/** Where documents are kept: encrypted, outside the database. */
interface Storage {
  files: FilesPort
  cipher: FieldCipher
}

/** Stores a document and returns its id; it is swept unless a commit names it and settles its announcement. */
export async function storeDocument(
  { db, clock, files, cipher }: Storage & { db: Db; clock: Clock },
  bytes: Uint8Array,
): Promise<string> {
  const id = newId()
  await announceFile(db, { id, now: clock.now() })
  const clear = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  await files.put(id, await encryptBytes(cipher, id, clear))
  return id
}

/** The clear bytes of what is stored under that id; throws `MissingDocument`, and `DecryptError` where it was altered. */
export async function readDocument({ files, cipher }: Storage, id: string): Promise<Buffer> {
  const encrypted = await files.get(id)
  if (!encrypted)
    throw new MissingDocument(`the file storage has no document ${id}: restore it from a backup`)
  return buffer(decryptFile(cipher, id, encrypted))
}

/** Removes an announced document that nobody names; what the storage does not remove now, the sweep does later. */
export async function forgetDocument({ db, files }: { db: Db; files: FilesPort }, id: string): Promise<void> {
  const forget = async () => {
    await files.remove(id)
    await settleFiles(db, [id])
  }
  await Promise.allSettled([forget()])
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

const makeTask = import.meta.resolve('./document/pdf/make-pdf.ts')

/** Makes a document outside the thread that answers requests; `busy` when too many are being made already. */
export function makeInWorker(threads: WorkerPool, data: AgreementData): Promise<PoolAnswer<MadeAgreement>> {
  return threads.run<typeof run>(makeTask, data)
}

/** An agreement that can be accepted, or has been. */
export type AgreementWithForm = Agreement & { form: Form }

/** Attempts before a fault is assumed: another process may make the same form, or the mandate may change. */
const MAKE_ATTEMPTS = 5

/** What the person is to accept next, with a form that says what the record says; undefined where nothing is left. */
export async function ensureForm(app: App, record: AgreementRecord): Promise<AgreementWithForm | undefined> {
  const begun = { executiveId: record.id, now: app.clock.now() }
  for (let attempt = 0; attempt < MAKE_ATTEMPTS; attempt += 1) {
    const open = await openAgreement(app.db, app.cipher, begun)
    if (!open || hasCurrentForm(open, record)) return open
    await makeAndKeep(app, record, open)
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
  app: App,
  record: AgreementRecord,
  { kind, reference }: Agreement,
): Promise<MadeAgreement & { data: StoredFormData }> {
  const annex = kind === 'annex' ? await annexOf(app, record) : undefined
  const data = formDataOf(app, record, { reference, annex })
  return { data, ...(await makeDocument(app, data, undefined)) }
}

async function annexOf({ db, cipher }: App, { id }: AgreementRecord): Promise<AnnexData> {
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
  app: App,
  data: StoredFormData,
  acceptance: AgreementData['acceptance'],
): Promise<MadeAgreement> {
  const made = await makeInWorker(app.threads, await withPhoto(app, data, acceptance))
  if (!made.ok) throw new NotMade(made.fault)
  return made.value
}

export async function withPhoto(
  storage: Storage,
  { photoFile, ...data }: StoredFormData,
  acceptance: AgreementData['acceptance'],
): Promise<AgreementData> {
  return { ...data, photo: await readDocument(storage, photoFile), acceptance }
}

async function makeAndKeep(app: App, record: AgreementRecord, open: Agreement) {
  const { db, cipher, clock } = app
  const { data, pdf, pdfSha256, textSha256 } = await makeForm(app, record, open)
  const file = await storeDocument(app, pdf)
  const now = clock.now()
  const instead = open.form?.file
  const kept = await db.transaction().execute(async (trx) => {
    const form = { data, file, pdfSha256, textSha256 }
    const wanted = { id: open.id, form, mandateId: record.mandate.id, instead }
    if (!(await keepForm(trx, cipher, wanted))) return false
    await settleFiles(trx, [file])
    if (instead) await announceFile(trx, { id: instead, now })
    return true
  })
  const unnamed = kept ? instead : file
  if (unnamed) await forgetDocument(app, unnamed)
}
