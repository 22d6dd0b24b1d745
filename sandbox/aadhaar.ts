import { createHash, randomInt } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import sharp from 'sharp'
import * as z from 'zod/mini'
import { type Messages, originBoundLine } from './messages.ts'
import { type Change, type Clock, entriesOf, type SandboxStore } from './store.ts'

export interface AadhaarOptions {
  token: string
  /** The host of the site, with its port. */
  host: string
  clock: Clock
  store: SandboxStore
  messages: Pick<Messages, 'keep'>
  /** Milliseconds between two codes to one number. */
  waitMs: number
  /** Allowed calls per minute. */
  callsPerMinute: number
}

export const SUREPASS_FOLDER = '/surepass/api/v1'

const CODE_LIFE_MS = 10 * 60_000
/** A session is stored longer than its code is valid, so that a late code gets the right refusal. */
const SESSION_LIFE_MS = 60 * 60_000
const TRIES = 5

/** A portrait; each number selects a shape or colour. */
const look = z.object({ ground: z.number(), skin: z.number(), hair: z.number(), cut: z.number() })
type Look = z.infer<typeof look>

const text = z.string()

/** An invented person. The Aadhaar number is not stored. */
const sandboxPerson = z.object({
  full_name: z.string(),
  dob: z.string(),
  gender: z.enum(['M', 'F', 'T']),
  care_of: z.string(),
  zip: z.string(),
  address: z.object({
    ...{ country: text, dist: text, state: text, po: text, loc: text },
    ...{ vtc: text, subdist: text, street: text, house: text, landmark: text },
  }),
  /** Absent for a person without a photo. */
  look: z.optional(look),
})
type SandboxPerson = z.infer<typeof sandboxPerson>

// Family names that mean «specimen», «example», «imagined» and «test», so that nobody real has them.
const familyNames = ['Namuna', 'Udaharan', 'Kalpanik', 'Pariksha']
const givenNames = {
  M: ['Aarav', 'Bhavin', 'Chirag', 'Dhruv', 'Eklavya', 'Girish', 'Harsh', 'Ishaan'],
  F: ['Anjali', 'Bhumi', 'Charu', 'Divya', 'Esha', 'Gauri', 'Hetal', 'Isha'],
  T: ['Kiran', 'Jyoti', 'Suman', 'Roshan'],
}
const streets = ['Namuna Marg', 'Udaharan Path', 'Kalpanik Road', 'Pariksha Gali']
const landmarks = ['Near the sample school', 'Opposite the example park', 'Behind the test market']
const places = [
  { dist: 'Surat', state: 'Gujarat', zip: '395003' },
  { dist: 'Vadodara', state: 'Gujarat', zip: '390001' },
  { dist: 'Pune', state: 'Maharashtra', zip: '411001' },
  { dist: 'Jaipur', state: 'Rajasthan', zip: '302001' },
  { dist: 'Indore', state: 'Madhya Pradesh', zip: '452001' },
]

/** These last digits choose special persons. */
const WITHOUT_PHOTO = '0007'
const LONG_NAME = '0008'
const longName =
  'श्रीमती उदाहरणलक्ष्मी नमूनाप्रसादिनी काल्पनिकेश्वरी परीक्षानन्दिनी दृष्टान्तवती प्रतिरूपशालिनी निदर्शनकुमारी नमूनावाला'

