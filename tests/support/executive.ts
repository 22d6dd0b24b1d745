import { createHash } from 'node:crypto'
import { api } from '#contract/paths.ts'
import { debitPeriod } from '#contract/dates.ts'
import { newConsumerId } from '#contract/schemas/mandates.ts'
import type { App } from '#server/context.ts'
import { agreementUrl, enqueueForm } from '#server/features/onboarding/person/next-agreement-service.ts'
import { type Agreement, agreementsOf } from '#server/features/onboarding/agreement/store.ts'
import { attachMandate, recordStatus } from '#server/features/onboarding/mandate/service.ts'
import { findMandate, giveToExecutive, insertMandate } from '#server/features/onboarding/mandate/store.ts'
import { insertExecutive } from '#server/features/onboarding/person/store.ts'
import { entriesAbout } from '#server/platform/audit/log.ts'
import { settleFiles, storeDocument } from '#server/platform/uploads/stored-documents.ts'
import { newId } from '#server/platform/ids.ts'
import { picture } from './bad-files/pictures.ts'
import { freshPhone } from './codes.ts'
import { type Answer, answerOf } from './enquiry.ts'
import { eventually } from './eventually.ts'
import { freshTransaction } from './registration.ts'
import type { TestServer } from './server.ts'

/** A registered person, stored directly; `link` is the token of their link. */
export type TestExecutive = Record<'id' | 'link' | 'reference' | 'name' | 'email' | 'phone', string>

let attempts = 0

type NewMandate = Parameters<typeof insertMandate>[2]

/** Returns an attempt at a mandate with changes. */
export function newMandate(now: number, change: Partial<NewMandate> = {}): NewMandate {
  const { start, end } = debitPeriod(now)
  return {
    id: newId(),
    createdAt: now,
    transactionId: freshTransaction(),
    consumerId: newConsumerId(),
    attemptNumber: (attempts += 1),
    sessionId: newId(),
    holderIndex: newId(),
    phone: '9876543210',
    retryOf: null,
    language: 'en',
    accountName: 'Asha Mehta',
    accountNo: '123456789012',
    ifscCode: 'HDFC0000001',
    maxAmount: '5000',
    debitStart: start,
    debitEnd: end,
    askedOn: start,
    pollAt: null,
    ...change,
  }
}

type NewPerson = Parameters<typeof insertExecutive>[2]

/** Returns a person with what they agreed to; `change` overrides values. */
export function newPerson(
  now: number,
  change: Partial<NewPerson> & Pick<NewPerson, 'id' | 'email' | 'phone' | 'photoFile' | 'mandateId'>,
): NewPerson {
  const language = change.language ?? 'en'
  return {
    createdAt: now,
    aadhaarIndex: createHash('sha256').update(change.id).digest('base64url'),
    aadhaar_no: 'XXXXXXXX4321',
    language,
    name: 'Asha Mehta',
    gender: 'F',
    dob: '1998-02-28',
    address: '12 Ring Road',
    city: 'Surat',
    state: 'Gujarat',
    country: 'India',
    pincode: '395002',
    consents: (['aadhaar', 'phone'] as const).map((purpose, index) => ({
      purpose,
      version: '2026-11-20',
      ...{ notice_version: '2026-11-21', notice_sha256: null, language, words_sha256: '' },
      given_at: now - 600_000,
      verified_at: now - 300_000 + index * 60_000,
    })),
    ...change,
  }
}

/** Adds an attempt that the bank has accepted. */
async function addMandate({ db, cipher, clock }: App, change: Partial<NewMandate>): Promise<NewMandate> {
  const mandate = newMandate(clock.now(), change)
  await insertMandate(db, cipher, mandate)
  await db.updateTable('mandates').set({ status: 'initiated' }).where('id', '=', mandate.id).execute()
  return mandate
}

let photo: Promise<Buffer> | undefined

