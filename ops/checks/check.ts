import type { LiveCheck } from '#server/providers/vendor.ts'

/** The result of one check: `warn` needs attention soon, `fail` keeps something from working. */
export interface CheckResult {
  status: 'ok' | 'warn' | 'fail'
  what: string
  /** One line, without a secret or a personal value. */
  detail: string
}

export const DAY_MS = 86_400_000
type Outcome = Omit<CheckResult, 'what'>

export function ok(detail: string): Outcome {
  return { status: 'ok', detail }
}

export function warn(detail: string): Outcome {
  return { status: 'warn', detail }
}

export function fail(detail: string): Outcome {
  return { status: 'fail', detail }
}

export function simulated(production: boolean): Outcome {
  return (production ? warn : ok)('simulated by the sandbox')
}

/** Runs a check. An error counts as a failure. */
export async function runCheck(what: string, work: () => Promise<Outcome>): Promise<CheckResult> {
  return { what, ...(await work().catch((error: unknown) => fail(reasonOf(error)))) }
}

/** Asks a vendor. The result says in one line what was asked, what the answer was and what to do. */
export function runLiveCheck({ what, question, work, todo }: LiveCheck): Promise<CheckResult> {
  const line = (answer: string, next: string) => `asked: ${question}; answer: ${answer}; to do: ${next}`
  return runCheck(what, async () => {
    try {
      const { answer, todo: next = 'nothing', status = 'ok' } = await work()
      return { status, detail: line(answer, next) }
    } catch (error) {
      return fail(line(reasonOf(error), todo))
    }
  })
}

const reasons: Record<string, string> = {
  ECONNREFUSED: 'nothing answers there',
  ENOTFOUND: 'its host name does not exist',
  EDNS: 'its host name cannot be looked up',
  EAI_AGAIN: 'its host cannot be looked up now',
  ENOENT: 'there is none',
  ETIMEDOUT: 'it does not answer',
  ESOCKET: 'it does not speak as expected',
  ECONNRESET: 'it closes the connection',
  EAUTH: 'it refuses the user or the password',
  ETLS: 'it does not offer encryption',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is not signed by a trusted authority',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
}

function reasonOf(error: unknown): string {
  const { code: given, message, syscall } = error as NodeJS.ErrnoException
  // The mail library gives this code for every failure of a connection.
  const code = given === 'ESOCKET' && syscall === 'connect' ? 'ECONNREFUSED' : given
  return (code && (reasons[code] ?? code)) || message || 'it failed'
}

export function daysUntil(time: number, now: number): number {
  return Math.floor((time - now) / DAY_MS)
}
