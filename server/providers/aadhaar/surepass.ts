import * as z from 'zod'
import { credential, webAddress } from '#server/platform/setting-kinds.ts'
import type { Log } from '#server/platform/observability/log.ts'
import { type Balance, getJson, postJson } from '#server/platform/http-client/provider-call.ts'
import { balanceCheck, CHECK_TIMEOUT_MS, type LiveCheck, type Vendor } from '#server/providers/vendor.ts'
import {
  type AadhaarPort,
  isOutage,
  type ProviderFailure,
  type Started,
  type StartFailure,
  type SubmitFailure,
  type Submitted,
} from './port.ts'
import {
  type ErrorReply,
  flags,
  nameOf,
  personFrom,
  startFailure,
  submitFailure,
} from './surepass-answers.ts'

export interface SurepassOptions {
  /** Such as `https://kyc-api.surepass.io/api/v1`. */
  url: string
  token: string
  log: Log
  /** Seconds between two codes to one number. Resellers of this service state 45 to 60. */
  resendAfterSeconds?: number
  /** Milliseconds for one call; default `LIMIT_MS`. */
  limitMs?: number
}

const LIMIT_MS = 15_000
const RESEND_AFTER_SECONDS = 60
/** Validity of a code from UIDAI. */
const EXPIRES_AFTER_SECONDS = 600

const envelope = z.object({
  success: z.boolean(),
  status_code: z.number().nullish(),
  message: z.string().nullish(),
  message_code: z.string().nullish(),
  data: z.unknown().optional(),
})

const session = z.string().min(1).max(200)

type Reply =
  | { kind: 'data'; data: unknown }
  | { kind: 'refusal'; errorReply: ErrorReply }
  | { kind: 'none'; failure: ProviderFailure }

export function createSurepass(options: SurepassOptions): AadhaarPort {
  const { url, token, log, limitMs = LIMIT_MS, resendAfterSeconds = RESEND_AFTER_SECONDS } = options
  const base = url.replace(/\/$/, '')

  async function call(path: string, body: object): Promise<Reply> {
    const headers = { authorization: `Bearer ${token}` }
    const answer = await postJson({ url: base + path, headers, body, limitMs })
    return answer.ok ? readReply(answer.status, answer.body) : withoutEnvelope(answer)
  }

  /** Logs outages and unknown refusals. A visitor's own refusals are not logged: their text may be personal. */
  function logged<Failure extends StartFailure | SubmitFailure>(
    path: string,
    reply: Reply,
    failure: Failure,
  ): Failure {
    const errorReply = reply.kind === 'refusal' ? reply.errorReply : undefined
    const line = { provider: 'surepass', path, failure, status: errorReply?.status }
    if (isOutage(failure)) log.warn(line, 'a provider failed')
    const unlisted = 'Surepass answered with an error that surepass-answers.ts does not list'
    if (failure === 'unknown_refusal' && errorReply) log.warn({ ...line, ...nameOf(errorReply) }, unlisted)
    return failure
  }

  return {
    async startOtp(aadhaarNumber): Promise<Started> {
      const path = '/aadhaar-v2/generate-otp'
      const reply = await call(path, { id_number: aadhaarNumber })
      const started = reply.kind === 'data' ? flags.safeParse(reply.data).data : undefined
      const sessionRef = session.safeParse(started?.client_id).data
      if (started?.valid_aadhaar && started.if_number && started.otp_sent && sessionRef)
        return { ok: true, sessionRef, resendAfterSeconds, expiresAfterSeconds: EXPIRES_AFTER_SECONDS }
      return { ok: false, failure: logged(path, reply, startFailureOf(reply)) }
    },
    async submitOtp(sessionRef, otp): Promise<Submitted> {
      const path = '/aadhaar-v2/submit-otp'
      const reply = await call(path, { client_id: sessionRef, otp })
      const person = reply.kind === 'data' ? personFrom(reply.data) : undefined
      if (person) return { ok: true, person }
      return { ok: false, failure: logged(path, reply, submitFailureOf(reply)) }
    },
  }
}

