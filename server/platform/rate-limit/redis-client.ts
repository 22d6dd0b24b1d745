import type { createClient } from '@redis/client'
import { StartError } from '#server/platform/data-folder.ts'
import type { Log } from '#server/platform/observability/log.ts'

export type RedisClient = ReturnType<typeof createClient>

export interface RedisOptions {
  /** `redis://…` or `rediss://…` */
  url: string
  log: Log
}

/** A Redis that may be away: nobody waits for it longer than a moment, and nobody at all while it is known to be away. */
export interface Redis {
  client: RedisClient
  /** What it answers; undefined while it is away, and where it takes too long. */
  ask<Answer>(question: (client: RedisClient) => Promise<Answer>): Promise<Answer | undefined>
  close(): void
}

/** Milliseconds for one answer; the first that takes longer says that Redis is away. */
const ANSWER_MS = 1000
const LOOKS = 4
/** Milliseconds between two looks whether it is there. */
const LOOK_MS = 1000
/** Milliseconds without a word from it after which the line is given up and made anew. */
const SILENCE_MS = 4000
const CONNECT_MS = 1000
const LONGEST_RECONNECT_MS = 1000
/** Milliseconds that a start waits for it. */
const START_MS = 3000
/** Questions under way at once; more are not asked. */
const QUESTIONS = 1000

/** What it holds against REDIS_URL itself, in words for whoever set it. */
const refusals: [words: RegExp, reason: string][] = [
  [/^(WRONGPASS|NOAUTH)\b|invalid password|without any password/, 'it refuses the user or the password'],
  [/^NOPERM\b/, 'its user may not read and write there'],
  [/DB index/, 'it has no database of that number'],
]

const tooLate = new Error('Redis took too long')

type Greet = (client: RedisClient) => Promise<void>

/**
 * Opens Redis, which need not be there: it is looked for again and again, and `greet` is run whenever it is found;
 * it counts as there once that succeeds. Throws `StartError` where it refuses what REDIS_URL says.
 */
export async function openRedis({ url, log }: RedisOptions, greet: Greet): Promise<Redis> {
  const client = await makeClient(url)
  const { isHere, leave, known } = watch(client, log, greet)
  // Its troubles come as events; this ends only when the client is closed.
  client.connect().catch(() => undefined)
  const late = setTimeout(leave, START_MS, tooLate)
  const refused = await known
  clearTimeout(late)
  if (refused !== undefined) {
    client.destroy()
    throw new StartError(`REDIS_URL cannot be used: ${refused}`)
  }
  return {
    client,
    async ask(question) {
      if (!isHere()) return undefined
      try {
        return await inTime(question(client))
      } catch (error) {
        leave(error)
        return undefined
      }
    },
    close: () => client.destroy(),
  }
}

interface Watch {
  isHere(): boolean
  /** Says that it is away: it is here again once it is found and greeted. */
  leave(error: unknown): void
  /** Resolves once it is known whether it is here, with what it holds against REDIS_URL. */
  known: Promise<string | undefined>
}

function watch(client: RedisClient, log: Log, greet: Greet): Watch {
  let standing: 'unknown' | 'here' | 'away' = 'unknown'
  let greeting = false
  const known = Promise.withResolvers<string | undefined>()

  function leave(error: unknown): void {
    if (standing !== 'away') {
      log.warn({ err: error }, 'Redis does not answer: each process counts limits by itself, and stricter')
    }
    standing = 'away'
    known.resolve(refusalOf(error))
  }

  async function look(): Promise<void> {
    if (standing === 'here' || greeting) return
    greeting = true
    try {
      await greet(client)
      standing = 'here'
      log.info('Redis answers: limits are counted by all processes together')
      known.resolve(undefined)
    } catch (error) {
      leave(error)
    }
    greeting = false
  }

  client.on('error', leave).on('ready', () => void look())
  client.on('ping-interval', () => void look())
  return { isHere: () => standing === 'here', leave, known: known.promise }
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
      reconnectStrategy: (tries) => Math.min(LONGEST_RECONNECT_MS, 50 * 2 ** tries),
    },
  })
}

async function inTime<Answer>(answer: Promise<Answer>): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined
  let looks = 0
  const late = new Promise<never>((_, reject) => {
    // In pieces, and after a look at what has come: while this process is busy itself, Redis is not late.
    timer = setInterval(() => {
      looks += 1
      if (looks === LOOKS) setImmediate(reject, tooLate)
    }, ANSWER_MS / LOOKS)
  })
  // One that comes after all is nobody's.
  answer.catch(() => undefined)
  return Promise.race([answer, late]).finally(() => clearInterval(timer))
}

function refusalOf(error: unknown): string | undefined {
  const { message } = error as Error
  return refusals.find(([words]) => words.test(message))?.[1]
}
