import { randomInt } from 'node:crypto'
import { defaultLanguage, type Language } from '#contract/messages/languages.ts'
import { type AadhaarPerson, filledFrom } from '#contract/schemas/identity.ts'
import { type Checkout, mandateTokenRequest, newConsumerId } from '#contract/schemas/mandates.ts'
import { photoField, photoFile } from '#contract/schemas/registrations.ts'
import { debitPeriod } from '#contract/dates.ts'
import { api, sandbox } from '#contract/paths.ts'
import type { App } from '#server/context.ts'
import { findMandate } from '#server/features/onboarding/mandate/store.ts'
import { aadhaarIndex } from '#server/platform/crypto/digest.ts'
import { newId } from '#server/platform/ids.ts'
import { newToken } from '#server/platform/sessions/cookie.ts'
import { visitorCookie } from '#server/platform/sessions/sessions.ts'
import { insertSession, emptyVisitor } from '#server/platform/sessions/store.ts'
import { boundary, multipart, type Part, textParts } from './application.ts'
import { picture } from './bad-files/pictures.ts'
import { freshAadhaar, freshPhone } from './codes.ts'
import type { TestServer } from './server.ts'
import { type Answered, newVisitor, proveAadhaar, provePhone, type TestVisitor } from './visitor.ts'

export type Decision = '0398' | '0300' | '0396' | '0399' | '0392' | 'none'

let tries = 0

/** Returns thirteen digits that no other attempt at a mandate has. */
export function freshTransaction(): string {
  tries += 1
  return String(randomInt(10 ** 8)).padStart(8, '0') + String(tries % 10 ** 5).padStart(5, '0')
}

/** Everything that a visitor has on the screen at the end of step 2. */
export interface Applicant {
  visitor: TestVisitor
  /** As they are posted; a test changes them freely. */
  fields: Record<string, string>
  aadhaar: string
}

let photo: Promise<Buffer> | undefined

export function somePhoto(): Promise<Buffer> {
  return (photo ??= picture(64, 80).png().toBuffer())
}

/** A visitor's site: an address, where every step is made, or a test's server, which is given the proofs. */
export type Site = string | Pick<TestServer, 'url' | 'deps'>

type Numbers = Record<'aadhaar' | 'phone', string> & { language: Language }

/** Sends and enters both codes as a visitor. */
async function proveBoth(url: string, { aadhaar, phone, language }: Numbers) {
  const visitor = newVisitor(url, '', language)
  const [proven, sent] = [await proveAadhaar(visitor, aadhaar), await provePhone(visitor, phone)]
  if (proven.status !== 200 || sent.status !== 200)
    throw new Error(`${proven.body.message} ${sent.body.message}`)
  return { visitor, person: (proven.body['data'] as { data: AadhaarPerson }).data }
}

const somePerson: AadhaarPerson = {
  full_name: 'Asha Namuna',
  dob: '1985-03-17',
  gender: 'F',
  zip: '395003',
  profile_image: '',
  address: {
    ...{ house: '1', street: 'Namuna Marg', landmark: '', dist: 'Surat' },
    ...{ state: 'Gujarat', country: 'India' },
  },
}

/** Makes a visitor with a session that contains those proofs. */
async function handProofs({ url, deps }: Exclude<Site, string>, { aadhaar, phone, language }: Numbers) {
  const [id, { token, hash }, at] = [newId(), newToken(), deps.clock.now()]
  const consent = { version: '2026-11-20', at, language: 'en', sha256: '0'.repeat(64) } as const
  const numbers = { index: aadhaarIndex(deps.cipher, aadhaar), lastFour: aadhaar.slice(-4) }
  const noted = { at, consent: { ...consent, notice: '2026-11-21' } }
  const data = {
    ...emptyVisitor,
    aadhaar: { ...noted, ...numbers, sessionRef: id, person: somePerson },
    phone: { at, consent, phone },
  }
  await insertSession(deps.db, deps.cipher, { id, data, hash, now: at })
  return { visitor: newVisitor(url, `${visitorCookie(deps.config)}=${token}`, language), person: somePerson }
}

/** Returns a visitor who proved a number and a phone; times are those of `now`. */
export async function verifiedVisitor(
  site: Site,
  { aadhaar = freshAadhaar(), phone = freshPhone(), now = Date.now(), language = defaultLanguage } = {},
): Promise<Applicant> {
  const numbers = { aadhaar, phone, language }
  const { visitor, person } = await (typeof site === 'string'
    ? proveBoth(site, numbers)
    : handProofs(site, numbers))
  const period = debitPeriod(now)
  return {
    visitor,
    aadhaar,
    fields: {
      ...{ name: 'Somebody', dob: '1990-01-31', gender: 'O', address: '12 Ring Road', city: 'Surat' },
      ...{ state: 'Gujarat', country: 'India', pincode: '395002' },
      ...filledFrom(person),
      aadhaar_no: aadhaar,
      email: `person-${aadhaar.slice(-6)}@example.in`,
      phone,
      accountName: 'Test Person',
      accountNo: String(randomInt(10 ** 11, 10 ** 12)),
      ifscCode: 'HDFC0000001',
      maxAmount: '5000',
      debitStartDate: period.start,
      debitEndDate: period.end,
      transactionId: freshTransaction(),
      consumerId: newConsumerId(),
    },
  }
}

