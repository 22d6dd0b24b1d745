import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { enter, freshPhone, sendTo } from '#tests/support/codes.ts'
import { codeFor, newVisitor } from '#tests/support/visitor.ts'
import { atLeast, atMost, bench, compare, count, ms, percentile, progress } from './lib/report.ts'
import { root } from './lib/processes.ts'
import { startServer } from './lib/site.ts'

const HONEST = 100
/** Milliseconds between two honest visitors, and in which each wants the code. */
const BETWEEN_MS = 100
const PATIENCE_MS = 60_000
/** Requests of the attack under way at once. */
const AT_ONCE = 20

type Spread = (at: number) => string
const spreads: Record<string, Spread> = {
  'in one network': (at) => `45.10.${at >> 8}.${at & 255}`,
  'in ten networks': (at) => `45.${at % 10}.${at >> 8}.${at & 255}`,
  'each in its own': (at) => `${20 + (at % 100)}.${at >> 7}.0.1`,
}

export const codeFlood = bench({
  question: 'What do honest visitors get while hostile addresses spend the budget of codes by SMS?',
  flags: { addresses: 100, codes: 2000, of: root },
  async run({ addresses, codes, of }, folder) {
    const found = new Map<string, Awaited<ReturnType<typeof measure>>>()
    for (const [name, spread] of Object.entries(spreads)) {
      progress(`${addresses} addresses, ${name}`)
      const from = (at: number) => spread(at % addresses)
      found.set(name, await measure({ folder: join(folder, name), cwd: of }, from, codes))
    }
    compare(found, [
      ['codes that the attack wanted at first', () => count(codes)],
      ['codes that it got in all', ({ taken }) => count(taken)],
      ['seconds until those were answered', ({ seconds }) => seconds.toFixed(1)],
      [`honest visitors with their code, of ${HONEST}`, ({ served }) => count(served)],
      ['their wait, median', ({ half }) => ms(half)],
      ['their wait, slowest', ({ slowest }) => ms(slowest)],
      ['longest Retry-After, s', ({ wait }) => count(wait)],
    ])
    return [...found].flatMap(([name, { served, wait }]) => [
      atLeast(`honest visitors with their code within a minute, ${name}`, served, { limit: 95 }),
      atMost(`the longest Retry-After in seconds, ${name}`, wait, { limit: 3600, show: count }),
    ])
  },
})

/** Honest visitors come once the attack has had its codes refused or sent; it goes on until they are done. */
async function measure(options: { folder: string; cwd: string }, from: Spread, codes: number) {
  const env = { RATE_LIMIT_SCALE: '1', TRUST_PROXY: '127.0.0.1' }
  await using server = await startServer({ ...options, env })
  const begun = performance.now()
  const attack = createAttack(server.url, from)
  await attack.until(() => attack.answered() >= codes)
  const seconds = (performance.now() - begun) / 1000
  const visits = Array.from({ length: HONEST }, async (_, at) => {
    await sleep(BETWEEN_MS * at)
    return visit(server.url, `150.${at % 20}.${at}.1`)
  })
  let isOver = false
  const all = Promise.all(visits).finally(() => (isOver = true))
  await attack.until(() => isOver)
  const times = (await all).filter((time) => time <= PATIENCE_MS)
  return {
    ...{ taken: attack.taken(), seconds, wait: attack.wait(), served: times.length },
    ...{ half: percentile(times, 0.5), slowest: times.length === 0 ? Infinity : Math.max(...times) },
  }
}

/** Requests codes to another phone each time, and enters none. */
function createAttack(url: string, from: Spread) {
  let [next, answered, taken, wait] = [0, 0, 0, 0]
  async function requestOne(): Promise<void> {
    const answer = await sendTo(newVisitor(url), freshPhone(), from(next++)).catch(() => undefined)
    // What the server sheds, or a lost connection, decides nothing.
    if (!answer || answer.status === 503) return
    answered += 1
    if (answer.status === 200) taken += 1
    wait = Math.max(wait, Number(answer.headers.get('retry-after') ?? 0))
  }
  async function until(isDone: () => boolean): Promise<void> {
    const work = async () => {
      while (!isDone()) await requestOne()
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
  }
  return { until, answered: () => answered, taken: () => taken, wait: () => wait }
}

/** Milliseconds until a visitor has verified a phone; endless where that takes too long, or no code is sent. */
async function visit(url: string, address: string): Promise<number> {
  const begun = performance.now()
  const [visitor, phone] = [newVisitor(url), freshPhone()]
  const left = () => PATIENCE_MS - (performance.now() - begun)
  const isSent = await persist(left, () => sendTo(visitor, phone, address))
  if (!isSent) return Infinity
  const isEntered = await persist(left, async () => enter(visitor, phone, await codeFor(visitor, phone)))
  return isEntered ? performance.now() - begun : Infinity
}

/** Tries again what was shed, lost or too early, as a person presses again. */
async function persist(left: () => number, step: () => ReturnType<typeof sendTo>): Promise<boolean> {
  const answer = await step().catch(() => undefined)
  if (answer?.status === 200) return true
  const wait = answer?.status === 429 ? Number(answer.headers.get('retry-after')) * 1000 : 1000
  if (wait > left()) return false
  await sleep(wait)
  return persist(left, step)
}
