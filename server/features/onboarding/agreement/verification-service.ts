import { createHash } from 'node:crypto'
import { counted } from '#contract/messages/languages.ts'
import { DecryptError } from '#server/platform/crypto/field-cipher.ts'
import type { SignatureDoubt, SignaturePort } from '#server/providers/signature/port.ts'
import { agreementEvent, chainFault, type KnownEvent, readChain, type StoredEntry } from './chain-store.ts'
import { agreementTextOf, textHash } from './document/agreement-text.ts'
import { type DocumentDeps, MissingDocument, readDocument, withPhoto } from './document-service.ts'
import { type Agreement, agreementsOf, type Form } from './store.ts'

export interface AgreementCheck {
  of: string
  ok: boolean
  found: string
}

export interface VerificationDeps extends Pick<DocumentDeps, 'db' | 'cipher' | 'files'> {
  signature: Pick<SignaturePort, 'verify'>
}

/** Recomputes everything that proves a person's agreement and its annexes, or one of them; none where there is nothing. */
export async function verifyAgreements(
  deps: VerificationDeps,
  { executiveId, id: only }: { executiveId: string; id?: string },
): Promise<AgreementCheck[]> {
  const all = await agreementsOf(deps.db, deps.cipher, executiveId)
  const chosen = all.filter(({ id }) => only === undefined || id === only)
  const checks = await Promise.all(chosen.map((agreement) => verifyAgreement(deps, agreement)))
  return chosen.flatMap(({ kind, reference }, at) => {
    const own = checks[at] ?? []
    return kind === 'annex' ? own.map((one) => ({ ...one, of: `annex ${reference} ${one.of}` })) : own
  })
}

async function verifyAgreement(deps: VerificationDeps, agreement: Agreement): Promise<AgreementCheck[]> {
  const chain = await readChain(deps.db, deps.cipher, agreement.id)
  const fault = chainFault(chain)
  const entries = counted(chain.length, 'entry', 'entries')
  const checks = [check('events', fault, `${entries}, each with the hash of the one before`)]
  const { form } = agreement
  if (!form) return [...checks, { of: 'form', ok: true, found: 'not made yet' }]
  checks.push(await documentCheck(deps, 'form', { file: form.file, sha256: form.pdfSha256 }))
  checks.push(await textCheck(deps, form))
  if (agreement.acceptedAt === null) {
    return [...checks, { of: 'acceptance', ok: true, found: 'not accepted yet' }]
  }
  const events = readable(chain.entries)
  return [
    ...checks,
    acceptanceCheck(agreement, form, events),
    ...(await signedChecks(deps, agreement, events)),
  ]
}

type Known = Pick<KnownEvent, 'at' | 'event'>

function check(of: string, fault: string | undefined, found = ''): AgreementCheck {
  return { of, ok: fault === undefined, found: fault ?? found }
}

/** The events that can be read; the check of the chain reports the others. */
function readable(entries: readonly StoredEntry[]): Known[] {
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
  if (typeof read === 'string') return check(of, read)
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

async function textCheck(deps: VerificationDeps, { data, textSha256 }: Form): Promise<AgreementCheck> {
  const photo = await readOr(deps, data.photoFile)
  if (typeof photo === 'string') return check('text', `${photo}: the photo`)
  const found = textHash(agreementTextOf(await withPhoto(deps, data, undefined)))
  const fault = found === textSha256 ? undefined : `its SHA-256 is ${found}, not ${textSha256}`
  return check('text', fault, `version ${data.version}, SHA-256 ${textSha256}`)
}

function acceptanceCheck(agreement: Agreement, form: Form, events: readonly Known[]): AgreementCheck {
  const of = 'acceptance'
  const [accepted, ...more] = events.filter(({ event }) => event.kind === 'accepted')
  if (!accepted || accepted.event.kind !== 'accepted') return check(of, 'no event records it')
  if (more.length > 0) return check(of, 'more than one event records it')
  const { signName, shown } = accepted.event
  const time = new Date(accepted.at).toISOString()
  if (accepted.at !== agreement.acceptedAt) return check(of, 'its time differs from that of its event')
  const isShown = shown.pdfSha256 === form.pdfSha256 && shown.textSha256 === form.textSha256
  return check(of, isShown ? undefined : 'another form was accepted', `${time} by ${signName}`)
}

async function signedChecks(
  deps: VerificationDeps,
  { signed }: Agreement,
  events: readonly Known[],
): Promise<AgreementCheck[]> {
  const signing = events.map(({ event }) => event).find((event) => event.kind === 'sealed')
  if (!signed) return [check('signed document', 'accepted, but not signed yet')]
  let document = await documentCheck(deps, 'signed document', signed)
  if (document.ok && signing?.pdfSha256 !== signed.sha256)
    document = check('signed document', 'no event records this document')
  const read = await readOr(deps, signed.file)
  return typeof read === 'string'
    ? [document]
    : [document, await signatureCheck(deps, read, signing?.certificate)]
}

const doubts: Record<SignatureDoubt, string> = {
  unsealed: 'it has no signature',
  changed: 'it was changed after it was signed',
  continued: 'something was added after it was signed',
}

async function signatureCheck(
  { signature }: VerificationDeps,
  pdf: Buffer,
  certificate: string | undefined,
): Promise<AgreementCheck> {
  const verdict = await signature.verify(pdf)
  if (!verdict.whole) return check('signature', doubts[verdict.doubt])
  const fault = verdict.certificate === certificate ? undefined : 'it was signed with another certificate'
  return check('signature', fault, `whole, by ${verdict.owner}, certificate SHA-256 ${verdict.certificate}`)
}
