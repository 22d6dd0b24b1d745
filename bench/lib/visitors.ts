// Requests of visitors in a realistic mix.
import { randomBytes } from 'node:crypto'
import { api, listedPages } from '#contract/paths.ts'
import { boundary, documentPart, multipart, pdfOf, textParts } from '#tests/support/application.ts'

/** The share of each kind of request. */
export const shares = { page: 0.8, enquiry: 0.12, application: 0.04, onboarding: 0.04 }
export type Kind = keyof typeof shares
export const kinds = Object.keys(shares) as Kind[]

export interface Outgoing {
  method: 'GET' | 'POST'
  path: string
  headers: Record<string, string>
  body: Buffer
}

/** Returns a random kind, according to the shares. */
export function someKind(): Kind {
  let rest = Math.random()
  return kinds.find((kind) => (rest -= shares[kind]) < 0) ?? 'page'
}

let made = 0
const run = randomBytes(4).toString('hex')
/** Random starts of phone and Aadhaar numbers, so that runs rarely repeat them. */
const firstPhone = 6_000_000_000 + (randomBytes(4).readUInt32BE() % 3_000_000_000)
const firstNumber = 20_000_000 + (randomBytes(4).readUInt32BE() % 70_000_000)

/** Returns a request of a kind from a new visitor. */
export function nextRequest(kind: Kind): Outgoing {
  made += 1
  const email = `${kind}-${made}-${run}@person.example`
  const path = listedPages[made % listedPages.length] ?? '/'
  if (kind === 'page') return { method: 'GET', path, headers: {}, body: Buffer.alloc(0) }
  if (kind === 'enquiry')
    return post(api.sendEnquiry, { name: 'Meera Desai', email, phone: '9876543210', enquiry: words })
  if (kind === 'application') return application(email)
  // The registration begins with a request for a code, by phone or Aadhaar. Some last digits of an Aadhaar number cause
  // failures in the sandbox; 5000 does not.
  if (made % 2 === 0) return post(api.generateMobileOtp, { phone: String(firstPhone + made) })
  return post(api.generateAadhaarOtp, { aadhaar_number: `${firstNumber + made}5000` })
}

function post(path: string, value: object): Outgoing {
  const headers = { 'content-type': 'application/json' }
  return { method: 'POST', path, headers, body: Buffer.from(JSON.stringify(value)) }
}

const words =
  'We are looking for two quality engineers for our plant near Surat, day shift, with three to five years in ' +
  'fabricated parts. They would report to the plant manager. Could you call me this week, after four?'

const resume = documentPart('resume', pdfOf(1024 * 1024))

function application(email: string): Outgoing {
  const fields = {
    ...{ full_name: 'Bench Person', email, phone: String(firstPhone + made) },
    ...{ date_of_birth: '1998-02-28', address: '12 Ring Road, Surat' },
  }
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` }
  const body = multipart([...textParts(fields), resume])
  return { method: 'POST', path: api.careerApplication, headers, body }
}
