import type { FastifyReply, FastifyRequest } from 'fastify'
import { timingSafeEqual } from 'node:crypto'
import { tooManySubmissions } from '#contract/messages/with-values.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { FieldCipher } from '#server/platform/crypto/field-cipher.ts'
import { retryLater } from '#server/platform/http/http-errors.ts'
import { giveCookie, hostCookie } from '#server/platform/sessions/cookie.ts'
import type { Limit, LimitRule, OverLimit } from './memory-limits.ts'

const HOUR_MS = 3_600_000

/** Records that one address may store in an hour by one form; behind one IPv4 address are thousands of people. */
const RECORDS = { points: 1000, seconds: 3600 }
/** Records that one browser may store in an hour by one form. It is for fairness alone: whoever drops the cookie starts anew. */
const BROWSER_RECORDS = 3
/** What an address may cost in ten minutes with requests that were refused: bytes, and milliseconds of processor time. */
const REFUSED_BYTES = { points: 200 * 1024 * 1024, seconds: 600 }
const REFUSED_MS = { points: 60_000, seconds: 600 }
/** What any refused request costs at least: its headers, and reading them. */
const LEAST = { bytes: 1024, ms: 2 }
/** Bytes of a body that may arrive together with the headers, before the count of the connection is first read. */
const WITH_HEADERS = 64 * 1024

interface FormRule {
  /** Of the form, in the names of its limits and its cookie. */
  name: string
  /** Bytes that one address may have stored in an hour by this form. */
  storedBytes: number
}

interface FormParts {
  limit(rule: LimitRule): Limit
  cipher: Pick<FieldCipher, 'macs'>
  clock: Clock
  config: { publicUrl: string; rateLimitScale: number }
}

/**
 * Charges an address for what a form that anybody may send costs, not for attempts: what was stored, and apart from it what
 * was refused, so that nobody behind the same address waits for another's mistakes (docs/security.md, T35, T47).
 *
 * Spread `hooks` into the route. They answer 429 before the body is read where the address, or the browser, has spent what
 * it may, and charge a request that ends in a 4xx or was cut off. The handler calls `mayStore` before it stores, `stored`
 * once that is committed and before it answers, and `took` with processor time that was spent elsewhere, such as on the
 * checks of files. Faults of ours (5xx) cost nothing. Everything is counted in this process's memory.
 */
interface FormCharges {
  hooks: {
    onRequest(request: FastifyRequest): Promise<unknown>
    onResponse(request: FastifyRequest, reply: FastifyReply): Promise<void>
    onRequestAbort(request: FastifyRequest): Promise<void>
  }
  /** Whether so many bytes more may be stored for this address; counts nothing. */
  mayStore(request: FastifyRequest, bytes: number): Promise<{ allowed: true } | OverLimit>
  /** Counts one stored record and its bytes for the address, and for the browser in its cookie. */
  stored(reply: FastifyReply, bytes: number): Promise<void>
  /** Charges a request like a refused one where nothing was stored and no 4xx says so: a repeat, or a connection that closed. */
  dropped(request: FastifyRequest): Promise<void>
  /** Adds milliseconds of processor time to what the request costs if it is refused. */
  took(request: FastifyRequest, ms: number): void
}

export function createFormCharges(deps: FormParts, { name, storedBytes }: FormRule): FormCharges {
  const records = deps.limit({ name: `${name}-records`, ...RECORDS })
  const bytesStored = deps.limit({ name: `${name}-bytes`, points: storedBytes, seconds: 3600 })
  const refused = createRefusedCosts(deps, name)
  const browser = createBrowserCount(deps, name)
  return {
    hooks: {
      async onRequest(request) {
        for (const limit of [records, ...refused.limits]) {
          const answer = await limit.check(request.ip)
          if (!answer.allowed) throw retryLater(answer.retryAfterSeconds)
        }
        const wait = browser.wait(request)
        if (wait > 0) throw retryLater(wait, tooManySubmissions(wait))
        refused.begin(request)
      },
      async onResponse(request, reply) {
        if (reply.statusCode >= 400 && reply.statusCode < 500) await refused.charge(request)
      },
      onRequestAbort: refused.charge,
    },
    mayStore: (request, bytes) => bytesStored.check(request.ip, bytes),
    async stored(reply, bytes) {
      const { ip } = reply.request
      refused.drop(reply.request)
      await Promise.all([records.charge(ip, 1), bytesStored.charge(ip, bytes)])
      browser.add(reply)
    },
    dropped: refused.charge,
    took: refused.took,
  }
}

