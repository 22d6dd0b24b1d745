// Sends requests from a separate process; this file both starts it and is its program. No maintained tool has an open
// model with several kinds of requests and a count of each.
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { onLastCore, outputOf } from './processes.ts'
import { percentile, timesOf, type Times } from './report.ts'
import { kinds, nextRequest, someKind, type Kind, type Outgoing } from './visitors.ts'

interface LoadPlan {
  url: string
  seconds: number
  /** The number of visitors, each of whom waits for an answer before the next request. */
  atOnce?: number
  /** Or requests per second in an open model: they arrive at random and wait for nobody. */
  rate?: number
}

/** Results of requests. Times are those of good answers, from the moment a request was due. */
export interface Outcome extends Times {
  sent: number
  /** Answers of 2xx, and how many of these came before the end of the load. */
  good: number
  goodInTime: number
  /** Answers of 503. */
  shed: number
  shedP99: number
  /** All other answers, and requests without an answer for half a minute. */
  failed: number
}

export interface LoadResult extends Outcome {
  kinds: Record<Kind, Outcome>
  /** Good answers per second, and seconds until the last answer. */
  perSecond: number
  seconds: number
  /** How late requests were sent, p99: the sender's own delay. */
  lateP99: number
}

/** Time for unfinished requests at the end of a load. */
const MORE_MS = 120_000

export async function sendLoad(plan: LoadPlan): Promise<LoadResult> {
  const args = [import.meta.filename, JSON.stringify(plan)]
  const limit = plan.seconds * 1000 + MORE_MS
  return JSON.parse(await outputOf(onLastCore({ command: process.execPath, args }), limit)) as LoadResult
}

const LIMIT_MS = 30_000

/** Sends a request on its own connection. Resolves with the status; 0 without an answer. */
function sendOver(agent: Agent, url: URL, { method, path, headers, body }: Outgoing): Promise<number> {
  const all = method === 'POST' ? { ...headers, 'content-length': body.length } : headers
  return new Promise((resolve) => {
    const options = { agent, method, path, headers: all, timeout: LIMIT_MS }
    const sent = request(url, options, (answer) =>
      answer.resume().once('close', () => resolve(answer.complete ? (answer.statusCode ?? 0) : 0)),
    )
    sent.once('timeout', () => sent.destroy()).once('error', () => resolve(0))
    sent.end(body)
  })
}

interface Answered {
  kind: Kind
  status: number
  ms: number
  inTime: boolean
}

async function sendAll(plan: LoadPlan): Promise<LoadResult> {
  const url = new URL(plan.url)
  const agent = new Agent({ keepAlive: true })
  const answered: Answered[] = []
  const late: number[] = []
  const begun = performance.now()
  const end = begun + plan.seconds * 1000
  const sendOne = async (due: number) => {
    const kind = someKind()
    const next = nextRequest(kind)
    late.push(performance.now() - due)
    const status = await sendOver(agent, url, next)
    const at = performance.now()
    answered.push({ kind, status, ms: at - due, inTime: at <= end })
  }
  const visit = async () => {
    while (performance.now() < end) await sendOne(performance.now())
  }
  if (plan.rate) await arrive(plan.rate, { begun, end, sendOne })
  else await Promise.all(Array.from({ length: plan.atOnce ?? 1 }, visit))
  const seconds = (performance.now() - begun) / 1000
  const all = outcomeOf(answered)
  const each = kinds.map((kind) => [kind, outcomeOf(answered.filter((one) => one.kind === kind))])
  const byKind = Object.fromEntries(each) as LoadResult['kinds']
  return { ...all, kinds: byKind, perSecond: all.good / seconds, seconds, lateP99: percentile(late, 0.99) }
}

/** The resolution of a timer. A smaller delay comes from the sender and is not counted. */
const TIMER_MS = 2

/** Sends requests at random moments at an average rate, whatever happens to earlier ones. */
async function arrive(
  rate: number,
  { begun, end, sendOne }: { begun: number; end: number; sendOne(due: number): Promise<void> },
): Promise<void> {
  const inProgress = new Set<Promise<void>>()
  for (let due = begun; due < end; due += (-Math.log(1 - Math.random()) / rate) * 1000) {
    if (due > performance.now()) await sleep(due - performance.now())
    const now = performance.now()
    const one = sendOne(now - due < TIMER_MS ? now : due).finally(() => inProgress.delete(one))
    inProgress.add(one)
  }
  await Promise.all(inProgress)
}

function outcomeOf(answered: readonly Answered[]): Outcome {
  const good = answered.filter(({ status }) => status >= 200 && status < 300)
  const shed = answered.filter(({ status }) => status === 503).map(({ ms }) => ms)
  return {
    ...timesOf(good.map(({ ms }) => ms)),
    sent: answered.length,
    good: good.length,
    goodInTime: good.filter(({ inTime }) => inTime).length,
    shed: shed.length,
    shedP99: percentile(shed, 0.99),
    failed: answered.length - good.length - shed.length,
  }
}

if (import.meta.main) {
  const plan = JSON.parse(process.argv[2] ?? '') as LoadPlan
  process.stdout.write(JSON.stringify(await sendAll(plan)), () => process.exit())
}
