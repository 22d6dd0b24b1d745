// What visitors do: single requests, in the mix in which they come, and a whole registration.
import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { debitPeriod } from '#contract/dates.ts'
import { newConsumerId } from '#contract/schemas/mandates.ts'
import { filledFrom, type AadhaarPerson } from '#contract/schemas/identity.ts'
import { api, listedPages, sandbox } from '#contract/paths.ts'
import { pdfOf } from '#tests/support/application.ts'

/** Of a hundred requests eighty are pages. */
export const shares = { page: 0.8, enquiry: 0.12, application: 0.04, onboarding: 0.04 }
export type Kind = keyof typeof shares
export const kinds = Object.keys(shares) as Kind[]

/** A request as it goes out. */
export interface Outgoing {
  method: 'GET' | 'POST'
  path: string
  headers: Record<string, string>
  body: readonly Buffer[]
}

/** A kind as often as its share. */
export function someKind(): Kind {
  let rest = Math.random()
  return kinds.find((kind) => (rest -= shares[kind]) < 0) ?? 'page'
}

let made = 0
const run = randomBytes(4).toString('hex')
/** Ten digits of a phone and eight of an Aadhaar number that hardly any other run begins with. */
const firstPhone = 6_000_000_000 + (randomBytes(4).readUInt32BE() % 3_000_000_000)
const firstNumber = 20_000_000 + (randomBytes(4).readUInt32BE() % 70_000_000)

/** One request of a kind, of a visitor whom no other request is of. */
export function nextRequest(kind: Kind): Outgoing {
  made += 1
  const email = `${kind}-${made}-${run}@person.example`
  if (kind === 'page')
    return { method: 'GET', path: listedPages[made % listedPages.length] ?? '/', headers: {}, body: [] }
  if (kind === 'enquiry')
    return post(api.sendEnquiry, { name: 'Meera Desai', email, phone: '9876543210', enquiry: words })
  if (kind === 'application') return application(email)
  // The first thing of the registration: a code is asked for, one way or the other. The last digits of an Aadhaar
  // number choose trouble at its simulator; these choose none.
  if (made % 2 === 0) return post(api.generateMobileOtp, { phone: String(firstPhone + made) })
  return post(api.generateAadhaarOtp, { aadhaar_number: `${firstNumber + made}5000` })
}

function post(path: string, value: object): Outgoing {
  const headers = { 'content-type': 'application/json' }
  return { method: 'POST', path, headers, body: [Buffer.from(JSON.stringify(value))] }
}

const words =
  'We are looking for two quality engineers for our plant near Surat, day shift, with three to five years in ' +
  'fabricated parts. They would report to the plant manager. Could you call me this week, after four?'

const boundary = 'boundary-of-a-bench'
const resume = pdfOf(1024 * 1024)

function application(email: string): Outgoing {
  const fields = {
    full_name: 'Bench Person',
    email,
    phone: String(firstPhone + made),
    date_of_birth: '1998-02-28',
    address: '12 Ring Road, Surat',
  }
  const part = (inner: string, value: string | Buffer) => [
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; ${inner}\r\n\r\n`),
    typeof value === 'string' ? Buffer.from(value) : value,
    Buffer.from('\r\n'),
  ]
  const body = [
    ...Object.entries(fields).flatMap(([name, value]) => part(`name="${name}"`, value)),
    ...part('name="resume"; filename="cv.pdf"', resume),
    Buffer.from(`--${boundary}--\r\n`),
  ]
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` }
  return { method: 'POST', path: api.careerApplication, headers, body }
}

/** A visitor's browser. */
export interface Visitor {
  url: string
  cookie?: string
  /** Called after each call that was answered as it should be. */
  onCall?(path: string, ms: number): void
}

/** Asks with the visitor's cookie; rejects unless it is answered well. */
export async function ask(visitor: Visitor, path: string, init: RequestInit = {}): Promise<string> {
  const begun = performance.now()
  const headers = new Headers(init.headers)
  if (visitor.cookie) headers.set('cookie', visitor.cookie)
  const response = await fetch(visitor.url + path, { ...init, headers })
  const text = await response.text()
  for (const given of response.headers.getSetCookie()) visitor.cookie = given.split(';')[0] ?? ''
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`)
  visitor.onCall?.(path, performance.now() - begun)
  return text
}

/** Calls the API, with what it takes as JSON or as a form. */
export async function call<T>(visitor: Visitor, path: string, body?: object): Promise<T> {
  const headers = { 'content-type': 'application/json' }
  const json = { method: 'POST', headers, body: JSON.stringify(body) }
  const init = body instanceof FormData ? { method: 'POST', body } : body && json
  return JSON.parse(await ask(visitor, path, init)) as T
}

/** Everything one person does from the first code to the record; answers with the id that opens it. */
export async function register(visitor: Visitor, at: number, photo: Blob) {
  const aadhaar = `2${String(at).padStart(7, '0')}5000`
  const phone = String(6_000_000_000 + at)
  const codeFor = async (to: string) => {
    const sent = await call<{ messages: { text: string }[] }>(visitor, `${sandbox.messages}?limit=1&to=${to}`)
    return /\b\d{6}\b/.exec(sent.messages[0]?.text ?? '')?.[0]
  }
  const sent = await call<{ data: { client_id: string } }>(visitor, api.generateAadhaarOtp, {
    aadhaar_number: aadhaar,
  })
  const { client_id } = sent.data
  const proof = { client_id, otp: await codeFor(aadhaar) }
  const { data: proven } = await call<{ data: { data: AadhaarPerson } }>(visitor, api.verifyAadhaarOtp, proof)
  await call(visitor, api.generateMobileOtp, { phone })
  await call(visitor, api.verifyMobileOtp, { phone, otp: await codeFor(phone) })
  const order = orderOf(at)
  const { checkout } = await call<{ checkout: { config: unknown } }>(visitor, api.generateMandateToken, order)
  await call(visitor, sandbox.authorise, { config: checkout.config, decision: '0398' })
  const fields = { ...rest, ...filledFrom(proven.data), ...order, aadhaar_no: aadhaar, phone }
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('profile_photo', photo, 'profile_photo.png')
  const { data } = await call<{ data: { _id: string }[] }>(visitor, api.registerExecutive, form)
  return data[0]?._id ?? ''
}

function orderOf(at: number) {
  const { start, end } = debitPeriod()
  return {
    consumerId: newConsumerId(),
    transactionId: String(1_000_000_000_000 + at),
    accountName: 'Bench Person',
    accountNo: String(100_000_000_000 + at),
    ifscCode: 'HDFC0000001',
    maxAmount: '5000',
    debitStartDate: start,
    debitEndDate: end,
  }
}

const rest = {
  ...{ name: 'Bench Person', dob: '1990-01-31', gender: 'O', address: '12 Ring Road', city: 'Surat' },
  ...{ state: 'Gujarat', country: 'India', pincode: '395002', email: 'person@example.in' },
  ...{ mandateRegNo: '', responseCode: '0398', responseMessage: 'initiated', responseStatus: 'Initiated' },
}

/** As a phone's camera gives one after a page has made it smaller: 600 × 800, and not even. */
export async function somePhoto(): Promise<Blob> {
  const noise = { type: 'gaussian', mean: 128, sigma: 20 } as const
  const create = { width: 600, height: 800, channels: 3, background: '#808080', noise } as const
  return new Blob([new Uint8Array(await sharp({ create }).jpeg({ quality: 80 }).toBuffer())])
}
