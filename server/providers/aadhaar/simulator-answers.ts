import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import type { SimulatorPerson } from './simulator-people.ts'

interface ErrorBody {
  status: number
  message: string
  code: string
  data?: object
}

const nothingSent = { client_id: '', otp_sent: false, if_number: false, valid_aadhaar: false }
/** The status that recorded refusals of a number, and of a code, have. */
const INVALID = 'invalid_aadhaar'

function unverified(message: string, data?: object): ErrorBody {
  return { status: 422, message, code: 'verification_failed', ...(data && { data }) }
}

/** Refusals as this backend words them. */
export const errors = {
  malformed: { status: 400, message: 'Bad Request', code: 'bad_request' },
  badToken: { status: 401, message: 'Token is invalid', code: 'unauthorized' },
  noSuchNumber: unverified('Verification Failed.', { ...nothingSent, status: INVALID }),
  suspended: unverified('Aadhaar Suspended or Cancelled', nothingSent),
  sourceDown: {
    status: 500,
    message: 'Upstream source/Government source internal server error. Please start the process again',
    code: 'internal_server_error',
  },
  limit: { status: 429, message: 'Rate Limit Exceeded', code: 'rate_limit_exceeded' },
  tooSoon: {
    status: 429,
    message: 'Rate Limit: OTP already sent. Please try again later',
    code: 'rate_limit_exceeded',
  },
  unknownClient: { status: 404, message: 'Client Id Not Found', code: 'client_id_not_found' },
  wrongCode: unverified('Verification Failed.', {
    ...{ full_name: null, dob: null, gender: null, status: INVALID },
  }),
  expired: unverified('OTP Expired. Please start the process again'),
  triesSpent: unverified('OTP attempts exceeded. Please start the process again'),
  alreadyDone: unverified('Transaction already completed. Please start the process again'),
  fault: { status: 500, message: 'Unexpected internal server error', code: 'internal_server_error' },
} satisfies Record<string, ErrorBody>

/** The call for the balance has an envelope of its own, as published. */
export const balance = { success: true, balance: 5000, message: 'Your current balance is 5000 credits' }
export const noBalance = { success: false, error: 'unauthorized', message: 'Invalid or expired token' }

export const badGateway = '<html><head><title>502 Bad Gateway</title></head><body>nginx</body></html>'

export function sendError(reply: FastifyReply, { status, message, code, data }: ErrorBody): FastifyReply {
  // As published, a 404 has no data at all.
  const told = status === 404 ? {} : { data: data ?? null }
  const body = { ...told, status_code: status, success: false, message, message_code: code }
  return reply.code(status).send(body)
}

function good(data: object, message: string | null): object {
  return { data, status_code: 200, message_code: 'success', message, success: true }
}

export function sent(clientId: string): object {
  const all = { otp_sent: true, if_number: true, valid_aadhaar: true }
  return good({ client_id: clientId, ...all, status: 'generate_otp_success' }, 'OTP Sent.')
}

/** A number without a mobile is told in the flags of a good answer: its status alone says nothing. */
export function noMobile(): object {
  return good({ client_id: '', otp_sent: false, if_number: false, valid_aadhaar: true }, 'OTP not sent.')
}

interface Verified {
  clientId: string
  person: SimulatorPerson
  lastFour: string
  /** Base64 of a JPEG. */
  photo: string | undefined
  now: number
}

/** A verified person with every key that Surepass sends. */
export function verified({ clientId, person, lastFour, photo, now }: Verified): object {
  const { look: _, ...identity } = person
  const stamp = new Date(now).toISOString().replace(/\D/g, '')
  const archive = `https://stand-in.invalid/${clientId}?X-Amz-Expires=432000`
  const data = {
    client_id: clientId,
    aadhaar_number: `XXXXXXXX${lastFour}`,
    ...identity,
    profile_image: photo ?? '',
    has_image: photo !== undefined,
    face_status: false,
    face_score: -1,
    email_hash: '',
    mobile_hash: '',
    raw_xml: `${archive}&file=xml`,
    zip_data: `${archive}&file=zip`,
    share_code: '1234',
    mobile_verified: false,
    reference_id: `${lastFour}${stamp}`,
    aadhaar_pdf: null,
    status: 'success_aadhaar',
    uniqueness_id: createHash('sha256').update(JSON.stringify(identity)).digest('hex'),
  }
  return good(data, null)
}
