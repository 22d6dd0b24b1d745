// Two programs, by the first argument: `send PLAN` sends a mix of requests as its JSON says and prints what became of
// them as JSON; `bare` is a server that reads the same requests and answers them with nothing behind.
import { Agent, createServer, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { percentile } from './figures.ts'
import { type Kind, kinds, nextRequest, type Outgoing, someKind } from './mix.ts'

export interface MixPlan {
  url: string
  seconds: number
  /** Requests a second in an open model: they come by chance and wait for nobody (trust.md 2.1). */
  rate?: number
  /** Without a rate so many visitors, each of whom sends the next request once the last is answered. */
  atOnce?: number
}

/** What became of requests; times in milliseconds, from the moment a request was due. */
export interface Outcome {
  sent: number
  /** Answers of 2xx, and those of them that came before the load was over. */
  good: number
  goodInTime: number
  /** Answers of 503. */
  shed: number
  /** Every other answer, and none within half a minute. */
  failed: number
  p50: number
  p95: number
  p99: number
  max: number
  shedP99: number
}

export type Mixed = Record<Kind | 'all', Outcome> & {
  /** Seconds until the last was answered. */
  seconds: number
  /** How late requests left, p99: the sender's own share of their times. */
  lateP99: number
}

const LIMIT_MS = 30_000
/** How often a look is taken at what is due. */
const TICK_MS = 2

interface Told {
  kind: Kind
  status: number
  ms: number
  at: number
}

// As many connections as visitors: none waits here for another's answer.
const agent = new Agent({ keepAlive: true, scheduling: 'lifo' })

/** Sends one request; the status it was answered with, or 0 when it was not. */
function send(url: URL, { method, path, headers, body }: Outgoing): Promise<number> {
  return new Promise((resolve) => {
    const outgoing = request({
      ...{ hostname: url.hostname, port: url.port, agent, method, path, headers, timeout: LIMIT_MS },
    })
    outgoing.once('response', (response) => {
      response.resume().once('close', () => resolve(response.complete ? (response.statusCode ?? 0) : 0))
    })
    outgoing.once('error', () => resolve(0))
    outgoing.once('timeout', () => outgoing.destroy())
    for (const piece of body) outgoing.write(piece)
    outgoing.end()
  })
}

async function sendAll(plan: MixPlan): Promise<Mixed> {
  const url = new URL(plan.url)
  const told: Told[] = []
  const late: number[] = []
  const sendOne = async (due: number) => {
    late.push(performance.now() - due)
    const kind = someKind()
    const status = await send(url, nextRequest(kind))
    const at = performance.now()
    told.push({ kind, status, ms: at - due, at })
  }
  const begun = performance.now()
  const end = begun + plan.seconds * 1000
  await (plan.rate === undefined
    ? askInTurns(plan.atOnce ?? 1, { end, sendOne })
    : arrive(plan.rate, { begun, end, sendOne }))
  const seconds = (performance.now() - begun) / 1000
  const outcome = (of: readonly Told[]) => outcomeOf(of, end)
  const each = kinds.map((kind) => [kind, outcome(told.filter((one) => one.kind === kind))] as const)
  return {
    ...(Object.fromEntries(each) as Record<Kind, Outcome>),
    all: outcome(told),
    seconds,
    lateP99: percentile(late, 0.99),
  }
}

function isGood({ status }: Told): boolean {
  return status >= 200 && status < 300
}

/** Requests come as by chance, at that rate on average, whatever becomes of those before. */
async function arrive(
  rate: number,
  { begun, end, sendOne }: { begun: number; end: number; sendOne(due: number): Promise<void> },
): Promise<void> {
  const underWay = new Set<Promise<void>>()
  let due = begun
  while (due < end) {
    while (due <= performance.now() && due < end) {
      const one = sendOne(due).finally(() => underWay.delete(one))
      underWay.add(one)
      due += (-Math.log(1 - Math.random()) / rate) * 1000
    }
    await sleep(TICK_MS)
  }
  await Promise.all(underWay)
}

async function askInTurns(
  visitors: number,
  { end, sendOne }: { end: number; sendOne(due: number): Promise<void> },
): Promise<void> {
  const visit = async () => {
    while (performance.now() < end) await sendOne(performance.now())
  }
  await Promise.all(Array.from({ length: visitors }, visit))
}

function outcomeOf(told: readonly Told[], end: number): Outcome {
  const good = told.filter(isGood).map(({ ms }) => ms)
  const shed = told.filter(({ status }) => status === 503).map(({ ms }) => ms)
  const [p50 = NaN, p95 = NaN, p99 = NaN, max = NaN] = [0.5, 0.95, 0.99, 1].map((share) =>
    percentile(good, share),
  )
  return {
    sent: told.length,
    good: good.length,
    goodInTime: told.filter((one) => isGood(one) && one.at <= end).length,
    shed: shed.length,
    failed: told.length - good.length - shed.length,
    ...{ p50, p95, p99, max },
    shedP99: percentile(shed, 0.99),
  }
}

function serveBare(): void {
  const read = async (incoming: IncomingMessage) => {
    let bytes = 0
    for await (const piece of incoming) bytes += (piece as Buffer).length
    return bytes
  }
  const server = createServer((incoming, response) => {
    read(incoming).then(
      () => response.end('{"message":"done"}'),
      () => response.destroy(),
    )
  })
  server.listen(0, '127.0.0.1', () => {
    process.stdout.write(`Listening on http://127.0.0.1:${(server.address() as AddressInfo).port}\n`)
  })
}

const [role, plan = '{}'] = process.argv.slice(2)
if (role === 'bare') serveBare()
else process.stdout.write(JSON.stringify(await sendAll(JSON.parse(plan) as MixPlan)), () => process.exit())