/** Accepts an answer only when the HTTP status and the body agree. */
function readReply(status: number, body: unknown): Reply {
  const read = envelope.safeParse(body)
  if (!read.success) return withoutEnvelope({ failure: 'rubbish', status })
  const { success, status_code, message, message_code, data } = read.data
  const said = isGood(status) ? (status_code ?? status) : status
  if (success && isGood(said)) return { kind: 'data', data }
  return {
    kind: 'refusal',
    errorReply: { status: said, message: message ?? '', code: message_code ?? '', data },
  }
}

function isGood(status: number): boolean {
  return status >= 200 && status < 300
}

/** Reads an answer without Surepass's JSON, such as that of a proxy. These statuses mean the same from any server. */
function withoutEnvelope({ failure, status }: { failure: ProviderFailure; status?: number }): Reply {
  if (status === 401 || status === 403 || status === 429)
    return { kind: 'refusal', errorReply: { status, message: '', code: '', data: undefined } }
  return { kind: 'none', failure }
}

function startFailureOf(reply: Reply): StartFailure {
  if (reply.kind === 'none') return reply.failure
  if (reply.kind === 'refusal') return startFailure(reply.errorReply)
  const read = flags.safeParse(reply.data).data
  if (read?.valid_aadhaar === false) return 'no_such_number'
  if (read?.if_number === false) return 'no_mobile'
  return read?.otp_sent === false ? 'source_down' : 'rubbish'
}

function submitFailureOf(reply: Reply): SubmitFailure {
  if (reply.kind === 'none') return reply.failure
  return reply.kind === 'refusal' ? submitFailure(reply.errorReply) : 'rubbish'
}

const reply = z.object({ success: z.literal(true), balance: z.number() })

/** Returns the remaining credits of the account. The call verifies nobody. */
export async function surepassBalance(
  { url, token }: { url: string; token: string },
  limitMs: number,
): Promise<Balance> {
  const answer = await getJson({
    url: `${url.replace(/\/$/, '')}/utils/usage/balance`,
    headers: { authorization: `Bearer ${token}` },
    limitMs,
  })
  if (answer.status === 401 || answer.status === 403) return { ok: false, failure: 'refused' }
  if (!answer.ok) return { ok: false, failure: answer.failure }
  const read = reply.safeParse(answer.body)
  return read.success ? { ok: true, left: read.data.balance } : { ok: false, failure: 'rubbish' }
}

const settings = {
  SUREPASS_URL: {
    default: 'https://kyc-api.surepass.io/api/v1',
    meaning: 'the address of the Surepass API; `https://sandbox.surepass.io/api/v1` for its trial',
    schema: webAddress,
  },
  SUREPASS_TOKEN: {
    default: 'none',
    meaning: 'the token from Surepass; required with AADHAAR_PROVIDER=surepass',
    schema: credential.optional(),
  },
  AADHAAR_LEGAL_BASIS: {
    default: 'none',
    meaning:
      'who holds the licence to verify Aadhaar numbers, or the written basis the vendor gave; required in production with AADHAAR_PROVIDER=surepass',
    schema: z.string().max(1000, 'must be at most 1000 characters').optional(),
  },
} as const

export const surepass = {
  name: 'surepass',
  settings,
  needed: { SUREPASS_TOKEN: 'the token Surepass gave' },
  // The law decides who may verify Aadhaar numbers, so the agency has to state its basis.
  neededInProduction: {
    AADHAAR_LEGAL_BASIS: 'the licence or the written basis on which Aadhaar numbers are verified',
  },
  secrets: ['SUREPASS_TOKEN'],
  address: 'SUREPASS_URL',
  account: ({ SUREPASS_URL: url, SUREPASS_TOKEN: token = '' }) => ({
    ...{ provider: 'surepass' as const, url, token },
  }),
} satisfies Vendor<unknown, typeof settings>

export function surepassLive(account: { url: string; token: string }): LiveCheck {
  return balanceCheck(() => surepassBalance(account, CHECK_TIMEOUT_MS), {
    what: 'aadhaar',
    address: account.url,
    unit: 'credits',
    todo: 'check SUREPASS_TOKEN and that SUREPASS_URL is of the same account, sandbox or live',
    // The balance does not show what the contract covers.
    next: 'nothing; only the first verified number shows whether the contract covers Aadhaar OTP',
  })
}