/** What requests have cost so far, charged to their address once they are refused. */
function createRefusedCosts({ limit }: FormParts, name: string) {
  const bytes = limit({ name: `${name}-refused-bytes`, ...REFUSED_BYTES })
  const time = limit({ name: `${name}-refused-ms`, ...REFUSED_MS })
  const costs = new WeakMap<FastifyRequest, { readBefore: number; ms: number }>()
  return {
    limits: [bytes, time],
    begin: (request: FastifyRequest) =>
      void costs.set(request, { readBefore: request.raw.socket.bytesRead, ms: 0 }),
    took(request: FastifyRequest, ms: number): void {
      const cost = costs.get(request)
      if (cost) cost.ms += ms
    },
    drop: (request: FastifyRequest) => void costs.delete(request),
    async charge(request: FastifyRequest): Promise<void> {
      const cost = costs.get(request)
      if (!cost) return
      costs.delete(request)
      await bytes.charge(request.ip, LEAST.bytes + receivedSince(request, cost.readBefore))
      await time.charge(request.ip, LEAST.ms + cost.ms)
    },
  }
}

/** Bytes of the body that came in, whatever its length header says. */
function receivedSince({ headers, raw }: FastifyRequest, readBefore: number): number {
  const { bytesRead } = raw.socket
  // A request that came over no connection has no count.
  const read = Number.isFinite(bytesRead) ? bytesRead - readBefore : 0
  const declared = headers['content-length']
  return declared === undefined ? read : Math.min(Number(declared), read + WITH_HEADERS)
}

/**
 * Counts by a cookie what one browser stored: how many, until when, and our signature over both. Nothing in it is personal or
 * names the browser, and nothing is stored here.
 */
function createBrowserCount({ cipher, clock, config }: FormParts, name: string) {
  const cookie = hostCookie(`sent-${name}`, config)
  const most = Math.max(1, Math.floor(BROWSER_RECORDS * config.rateLimitScale))
  const sign = (count: number, endsAt: number) => cipher.macs(`cookie sent-${name}`, `${count} ${endsAt}`)

  function read(request: FastifyRequest): { count: number; endsAt: number } {
    const none = { count: 0, endsAt: clock.now() + HOUR_MS }
    const [, first, second, signature] =
      /^(\d{1,9})\.(\d{1,15})\.([\w-]+)$/.exec(request.cookies[cookie] ?? '') ?? []
    const [count, endsAt] = [Number(first), Number(second)]
    // One that ends later than any that begins now was given by a clock that stood ahead.
    const isCurrent = endsAt > clock.now() && endsAt <= none.endsAt
    return isCurrent && sign(count, endsAt).some((right) => isSame(right, signature))
      ? { count, endsAt }
      : none
  }

  return {
    /** Seconds until this browser may store again; 0 where it may now. */
    wait(request: FastifyRequest): number {
      const { count, endsAt } = read(request)
      return count < most ? 0 : Math.ceil((endsAt - clock.now()) / 1000)
    },
    add(reply: FastifyReply): void {
      const { count, endsAt } = read(reply.request)
      const value = `${count + 1}.${endsAt}.${sign(count + 1, endsAt)[0]}`
      const maxAge = Math.ceil((endsAt - clock.now()) / 1000)
      giveCookie(reply, cookie, { token: value, sameSite: 'lax', maxAge })
    },
  }
}

function isSame(right: string, given = ''): boolean {
  const [one, other] = [Buffer.from(right), Buffer.from(given)]
  return one.length === other.length && timingSafeEqual(one, other)
}