/** Returns the invented person of a number, always the same one. */
function personOf(number: string): SandboxPerson {
  const dice = createHash('sha256').update(`stand-in ${number}`).digest()
  const pick = <Item>(list: readonly Item[], at: number): Item => list[(dice[at] ?? 0) % list.length] as Item
  const gender = (dice[0] ?? 0) < 4 ? 'T' : pick(['M', 'F'] as const, 1)
  const { dist, state, zip } = pick(places, 2)
  const family = pick(familyNames, 3)
  const person: SandboxPerson = {
    full_name: `${pick(givenNames[gender], 4)} ${family}`,
    dob: birthDay(dice),
    gender,
    care_of: (dice[5] ?? 0) % 4 === 0 ? '' : `C/O ${pick(givenNames.M, 6)} ${family}`,
    zip,
    address: {
      country: 'India',
      dist,
      state,
      po: dist,
      loc: 'Namunapur',
      vtc: dist,
      subdist: dist,
      street: pick(streets, 7),
      house: `${1 + (dice[8] ?? 0)}`,
      landmark: pick(landmarks, 9),
    },
    look: {
      ground: pick([0, 1, 2, 3], 10),
      skin: pick([0, 1, 2, 3], 11),
      hair: pick([0, 1, 2], 12),
      cut: pick([0, 1, 2], 13),
    },
  }
  if (number.endsWith(WITHOUT_PHOTO)) return { ...person, look: undefined }
  return number.endsWith(LONG_NAME) ? withGaps(person) : person
}

/** Returns a birthday between 1960 and 2005. */
function birthDay(dice: Buffer): string {
  const days = dice.readUInt16BE(14) % (45 * 365)
  return new Date(Date.UTC(1960, 0, 1) + days * 86_400_000).toISOString().slice(0, 10)
}

function withGaps(person: SandboxPerson): SandboxPerson {
  const gaps = { house: '', street: '', landmark: '', dist: '', po: '', loc: '' }
  return { ...person, full_name: longName, address: { ...person.address, ...gaps } }
}

const grounds = ['#dfe8e2', '#e8e1d5', '#d9e2ec', '#ece0e2']
const skins = ['#8d5a3b', '#a8714b', '#c08a5f', '#6f452c']
const hairs = ['#1d1a18', '#3a2a20', '#77706a']
const cuts = [
  'M50 92 Q52 38 100 38 Q148 38 150 92 Q132 66 100 66 Q68 66 50 92 Z',
  'M46 150 Q38 36 100 36 Q162 36 154 150 Q146 84 100 72 Q54 84 46 150 Z',
  'M54 84 Q62 44 100 44 Q138 44 146 84 Q120 60 100 62 Q80 60 54 84 Z',
]

/** Portraits by their SVG, a few kilobytes each. */
const drawn = new Map<string, Promise<string>>()

/** Returns a small JPEG in base64. It is drawn from plain shapes and needs no fonts. */
function portrait(look: Look): Promise<string> {
  const svg = draw(look)
  const known = drawn.get(svg) ?? encode(svg)
  drawn.set(svg, known)
  return known
}

async function encode(svg: string): Promise<string> {
  const jpeg = await sharp(Buffer.from(svg)).jpeg({ quality: 80 }).toBuffer()
  return jpeg.toString('base64')
}

