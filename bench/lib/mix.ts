import { randomBytes } from 'node:crypto'
import type { Enquiry } from '#contract/schemas/enquiries.ts'
import { api, listedPages } from '#contract/paths.ts'
import { pdfOf } from './pdf-of.ts'

/** What visitors do, and how often (trust.md 2.1): of a hundred requests eighty are pages. */
export const shares = { page: 0.8, enquiry: 0.12, application: 0.04, onboarding: 0.04 }
export type Kind = keyof typeof shares
export const kinds = Object.keys(shares) as Kind[]

/** A request as it goes out. */
export interface Outgoing {
  kind: Kind
  method: 'GET' | 'POST'
  path: string
  headers: Record<string, string | number>
  body: readonly Buffer[]
}

const PAPER_BYTES = 1024 * 1024
const boundary = 'boundary-of-a-bench'
const resume = pdfOf(PAPER_BYTES)
const json = { 'content-type': 'application/json' }

/** One request of a kind, of a visitor whom no other request is of. */
export function nextRequest(kind: Kind): Outgoing {
  made += 1
  if (kind === 'page') return page()
  if (kind === 'enquiry') return post(kind, api.sendEnquiry, enquiry())
  if (kind === 'application') return application()
  return onboarding()
}

/** A kind as often as its share. */
export function someKind(): Kind {
  let rest = Math.random()
  return kinds.find((kind) => (rest -= shares[kind]) < 0) ?? 'page'
}

let made = 0
const run = randomBytes(4).toString('hex')

/** Ten digits that no other request of this run has, and hardly one of another run. */
const firstPhone = 6_000_000_000 + (randomBytes(4).readUInt32BE() % 3_000_000_000)
function phone(): string {
  return String(firstPhone + made)
}

/** The first eight digits of an Aadhaar number, likewise. */
const firstNumber = 20_000_000 + (randomBytes(4).readUInt32BE() % 70_000_000)

function page(): Outgoing {
  const path = listedPages[made % listedPages.length] ?? '/'
  return { kind: 'page', method: 'GET', path, headers: { 'accept-encoding': 'br' }, body: [] }
}

function enquiry(): Enquiry {
  return {
    name: 'Meera Desai',
    email: `e${made}-${run}@employer.example`,
    phone: '9876543210',
    enquiry:
      'We are looking for two quality engineers for our plant near Surat. Could you call me this week?',
  }
}

/** The first thing a visitor of the registration does: asks for a code, by one or the other way. */
function onboarding(): Outgoing {
  if (made % 2 === 0) return post('onboarding', api.generateMobileOtp, { phone: phone() })
  // Its last digits choose trouble at the simulator; these make none.
  const number = `${firstNumber + made}5000`
  return post('onboarding', api.generateAadhaarOtp, { aadhaar_number: number })
}

function post(kind: Kind, path: string, value: object): Outgoing {
  const body = Buffer.from(JSON.stringify(value))
  return { kind, method: 'POST', path, headers: { ...json, 'content-length': body.length }, body: [body] }
}

/** An application with a résumé of a megabyte. */
function application(): Outgoing {
  const fields = {
    full_name: 'Bench Person',
    email: `a${made}-${run}@person.example`,
    phone: phone(),
    date_of_birth: '1998-02-28',
    address: '12 Ring Road, Surat',
  }
  const part = (inner: string) =>
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; ${inner}\r\n\r\n`)
  const body = [
    ...Object.entries(fields).flatMap(([name, value]) => [
      part(`name="${name}"`),
      Buffer.from(`${value}\r\n`),
    ]),
    part('name="resume"; filename="cv.pdf"'),
    resume,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]
  const length = body.reduce((sum, piece) => sum + piece.length, 0)
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}`, 'content-length': length }
  return { kind: 'application', method: 'POST', path: api.careerApplication, headers, body }
}
