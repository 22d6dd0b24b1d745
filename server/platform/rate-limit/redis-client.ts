import type { createClient } from '@redis/client'
import { StartError } from '#server/platform/data-folder.ts'
import type { Log } from '#server/platform/observability/log.ts'

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
export async function openRedis({ url, log }: RedisOptions, onConnect: OnConnect): Promise<Redis> {
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
