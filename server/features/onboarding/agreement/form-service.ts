import { announceFile, settleFiles } from '#server/platform/db/pending-files.ts'
import type { PoolAnswer } from '#server/platform/worker-pool/worker-pool.ts'
import type { AgreementData } from './document/agreement-data.ts'
import type { MadeAgreement } from './document/make-agreement.ts'
import { type DocumentDeps, forgetDocument, readDocument, storeDocument } from './document-service.ts'
import {
  type AgreementHouse,
  type AgreementRecord,
  factsOf,
  type FormFacts,
  isCurrent,
  referenceFrom,
} from './rules.ts'
import { type Agreement, beginAgreement, findAgreement, type Form, keepForm } from './store.ts'

export interface FormDeps extends DocumentDeps {
  house: AgreementHouse
  /** Draws a document up away from the request's thread. */
  make(facts: AgreementData): Promise<PoolAnswer<MadeAgreement>>
  findRecord(id: string): Promise<AgreementRecord | undefined>
}

/** A document could not be made now: too many are being made, or the one in work was cut off. */
export class NotMade extends Error {
  override name = 'NotMade'
  /** Why, since the log writes codes and no messages. */
  readonly code: string

  constructor(fault: string) {
    super(fault)
    this.code = fault
  }
}

/** An agreement that can be accepted, or has been. */
export type DrawnAgreement = Agreement & { form: Form }

/** Others may draw the same form up, or the mandate may change, so many times before something else must be wrong. */
const DRAW_TRIES = 5

/** The agreement with a form that says what the record says; an accepted one stays in the form it was accepted in. */
export async function ensureForm(deps: FormDeps, record: AgreementRecord): Promise<DrawnAgreement> {
  for (let tries = 0; tries < DRAW_TRIES; tries += 1) {
    const known = await findAgreement(deps.db, deps.cipher, record.id)
    if (known && isDrawn(known, record)) return known
    await drawUp(deps, record, known?.form?.file)
  }
  throw new Error('the form of an agreement changed on every attempt to write it')
}

/** Whether there is a form, and the one that its record asks for now unless it was accepted before. */
export function isDrawn(agreement: Agreement, record: AgreementRecord): agreement is DrawnAgreement {
  const { form, acceptedAt } = agreement
  return form !== undefined && (acceptedAt !== null || isCurrent(form.facts, record))
}

/** A record's form, made and kept nowhere. */
export async function makeForm(
  deps: FormDeps,
  record: AgreementRecord,
): Promise<MadeAgreement & { facts: FormFacts }> {
  const index = deps.cipher.index('agreements.reference', record.id)
  const facts = factsOf(record, deps.house, referenceFrom(index))
  return { facts, ...(await makeDocument(deps, facts, undefined)) }
}

/** A document of these facts; throws `NotMade` when it cannot be had now. */
export async function makeDocument(
  deps: Pick<FormDeps, 'files' | 'cipher' | 'make'>,
  facts: FormFacts,
  acceptance: AgreementData['acceptance'],
): Promise<MadeAgreement> {
  const made = await deps.make(await withPhoto(deps, facts, acceptance))
  if (!made.ok) throw new NotMade(made.fault)
  return made.value
}

/** What a document is made from. */
export async function withPhoto(
  deps: Pick<DocumentDeps, 'files' | 'cipher'>,
  { photoFile, ...facts }: FormFacts,
  acceptance: AgreementData['acceptance'],
): Promise<AgreementData> {
  return { ...facts, photo: await readDocument(deps, photoFile), acceptance }
}

async function drawUp(deps: FormDeps, record: AgreementRecord, instead: string | undefined): Promise<void> {
  const { facts, pdf, pdfSha256, textSha256 } = await makeForm(deps, record)
  const file = await storeDocument(deps, pdf)
  const now = deps.clock.now()
  const executiveId = record.id
  const kept = await deps.db.transaction().execute(async (trx) => {
    await beginAgreement(trx, { executiveId, now })
    const form = { facts, file, pdfSha256, textSha256 }
    if (!(await keepForm(trx, deps.cipher, { executiveId, form, instead }))) return false
    await settleFiles(trx, [file])
    if (instead) await announceFile(trx, { id: instead, now })
    return true
  })
  const unnamed = kept ? instead : file
  if (unnamed) await forgetDocument(deps, unnamed)
}
