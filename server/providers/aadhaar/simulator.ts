import { randomInt } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { KeyValueStore, Change } from '#server/platform/key-value-store.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Limit } from '#server/platform/limits/memory-limits.ts'
import { originBoundLine } from '#server/platform/message-text.ts'
import * as answers from './simulator-answers.ts'
import { personOf, portrait, simulatorPerson } from './simulator-people.ts'

/** A code on its way, under its client id. */
export const simulatorSession = z.object({
  person: simulatorPerson,
  lastFour: z.string(),
  code: z.string(),
  expiresAt: z.number(),
  tries: z.number(),
  used: z.boolean(),
})
type Session = z.infer<typeof simulatorSession>

/** When a number was sent its last code, under the number; it expires with the wait. */
export const simulatorWait = z.object({ until: z.number() })

export interface AadhaarSimulator {
  token: string
  /** Where the codes are for: the host, with its port, of the site. */
  host: string
  clock: Clock
  sessions: KeyValueStore<Session>
  waits: KeyValueStore<z.infer<typeof simulatorWait>>
  /** Milliseconds between two codes to one number. */
  waitMs: number
  /** The account's own limit of calls. */
  limit: Limit
  keepSms(sms: { to: string; text: string }): Promise<void>
}

/** Where the simulator lies on the server that carries it. */
export const AADHAAR_SIMULATOR = '/surepass/api/v1'

const CODE_LIFE_MS = 10 * 60_000
/** A session is remembered longer than its code is good for, so that it can be told what it was. */
const SESSION_LIFE_MS = 60 * 60_000
const TRIES = 5

/** Numbers whose last four digits choose trouble; 0007 and 0008 choose a person. */
const troubles: Record<string, (reply: FastifyReply) => unknown> = {
  '0001': (reply) => reply.send(answers.noMobile()),
  '0002': (reply) => answers.sendError(reply, answers.errors.noSuchNumber),
  '0003': (reply) => answers.sendError(reply, answers.errors.suspended),
  '0004': (reply) => answers.sendError(reply, answers.errors.sourceDown),
  '0005': (reply) => reply.hijack(),
  '0006': (reply) => reply.code(502).type('text/html').send(answers.badGateway),
  '0010': (reply) => answers.sendError(reply, answers.errors.limit),
}
const EXPIRES_AT_ONCE = '0009'

/** Surepass's two calls over invented people: every number of 12 digits is one; and its balance. */
export function aadhaarSimulator(app: FastifyInstance, deps: AadhaarSimulator): void {
  const isOurs = ({ headers }: FastifyRequest) => headers.authorization === `Bearer ${deps.token}`
  app.get(`${AADHAAR_SIMULATOR}/utils/usage/balance`, (request, reply) =>
    isOurs(request) ? answers.balance : reply.code(401).send(answers.noBalance),
  )
  app.register(
    async (scope) => {
      scope.addHook('onRequest', async (request, reply) => {
        if (!isOurs(request)) return answers.sendError(reply, answers.errors.badToken)
        const { allowed } = await deps.limit.consume('account')
        if (!allowed) return answers.sendError(reply, answers.errors.limit)
      })
      scope.setErrorHandler((_, __, reply) => answers.sendError(reply, answers.errors.fault))
      scope.post('/generate-otp', (request, reply) => generate(deps, request.body, reply))
      scope.post('/submit-otp', (request, reply) => submit(deps, request.body, reply))
    },
    { prefix: `${AADHAAR_SIMULATOR}/aadhaar-v2` },
  )
}

const generateBody = z.object({ id_number: z.string().check(z.regex(/^\d{12}$/)) })
const submitBody = z.object({ client_id: z.string(), otp: z.string() })

async function generate(deps: AadhaarSimulator, body: unknown, reply: FastifyReply): Promise<unknown> {
  const read = generateBody.safeParse(body)
  if (!read.success) return answers.sendError(reply, answers.errors.noSuchNumber)
  const number = read.data.id_number
  const lastFour = number.slice(-4)
  const trouble = troubles[lastFour]
  if (trouble) return trouble(reply)
  const now = deps.clock.now()
  if (await hasToWait(deps, number, now)) return answers.sendError(reply, answers.errors.tooSoon)
  const session: Session = {
    person: personOf(number),
    lastFour,
    code: String(randomInt(1e6)).padStart(6, '0'),
    expiresAt: lastFour === EXPIRES_AT_ONCE ? now : now + CODE_LIFE_MS,
    tries: 0,
    used: false,
  }
  const clientId = newClientId()
  await deps.sessions.change(clientId, () => ({
    keep: session,
    expiresAt: now + SESSION_LIFE_MS,
    result: undefined,
  }))
  await deps.keepSms({ to: number, text: smsText(session.code, deps.host) })
  return answers.sent(clientId)
}

function hasToWait({ waits, waitMs }: AadhaarSimulator, number: string, now: number): Promise<boolean> {
  return waits.change(number, (page) => {
    if (page && page.until > now) return { result: true }
    const until = now + waitMs
    return { keep: { until }, expiresAt: until, result: false }
  })
}

function smsText(code: string, host: string): string {
  return `${code} is the code that confirms this Aadhaar number. It is good for 10 minutes. Nobody asks for it by phone.\n\n${originBoundLine(host, code)}`
}

function newClientId(): string {
  const letters = Array.from({ length: 20 }, () => String.fromCharCode(97 + randomInt(26)))
  return `aadhaar_v2_${letters.join('')}`
}

async function submit(deps: AadhaarSimulator, body: unknown, reply: FastifyReply): Promise<unknown> {
  const read = submitBody.safeParse(body)
  if (!read.success) return answers.sendError(reply, answers.errors.malformed)
  const { client_id: clientId, otp } = read.data
  const now = deps.clock.now()
  const { errorReply, session } = await deps.sessions.change(clientId, (page) => spend(page, otp, now))
  if (errorReply || !session) return answers.sendError(reply, answers.errors[errorReply ?? 'unknownClient'])
  const { person, lastFour } = session
  const photo = person.look && (await portrait(person.look))
  return answers.verified({ clientId, person, lastFour, photo, now })
}

type Spent = Change<Session, { errorReply?: keyof typeof answers.errors; session?: Session }>

/** A code is spent, or a try, in the change that judges it, so that no guess beside it is judged by the same page. */
function spend(session: Session | undefined, otp: string, now: number): Spent {
  if (!session) return { result: { errorReply: 'unknownClient' } }
  if (session.used) return { result: { errorReply: 'alreadyDone' } }
  if (session.tries >= TRIES) return { result: { errorReply: 'triesSpent' } }
  if (session.expiresAt <= now) return { result: { errorReply: 'expired' } }
  if (otp === session.code) return { keep: { ...session, used: true }, result: { session } }
  return { keep: { ...session, tries: session.tries + 1 }, result: { errorReply: 'wrongCode' } }
}