/** Stores a person with a photo, a mandate and consents; a job makes the form. */
export async function addExecutive(
  deps: App,
  {
    name = 'Asha Mehta',
    language = 'en',
    ...other
  }: Partial<Pick<NewPerson, 'name' | 'email' | 'phone' | 'dob' | 'address' | 'pincode' | 'language'>> = {},
): Promise<TestExecutive> {
  const { db, cipher, clock } = deps
  const now = clock.now()
  const id = newId()
  photo ??= picture(300, 400).jpeg().toBuffer()
  const photoFile = await storeDocument(deps, await photo)
  const { id: mandate } = await addMandate(deps, { language })
  const { phone = freshPhone(), email = `person-${phone}@example.in`, ...rest } = other
  const person = { id, name, email, phone, ...rest }
  await db.transaction().execute(async (trx) => {
    const stored = newPerson(now, { ...person, language, photoFile, mandateId: mandate })
    await insertExecutive(trx, cipher, stored)
    await giveToExecutive(trx, { id: mandate, executiveId: id })
    await settleFiles(trx, [photoFile])
    await enqueueForm(trx, { executiveId: id, now })
  })
  const record = db.selectFrom('records').select('reference').where('id', '=', id)
  const { reference } = await record.executeTakeFirstOrThrow()
  const link = await deps.recordLinks.tokenOf(id)
  return { ...person, link, reference: reference ?? '' }
}

export async function mandateIdOf({ db }: Pick<App, 'db'>, executiveId: string): Promise<string> {
  const person = db.selectFrom('executives').select('mandate_id').where('id', '=', executiveId)
  return (await person.executeTakeFirstOrThrow()).mandate_id
}

/** Makes a person's mandate fail at the bank. */
export async function failMandateOf(deps: App, executiveId: string): Promise<void> {
  const id = await mandateIdOf(deps, executiveId)
  const mandate = await findMandate(deps.db, deps.cipher, { id })
  if (!mandate) throw new Error('the person has no mandate')
  await recordStatus(deps, mandate, { source: 'asked', status: 'failed', answer: undefined })
}

/** Replaces a failed mandate with one of another account. */
export async function replaceMandateOf(deps: App, executiveId: string, accountNo: string): Promise<string> {
  const mandate = await addMandate(deps, { retryOf: executiveId, holderIndex: null, accountNo })
  const attached = await attachMandate(deps, { mandateId: mandate.id, executiveId })
  if (attached !== 'attached') throw new Error(attached)
  return mandate.transactionId
}

/** Returns a person's agreement, without its annexes. */
export async function agreementOf(
  { db, cipher }: Pick<App, 'db' | 'cipher'>,
  executiveId: string,
): Promise<Agreement | undefined> {
  return (await agreementsOf(db, cipher, executiveId))[0]
}

/** Returns the audit entries of an agreement or an annex, in order. */
export async function agreementEntries({ db }: Pick<App, 'db'>, { id, executiveId }: Agreement) {
  return (await entriesAbout(db, executiveId)).filter(({ detail }) => detail['agreement'] === id)
}

/** Returns the actions of these entries. */
export async function agreementActions(deps: Pick<App, 'db' | 'cipher'>, id: string): Promise<string[]> {
  const agreement = await agreementOf(deps, id)
  return agreement ? (await agreementEntries(deps, agreement)).map(({ action }) => action) : []
}

/** Returns the path and signature of an agreement's address. */
export async function agreementPath(deps: App, id: string): Promise<string> {
  const { pathname, search } = new URL(await agreementUrl(deps, id))
  return pathname + search
}

/** Accepts an agreement as a page does, with more data than the server uses. */
export async function postSigning(
  url: string,
  body: Record<string, unknown>,
  headers: Record<string, string> = {},
): Promise<Answer & { body: { url?: string } }> {
  const sent = { 'content-type': 'application/json', 'user-agent': 'Test browser 1.0', ...headers }
  const request = { method: 'POST', headers: sent, body: JSON.stringify(body) }
  return answerOf(await fetch(url + api.generateAgreement, request))
}

/** Has a person's form made, which takes a while on a busy machine. */
export function drawForm({ deps, workOff }: Pick<TestServer, 'deps' | 'workOff'>, id: string): Promise<void> {
  return eventually(async () => {
    await workOff()
    if (!(await agreementOf(deps, id))?.form) throw new Error('the form is not drawn yet')
  })
}

/** Accepts an agreement and has it signed; on a busy machine its form may take several attempts. */
export async function signAgreement(
  server: Pick<TestServer, 'url' | 'workOff'>,
  { link, name }: Pick<TestExecutive, 'link' | 'name'>,
  headers: Record<string, string> = {},
): Promise<void> {
  await eventually(async () => {
    await server.workOff()
    const { status, body } = await postSigning(server.url, { id: link, signName: name }, headers)
    if (status !== 200) throw new Error(body.message)
  })
  await server.workOff()
}
