import { RateLimiterRedis } from 'rate-limiter-flexible'
import { todayInIndia } from '#contract/dates.ts'
import type { Clock } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import type { Log } from '#server/platform/observability/log.ts'
import type { LimitRule, ShareCounts, SharedCounts } from './rate-limit.ts'
import type { FieldCipher } from '#server/platform/crypto/field-cipher.ts'
import type { createClient } from '@redis/client'
import { StartError } from '#server/platform/data-folder.ts'

interface CountDeps extends RedisOptions {
  cipher: FieldCipher
  clock: Clock
}

const PREFIX = 'limits'
/** Stands in Redis from the first count on: where it is missing or another, counts were lost with it. */
const MARK = `${PREFIX}:mark`

/** Opens the counts in Redis; throws `StartError` where that refuses what REDIS_URL says. */
export async function createRedisCounters(deps: CountDeps): Promise<{ share: ShareCounts; close(): void }> {
  const { cipher, clock, log } = deps
  const mark = createMark(log)
  const redis = await openRedis(deps, mark.look)

  function share({ name, points, seconds }: LimitRule): SharedCounts {
    const limiter = new RateLimiterRedis({
      storeClient: redis.client,
      useRedisPackage: true,
      keyPrefix: `${PREFIX}:${name}`,
      points,
      duration: seconds,
    })
    return {
      async add(key, change) {
        // Under another key every day: what is left in Redis does not reveal who came.
        const index = cipher.index(PREFIX, `${todayInIndia(clock.now())}|${key}`)
        const counted = await redis.ask(async (client) => {
          const [count, found] = await Promise.all([limiter.penalty(index, change), client.get(MARK)])
          if (!mark.is(found)) await mark.look(client)
          return count
        })
        if (!counted) return undefined
        const { consumedPoints, msBeforeNext } = counted
        return { consumedPoints, msBeforeNext, whole: mark.age() > seconds * 1000 }
      },
    }
  }

  return { share, close: redis.close }
}

/** By a mark that is left in Redis it is seen when that has forgotten what it was given. */
function createMark(log: Log) {
  let mark: string | undefined
  let lostAt = -Infinity
  return {
    is: (found: string | null) => found === mark,
    /** Milliseconds since Redis was seen to have forgotten; endless where it never was. */
    age: () => performance.now() - lostAt,
    /** Looks for the mark, and leaves one where there is none. */
    async look(client: RedisClient): Promise<void> {
      await client.set(MARK, newId(), { condition: 'NX' })
      const found = await client.get(MARK)
      if (mark !== undefined && found !== mark) {
        lostAt = performance.now()
        log.warn('Redis lost its counters: limits are stricter until their windows have passed')
      }
      mark = found ?? undefined
    },
  }
}

export type RedisClient = ReturnType<typeof createClient>

export interface RedisOptions {
  /** `redis://…` or `rediss://…` */
  url: string
  log: Log
}

/** A Redis that may be unavailable: nobody waits for it longer than a second, and nobody once it is known to be. */
export interface Redis {
  client: RedisClient
  /** What it answers; undefined while it is unavailable, and where it takes too long. */
  ask<Answer>(question: (client: RedisClient) => Promise<Answer>): Promise<Answer | undefined>
  close(): void
}

/** Milliseconds for one answer; the first that takes longer makes Redis unavailable. */
const ANSWER_MS = 1000
const CHECKS_PER_ANSWER = 4
/** Milliseconds between two checks whether it is available. */
const LOOK_MS = 1000
/** Milliseconds without data from it after which the connection is opened anew. */
const SILENCE_MS = 4000
const CONNECT_MS = 1000
const LONGEST_RECONNECT_MS = 1000
/** Milliseconds that a start waits for it. */
const START_MS = 3000
/** Commands that wait for an answer; more are not sent. */
const QUESTIONS = 1000