/** Returns the fields that a mandate's request contains. */
function orderOf(fields: Record<string, string>): Record<string, string> {
  const named = Object.entries(fields).filter(([name]) => name in mandateTokenRequest.shape)
  return Object.fromEntries(named)
}

/** Asks for the token of an attempt. */
export function askToken({ visitor, fields }: Applicant, change: object = {}): Promise<Answered> {
  return visitor.post(api.generateMandateToken, { ...orderOf(fields), ...change })
}

/** Decides about a token's checkout, like the bank's window. */
export async function decide(url: string, token: Answered, decision: Decision): Promise<Answered> {
  const { config } = token.body['checkout'] as Checkout
  return newVisitor(url).post(sandbox.authorise, { config, decision })
}

/** Asks for a token and decides at the bank; the gateway then has the applicant's transaction. */
export async function mandated(applicant: Applicant, decision: Decision = '0398'): Promise<Applicant> {
  const token = await askToken(applicant)
  if (token.status !== 200) throw new Error(token.body.message)
  const decided = await decide(applicant.visitor.url, token, decision)
  if (decided.status !== 200) throw new Error(decided.body.message)
  return applicant
}

/** The hint that a page passes on. */
const hint = {
  ...{ mandateRegNo: '970000001', responseCode: '0398' },
  ...{ responseMessage: 'initiated', responseStatus: 'Initiated' },
}

/** Sends a registration; `change` overrides fields, and undefined leaves one out. */
export async function register(
  { visitor, fields }: Applicant,
  change: Record<string, string | undefined> = {},
  photos?: readonly Part[],
): Promise<Answered> {
  const texts = Object.entries({ ...fields, ...hint, ...change }).filter(([, value]) => value !== undefined)
  const own = { name: photoField, filename: photoFile.name, type: photoFile.type, content: await somePhoto() }
  const written = textParts(Object.fromEntries(texts) as Record<string, string>)
  const body = multipart([...written, ...(photos ?? [own])])
  return visitor.send(api.registerExecutive, body, `multipart/form-data; boundary=${boundary}`)
}

/** Returns the record's id by the token of its link. */
export async function recordIdOf({ recordLinks }: App, token: string): Promise<string> {
  return (await recordLinks.find(token)) ?? ''
}

export function mandateOf({ db, cipher }: Pick<App, 'db' | 'cipher'>, by: Parameters<typeof findMandate>[2]) {
  return findMandate(db, cipher, by)
}

/** Returns a transaction's mandate with the source and status of each event, oldest first. */
export async function mandateEvents(deps: Pick<App, 'db' | 'cipher'>, transactionId = '') {
  const mandate = await mandateOf(deps, { transactionId })
  const events = await deps.db
    .selectFrom('mandate_events')
    .select(['source', 'status'])
    .where('mandate_id', '=', mandate?.id ?? '')
    .orderBy('id')
    .execute()
  return { mandate, events, told: events.filter(({ source }) => source === 'callback') }
}

/** Returns the record's reference by the token of its link. */
export async function referenceOf(deps: App, token: string): Promise<string> {
  const rows = deps.db.selectFrom('records').select('reference')
  const record = await rows.where('id', '=', await recordIdOf(deps, token)).executeTakeFirst()
  return record?.reference ?? ''
}

/** Returns the token in a registration's answer. */
export function recordOf({ body }: Answered): string {
  const [first] = (body['data'] ?? []) as { _id: string }[]
  return first?._id ?? ''
}

/** Registers a person; returns them with the token of their link. */
export async function registered(
  site: Site,
  {
    decision = '0398',
    now = Date.now(),
    language = defaultLanguage,
  }: { decision?: Decision; now?: number; language?: Language } = {},
): Promise<Applicant & { id: string }> {
  const applicant = await mandated(await verifiedVisitor(site, { now, language }), decision)
  const answer = await register(applicant)
  if (answer.status !== 201) throw new Error(answer.body.message)
  return { ...applicant, id: recordOf(answer) }
}

/** Returns the body of an update of the mandate. */
export function updateBody({ fields }: Applicant, id: string, change: object = {}): object {
  return { id, ...orderOf(fields), ...hint, ...change }
}

/** Reports the bank's later decision. */
export function settle(url: string, transactionId: string, status: 'Success' | 'Failed'): Promise<Answered> {
  return newVisitor(url).post(`${sandbox.mandates}/${transactionId}/settle`, { status })
}
