import type { OtpState } from '#contract/schemas/identity.ts'
import {
  type CountedUse,
  countUses,
  refundUses,
  currentUse,
  type UseRule,
} from '#server/platform/rate-limit/database-counters.ts'
import type { Clock } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import type { Log } from '#server/platform/observability/log.ts'
import type { Counters } from '#server/platform/observability/metrics.ts'
import type { SmsFailure, SmsPort } from '#server/providers/sms/port.ts'
import {
  budgetAlarmAt,
  type CheckOutcome,
  CODE_LIFE_MS,
  type CodePurpose,
  mayHaveLeft,
  newCode,
  type SendOutcome,
  type SendRules,
  sendUses,
  templates,
  triesLeft,
} from './code-limits.ts'
import {
  claimCode,
  type CodeFor,
  codeHash,
  type CodeStore,
  findCode,
  insertSend,
  markVerified,
  putCode,
  takeBackCode,
} from './code-store.ts'
import { resetTries, spendAttempt, currentAttempts } from './mobile-attempts-store.ts'

export interface CodeDeps extends CodeStore {
  clock: Clock
  log: Log
  sms: SmsPort
  counters: Counters
  rules: SendRules
}

export interface SendRequest {
  phone: string
  purpose: CodePurpose
  /** Whom the limits count as one sender. */
  address: string
  /** The visitor's session where it verified this phone before. */
  own?: string | undefined
  /** Makes sure of the visitor's session, once it is clear that a code may leave; answers its id. */
  session(): Promise<string>
}

/** Sends a code of ours to a phone, and keeps of it what can judge an answer and nothing that could send it again. */
export async function sendCode(deps: CodeDeps, request: SendRequest): Promise<SendOutcome> {
  const now = deps.clock.now()
  const { phone, purpose, own } = request
  const counted = { phone, purpose, sessionId: own ?? '', isOwn: own !== undefined }
  const tries = await currentAttempts(deps, counted, now)
  if (tries.blockedUntil !== undefined)
    return { outcome: 'limited', by: 'tries', retryAfterSeconds: secondsUntil(tries.blockedUntil, now) }
  const counting = await countUses(deps, sendUses(deps.rules, request), now)
  if (!counting.allowed) {
    const by = nameOf(deps.rules, counting.refused)
    return { outcome: 'limited', by, retryAfterSeconds: secondsUntil(counting.endsAt, now) }
  }
  watchBudget(deps, counting.uses)
  const failure = await deliverOrGiveBack(deps, request, counting.uses)
  if (failure) return { outcome: 'failed', failure }
  const waitsUntil = counting.uses.find(({ rule }) => rule === deps.rules.cooldown)?.endsAt ?? now
  const otp = {
    resendAfter: secondsUntil(waitsUntil, now),
    expiresAfter: CODE_LIFE_MS / 1000,
    triesLeft: triesLeft(tries),
  }
  return { outcome: 'sent', otp }
}

async function deliverOrGiveBack(
  deps: CodeDeps,
  request: SendRequest,
  uses: readonly CountedUse[],
): Promise<SmsFailure | undefined> {
  try {
    const failure = await deliver(deps, request)
    // A visitor is not made to wait for a provider's fault; but what may have left may arrive, and has been paid for.
    if (failure && !mayHaveLeft(failure)) await refundUses(deps, uses)
    return failure
  } catch (error) {
    await refundUses(deps, uses)
    throw error
  }
}

/** The code is on disk before the SMS leaves: one that arrives is never unknown. */
async function deliver(deps: CodeDeps, request: SendRequest): Promise<SmsFailure | undefined> {
  const { phone, purpose } = request
  const now = deps.clock.now()
  const whose = { sessionId: await request.session(), phone, purpose }
  const before = await findCode(deps, whose)
  const code = newCode()
  const sendId = newId()
  const code_hash = codeHash(deps.cipher, whose, code)
  await putCode(deps, whose, { send_id: sendId, code_hash, expires_at: now + CODE_LIFE_MS })
  const sent = await deps.sms.send({ id: sendId, phone, template: templates[purpose], values: { code } })
  if (sent.sent || mayHaveLeft(sent.reason)) {
    await insertSend(deps.db, { id: sendId, at: now })
    deps.counters.codeSent(purpose)
  }
  if (sent.sent) return undefined
  if (!mayHaveLeft(sent.reason)) await takeBackCode(deps, whose, { sendId, before })
  return sent.reason
}

/** Judges a code: a try is spent first, then the code is used up in the statement that compares it. */
export async function checkCode(deps: CodeDeps, whose: CodeFor, code: string): Promise<CheckOutcome> {
  const now = deps.clock.now()
  const tries = await spendAttempt(deps, whose, now)
  if (!tries) return whyNotJudged(deps, whose, now)
  const isRight = await deps.db.transaction().execute(async (trx) => {
    const within = { db: trx, cipher: deps.cipher }
    const sendId = await claimCode(within, whose, { code, now })
    if (sendId === undefined) return false
    await resetTries(within, whose)
    await markVerified(trx, sendId, now)
    return true
  })
  if (isRight) deps.counters.codeVerified(whose.purpose)
  return isRight ? { outcome: 'right' } : { outcome: 'wrong', triesLeft: triesLeft(tries) }
}

async function whyNotJudged(deps: CodeDeps, whose: CodeFor, now: number): Promise<CheckOutcome> {
  const code = await findCode(deps, whose)
  if (!code) return { outcome: 'no_code' }
  if (code.expires_at <= now) return { outcome: 'expired' }
  const { blockedUntil = now } = await currentAttempts(deps, whose, now)
  return { outcome: 'blocked', retryAfterSeconds: secondsUntil(blockedUntil, now) }
}

/** How the code stands that was sent last; null when none can be entered any more. */
export async function standingCode(deps: CodeDeps, whose: CodeFor): Promise<OtpState | null> {
  const now = deps.clock.now()
  const code = await findCode(deps, whose)
  if (!code || code.expires_at <= now) return null
  const { phone, sessionId, isOwn } = whose
  const key = isOwn ? `${phone}|${sessionId}` : phone
  const waits = await currentUse(deps, { rule: deps.rules.cooldown, key }, now)
  return {
    resendAfter: waits.count > 0 ? secondsUntil(waits.endsAt, now) : 0,
    expiresAfter: Math.floor((code.expires_at - now) / 1000),
    triesLeft: triesLeft(await currentAttempts(deps, whose, now)),
  }
}

/** Tells the log when the day's budget is nearly spent, and when it is, each once. */
function watchBudget({ log, rules: { budget } }: CodeDeps, uses: readonly CountedUse[]): void {
  const count = uses.find(({ rule }) => rule === budget)?.count
  const counts = { sent: count, budget: budget.points }
  if (count === budget.points)
    log.error(counts, 'the budget of SMS is spent: no code is sent until the day is over')
  else if (count === budgetAlarmAt(budget.points))
    log.error(counts, 'four fifths of the budget of SMS are spent')
}

function nameOf(rules: SendRules, refused: UseRule): keyof SendRules {
  const names = Object.keys(rules) as (keyof SendRules)[]
  return names.find((name) => rules[name].name === refused.name) ?? 'budget'
}

function secondsUntil(time: number, now: number): number {
  return Math.max(1, Math.ceil((time - now) / 1000))
}