/** Errors that only another REDIS_URL solves. */
const urlErrors: [message: RegExp, reason: string][] = [
  [/^(WRONGPASS|NOAUTH)\b|invalid password|without any password/, 'it refuses the user or the password'],
  [/^NOPERM\b/, 'its user may not read and write there'],
  [/DB index/, 'it has no database of that number'],
]

const tooLate = new Error('Redis took too long')

type OnConnect = (client: RedisClient) => Promise<void>

/**
 * Opens Redis, which may be unavailable: it is checked every second, and `onConnect` runs whenever it is back; it counts
 * as available once that succeeds. Throws `StartError` where it refuses what REDIS_URL says.
 */
async function openRedis({ url, log }: RedisOptions, onConnect: OnConnect): Promise<Redis> {
  const client = await makeClient(url)
  const { isAvailable, fail, urlError } = watch(client, log, onConnect)
  // Errors come as events; this ends only when the client is closed.
  client.connect().catch(() => undefined)
  const late = setTimeout(fail, START_MS, tooLate)
  const refused = await urlError
  clearTimeout(late)
  if (refused !== undefined) {
    client.destroy()
    throw new StartError(`REDIS_URL cannot be used: ${refused}`)
  }
  return {
    client,
    async ask(question) {
      if (!isAvailable()) return undefined
      try {
        return await inTime(question(client))
      } catch (error) {
        fail(error)
        return undefined
      }
    },
    close: () => client.destroy(),
  }
}

interface Watch {
  isAvailable(): boolean
  /** Marks it unavailable until `onConnect` has succeeded again. */
  fail(error: unknown): void
  /** Resolves after the first attempt, with what is wrong with REDIS_URL. */
  urlError: Promise<string | undefined>
}

function watch(client: RedisClient, log: Log, onConnect: OnConnect): Watch {
  let state: 'unknown' | 'available' | 'unavailable' = 'unknown'
  let connecting = false
  const urlError = Promise.withResolvers<string | undefined>()

  function fail(error: unknown): void {
    if (state !== 'unavailable') {
      log.warn({ err: error }, 'Redis does not answer: each process counts limits by itself, and stricter')
    }
    state = 'unavailable'
    const { message } = error as Error
    urlError.resolve(urlErrors.find(([pattern]) => pattern.test(message))?.[1])
  }

  async function check(): Promise<void> {
    if (state === 'available' || connecting) return
    connecting = true
    try {
      await onConnect(client)
      state = 'available'
      log.info('Redis answers: limits are counted by all processes together')
      urlError.resolve(undefined)
    } catch (error) {
      fail(error)
    }
    connecting = false
  }

  client.on('error', fail).on('ready', () => void check())
  client.on('ping-interval', () => void check())
  return { isAvailable: () => state === 'available', fail, urlError: urlError.promise }
}

/** Loaded here alone, since most servers run without it. */
async function makeClient(url: string): Promise<RedisClient> {
  const { createClient } = await import('@redis/client')
  return createClient({
    url,
    disableOfflineQueue: true,
    commandsQueueMaxLength: QUESTIONS,
    pingInterval: LOOK_MS,
    maintNotifications: 'disabled',
    socket: {
      connectTimeout: CONNECT_MS,
      socketTimeout: SILENCE_MS,
      reconnectStrategy: (attempts) => Math.min(LONGEST_RECONNECT_MS, 50 * 2 ** attempts),
    },
  })
}

async function inTime<Answer>(answer: Promise<Answer>): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined
  let checks = 0
  const late = new Promise<never>((_, reject) => {
    // In steps, so that answers are read in between: while this process itself is busy, Redis is not late.
    timer = setInterval(() => {
      checks += 1
      if (checks === CHECKS_PER_ANSWER) setImmediate(reject, tooLate)
    }, ANSWER_MS / CHECKS_PER_ANSWER)
  })
  // An answer that is too late may still fail.
  answer.catch(() => undefined)
  return Promise.race([answer, late]).finally(() => clearInterval(timer))
}
