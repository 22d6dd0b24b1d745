/** What one look found: `warn` is to be looked at soon, `fail` keeps something from working. */
export interface Finding {
  verdict: 'ok' | 'warn' | 'fail'
  what: string
  /** One line, without a secret or a personal value. */
  words: string
}

export const DAY_MS = 86_400_000
/** Milliseconds that one look may take. */
export const LOOK_MS = 10_000

/** What a look says in the end, before it is known of what. */
type Said = Pick<Finding, 'verdict' | 'words'>

export function ok(words: string): Said {
  return { verdict: 'ok', words }
}

export function warn(words: string): Said {
  return { verdict: 'warn', words }
}

export function fail(words: string): Said {
  return { verdict: 'fail', words }
}

/** Looks, and says what it threw as a failure. */
export async function look(what: string, work: () => Promise<Said>): Promise<Finding> {
  return { what, ...(await work().catch((error: unknown) => fail(reasonOf(error)))) }
}

/** A question to a vendor under the agency's own credentials. */
export interface LiveCheck {
  what: string
  asked: string
  /** What came back, and what to do about it where there is something; throws where the vendor does not do as asked. */
  work(): Promise<{ answer: string; todo?: string; verdict?: 'ok' | 'warn' }>
  /** What to do then. */
  todo: string
}

/** Asks, and says in one line what was asked, what came back and what to do. */
export function prove({ what, asked, work, todo }: LiveCheck): Promise<Finding> {
  const line = (answer: string, next: string) => `asked: ${asked}; answer: ${answer}; to do: ${next}`
  return look(what, async () => {
    try {
      const { answer, todo: next = 'nothing', verdict = 'ok' } = await work()
      return { verdict, words: line(answer, next) }
    } catch (error) {
      return fail(line(reasonOf(error), todo))
    }
  })
}

const reasons: Record<string, string> = {
  ECONNREFUSED: 'nothing answers there',
  ENOTFOUND: 'its host name does not exist',
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
  // The mail library says so of each fault of a line.
  const code = given === 'ESOCKET' && syscall === 'connect' ? 'ECONNREFUSED' : given
  return (code && (reasons[code] ?? code)) || message || 'it failed'
}

export function daysUntil(time: number, now: number): number {
  return Math.floor((time - now) / DAY_MS)
}
