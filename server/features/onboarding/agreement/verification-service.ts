import { createHash } from 'node:crypto'
import { DecryptError } from '#server/platform/crypto/field-cipher.ts'
import type { SignatureDoubt, SignaturePort } from '#server/providers/signature/port.ts'
import { agreementEvent, type AgreementEvent, chainFault, type StoredEntry } from './chain/rules.ts'
import { readChain } from './chain/store.ts'

import { agreementTextOf, textHash } from './document/agreement-text.ts'
import { type DocumentDeps, MissingDocument, readDocument } from './document-service.ts'
import { withPhoto } from './form-service.ts'
import { type Agreement, findAgreement, type Form } from './store.ts'

export interface AgreementCheck {
  /** What was looked at. */
  of: string
  ok: boolean
  /** What was found. */
  words: string
}

export interface VerificationDeps extends Pick<DocumentDeps, 'db' | 'cipher' | 'files'> {
  signature: Pick<SignaturePort, 'verify'>
}

/** Recomputes everything that proves an agreement; undefined where there is none. Changes nothing. */
export async function verifyAgreement(
  deps: VerificationDeps,
  executiveId: string,
): Promise<AgreementCheck[] | undefined> {
  const agreement = await findAgreement(deps.db, deps.cipher, executiveId)
  if (!agreement) return undefined
  const chain = await readChain(deps.db, deps.cipher, executiveId)
  const fault = chainFault(chain)
  const entries = chain.length === 1 ? '1 entry' : `${chain.length} entries`
  const checks = [check('events', fault, `${entries}, each with the hash of the one before`)]
  const { form } = agreement
  if (!form) return [...checks, { of: 'form', ok: true, words: 'not drawn up yet' }]
  checks.push(await documentCheck(deps, 'form', { file: form.file, sha256: form.pdfSha256 }))
  checks.push(await textCheck(deps, form))
  if (agreement.acceptedAt === null) {
    return [...checks, { of: 'acceptance', ok: true, words: 'not accepted yet' }]
  }
  const events = known(chain.entries)
  return [
    ...checks,
    acceptanceCheck(agreement, form, events),
    ...(await signedChecks(deps, agreement, events)),
  ]
}

interface Known {
  at: number
  event: AgreementEvent
}

function check(of: string, fault: string | undefined, words: string): AgreementCheck {
  return { of, ok: fault === undefined, words: fault ?? words }
}

/** What opens and can be read; what does not is the chain's fault already. */
function known(entries: readonly StoredEntry[]): Known[] {
  return entries.flatMap(({ at, text }) => {
    const event = text === undefined ? undefined : agreementEvent.safeParse(JSON.parse(text)).data
    return event ? [{ at, event }] : []
  })
}

async function documentCheck(
  deps: VerificationDeps,
  of: string,
  { file, sha256 }: { file: string; sha256: string },
): Promise<AgreementCheck> {
  const read = await readOr(deps, file)
  if (typeof read === 'string') return check(of, read, '')
  const found = createHash('sha256').update(read).digest('hex')
  const fault = found === sha256 ? undefined : `its SHA-256 is ${found}, not ${sha256}`
  return check(of, fault, `SHA-256 ${sha256}`)
}

/** The document, or why it cannot be read. */
async function readOr(deps: VerificationDeps, file: string): Promise<Buffer | string> {
  try {
    return await readDocument(deps, file)
  } catch (error) {
    if (error instanceof DecryptError) return 'the stored file was altered'
    if (error instanceof MissingDocument) return 'the stored file is missing'
    throw error
  }
}

async function textCheck(deps: VerificationDeps, { facts, textSha256 }: Form): Promise<AgreementCheck> {
  const photo = await readOr(deps, facts.photoFile)
  if (typeof photo === 'string') return check('text', `${photo}: the photo`, '')
  const found = textHash(agreementTextOf(await withPhoto(deps, facts, undefined)))
  const fault = found === textSha256 ? undefined : `its SHA-256 is ${found}, not ${textSha256}`
  return check('text', fault, `version ${facts.version}, SHA-256 ${textSha256}`)
}

function acceptanceCheck(agreement: Agreement, form: Form, events: readonly Known[]): AgreementCheck {
  const of = 'acceptance'
  const [accepted, ...more] = events.filter(({ event }) => event.kind === 'accepted')
  if (!accepted || accepted.event.kind !== 'accepted') return check(of, 'no event tells of it', '')
  if (more.length > 0) return check(of, 'more than one event tells of it', '')
  const { signName, shown } = accepted.event
  const time = new Date(accepted.at).toISOString()
  if (accepted.at !== agreement.acceptedAt) return check(of, 'its time is not the one of its event', '')
  const isShown = shown.pdfSha256 === form.pdfSha256 && shown.textSha256 === form.textSha256
  return check(of, isShown ? undefined : 'another form was accepted', `${time} by ${signName}`)
}

async function signedChecks(
  deps: VerificationDeps,
  { signed }: Agreement,
  events: readonly Known[],
): Promise<AgreementCheck[]> {
  const sealed = events.map(({ event }) => event).find((event) => event.kind === 'sealed')
  if (!signed) return [check('signed document', 'accepted, and not sealed yet', '')]
  const document = await documentCheck(deps, 'signed document', signed)
  const isToldOf = sealed?.pdfSha256 === signed.sha256
  const told = isToldOf ? document : check('signed document', 'no event tells of this document', '')
  const read = await readOr(deps, signed.file)
  if (typeof read === 'string') return [document.ok ? told : document]
  return [document.ok ? told : document, await signatureCheck(deps, read, sealed?.certificate)]
}

const doubts: Record<SignatureDoubt, string> = {
  unsealed: 'there is no seal on it',
  changed: 'it was changed after it was sealed',
  continued: 'something was added after it was sealed',
}

async function signatureCheck(
  { signature }: VerificationDeps,
  pdf: Buffer,
  certificate: string | undefined,
): Promise<AgreementCheck> {
  const verdict = await signature.verify(pdf)
  if (!verdict.whole) return check('seal', doubts[verdict.doubt], '')
  const fault = verdict.certificate === certificate ? undefined : 'it was sealed with another certificate'
  return check('seal', fault, `whole, by ${verdict.owner}, certificate SHA-256 ${verdict.certificate}`)
}