function draw({ ground, skin, hair, cut }: Look): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="240">
    <rect width="200" height="240" fill="${grounds[ground]}"/>
    <path d="M20 240 Q24 176 100 176 Q176 176 180 240 Z" fill="#2f5d50"/>
    <rect x="82" y="140" width="36" height="48" rx="14" fill="${skins[skin]}"/>
    <ellipse cx="100" cy="104" rx="46" ry="58" fill="${skins[skin]}"/>
    <path d="${cuts[cut]}" fill="${hairs[hair]}"/>
    <circle cx="82" cy="104" r="5"/><circle cx="118" cy="104" r="5"/>
    <path d="M84 134 Q100 146 116 134" stroke="#000" stroke-width="4" fill="none"/>
  </svg>`
}

/** A code that was sent, with its client id. */
const sessionSchema = z.object({
  clientId: z.string(),
  person: sandboxPerson,
  lastFour: z.string(),
  code: z.string(),
  expiresAt: z.number(),
  tries: z.number(),
  used: z.boolean(),
})
type Session = z.infer<typeof sessionSchema>

interface ErrorBody {
  status: number
  message: string
  code: string
  data?: object
}

function unverified(message: string, data?: object): ErrorBody {
  return { status: 422, message, code: 'verification_failed', ...(data && { data }) }
}

const nothingSent = { client_id: '', otp_sent: false, if_number: false, valid_aadhaar: false }

/** Surepass's refusals. `invalid_aadhaar` is the recorded status for refusals of a number and of a code. */
const errors = {
  malformed: { status: 400, message: 'Bad Request', code: 'bad_request' },
  badToken: { status: 401, message: 'Token is invalid', code: 'unauthorized' },
  noSuchNumber: unverified('Verification Failed.', { ...nothingSent, status: 'invalid_aadhaar' }),
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
    ...{ full_name: null, dob: null, gender: null, status: 'invalid_aadhaar' },
  }),
  expired: unverified('OTP Expired. Please start the process again'),
  triesSpent: unverified('OTP attempts exceeded. Please start the process again'),
  alreadyDone: unverified('Transaction already completed. Please start the process again'),
  fault: { status: 500, message: 'Unexpected internal server error', code: 'internal_server_error' },
} satisfies Record<string, ErrorBody>

function refuse(reply: FastifyReply, reason: keyof typeof errors): FastifyReply {
  const { status, message, code, data }: ErrorBody = errors[reason]
  // According to the documentation, a 404 has no data.
  const told = status === 404 ? {} : { data: data ?? null }
  return reply
    .code(status)
    .send({ ...told, status_code: status, success: false, message, message_code: code })
}

function good(data: object, message: string | null): object {
  return { data, status_code: 200, message_code: 'success', message, success: true }
}

/** Last digits that cause failures. 0007 and 0008 choose a person, 0009 an expired code. */
const troubles: Record<string, (reply: FastifyReply) => unknown> = {
  // The status is good; only the flags say that no mobile is linked.
  '0001': () => good({ ...nothingSent, valid_aadhaar: true }, 'OTP not sent.'),
  '0002': (reply) => refuse(reply, 'noSuchNumber'),
  '0003': (reply) => refuse(reply, 'suspended'),
  '0004': (reply) => refuse(reply, 'sourceDown'),
  '0005': (reply) => reply.hijack(),
  '0006': (reply) =>
    reply
      .code(502)
      .type('text/html')
      .send('<html><head><title>502 Bad Gateway</title></head><body>nginx</body></html>'),
  '0010': (reply) => refuse(reply, 'limit'),
}

/** Serves Surepass's two calls with invented people, one for every number of 12 digits, and its balance. */
export function surepass(app: FastifyInstance, options: AadhaarOptions): void {
  const { token, clock, callsPerMinute } = options
  const isOurs = ({ headers }: FastifyRequest) => headers.authorization === `Bearer ${token}`
  // According to the documentation, the balance has its own envelope.
  app.get(`${SUREPASS_FOLDER}/utils/usage/balance`, (request, reply) =>
    isOurs(request)
      ? { success: true, balance: 5000, message: 'Your current balance is 5000 credits' }
      : reply.code(401).send({ success: false, error: 'unauthorized', message: 'Invalid or expired token' }),
  )
  const sessions = entriesOf(options, 'aadhaar', { schema: sessionSchema, lifeMs: SESSION_LIFE_MS })
  const waits = entriesOf(options, 'aadhaar_wait', {
    schema: z.object({ until: z.number() }),
    lifeMs: options.waitMs,
  })
  let minute = { calls: 0, until: 0 }

  async function generate(body: unknown, reply: FastifyReply): Promise<unknown> {
    const read = generateBody.safeParse(body)
    if (!read.success) return refuse(reply, 'noSuchNumber')
    const number = read.data.id_number
    const lastFour = number.slice(-4)
    const trouble = troubles[lastFour]
    if (trouble) return trouble(reply)
    const now = clock.now()
    const hasToWait = await waits.change(number, (wait) =>
      wait && wait.until > now ? { result: true } : { keep: { until: now + options.waitMs }, result: false },
    )
    if (hasToWait) return refuse(reply, 'tooSoon')
    const session: Session = {
      clientId: newClientId(),
      person: personOf(number),
      lastFour,
      code: String(randomInt(1e6)).padStart(6, '0'),
      expiresAt: lastFour === '0009' ? now : now + CODE_LIFE_MS,
      tries: 0,
      used: false,
    }
    await sessions.change(session.clientId, () => ({ keep: session, result: undefined }))
    await options.messages.keep({ channel: 'sms', to: number, text: smsText(session.code, options.host) })
    const flags = { otp_sent: true, if_number: true, valid_aadhaar: true, status: 'generate_otp_success' }
    return good({ client_id: session.clientId, ...flags }, 'OTP Sent.')
  }

  async function submit(body: unknown, reply: FastifyReply): Promise<unknown> {
    const read = submitBody.safeParse(body)
    if (!read.success) return refuse(reply, 'malformed')
    const { client_id: clientId, otp } = read.data
    const now = clock.now()
    const spent = await sessions.change(clientId, (session) => spend(session, otp, now))
    return 'reason' in spent ? refuse(reply, spent.reason) : good(await verified(spent, now), null)
  }

  app.register(
    async (scope) => {
      scope.addHook('onRequest', async (request, reply) => {
        if (!isOurs(request)) return refuse(reply, 'badToken')
        const now = clock.now()
        if (minute.until <= now) minute = { calls: 0, until: now + 60_000 }
        minute.calls += 1
        if (minute.calls > callsPerMinute) return refuse(reply, 'limit')
      })
      scope.setErrorHandler((_, __, reply) => refuse(reply, 'fault'))
      scope.post('/generate-otp', (request, reply) => generate(request.body, reply))
      scope.post('/submit-otp', (request, reply) => submit(request.body, reply))
    },
    { prefix: `${SUREPASS_FOLDER}/aadhaar-v2` },
  )
}

const generateBody = z.object({ id_number: z.string().check(z.regex(/^\d{12}$/)) })
const submitBody = z.object({ client_id: z.string(), otp: z.string() })

function smsText(code: string, host: string): string {
  return `${code} is the code that confirms this Aadhaar number. It is good for 10 minutes. Nobody asks for it by phone.\n\n${originBoundLine(host, code)}`
}

function newClientId(): string {
  const letters = Array.from({ length: 20 }, () => String.fromCharCode(97 + randomInt(26)))
  return `aadhaar_v2_${letters.join('')}`
}

/** Checks a code and uses it or one try up in the same change, so that simultaneous guesses cannot share a try. */
function spend(
  session: Session | undefined,
  otp: string,
  now: number,
): Change<Session, Session | { reason: keyof typeof errors }> {
  if (!session) return { result: { reason: 'unknownClient' } }
  if (session.used) return { result: { reason: 'alreadyDone' } }
  if (session.tries >= TRIES) return { result: { reason: 'triesSpent' } }
  if (session.expiresAt <= now) return { result: { reason: 'expired' } }
  if (otp === session.code) return { keep: { ...session, used: true }, result: session }
  return { keep: { ...session, tries: session.tries + 1 }, result: { reason: 'wrongCode' } }
}

/** Returns a verified person with all keys that Surepass sends. */
async function verified({ clientId, person, lastFour }: Session, now: number): Promise<object> {
  const { look, ...identity } = person
  const archive = `https://stand-in.invalid/${clientId}?X-Amz-Expires=432000`
  return {
    client_id: clientId,
    aadhaar_number: `XXXXXXXX${lastFour}`,
    ...identity,
    profile_image: look ? await portrait(look) : '',
    has_image: look !== undefined,
    face_status: false,
    face_score: -1,
    email_hash: '',
    mobile_hash: '',
    raw_xml: `${archive}&file=xml`,
    zip_data: `${archive}&file=zip`,
    share_code: '1234',
    mobile_verified: false,
    reference_id: `${lastFour}${new Date(now).toISOString().replace(/\D/g, '')}`,
    aadhaar_pdf: null,
    status: 'success_aadhaar',
    uniqueness_id: createHash('sha256').update(JSON.stringify(identity)).digest('hex'),
  }
}
