// Sends requests from a process of its own: this file is both what starts it and the program. It reads of an answer only
// what it must (status, length, whether the connection goes on), since on few cores a sender that costs more than the
// server measures itself.
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { onLastCore, outputOf } from './processes.ts'
import { percentile, timesOf, type Times } from './report.ts'
import { kinds, nextRequest, someKind, type Kind, type Outgoing } from './visitors.ts'

interface LoadPlan {
  url: string
  seconds: number
  /** So many visitors, each of whom sends the next request once the last is answered. */
  atOnce?: number
  /** Or so many requests a second in an open model: they come by chance and wait for nobody. */
  rate?: number
}

/** What became of requests; times are those of good answers, from the moment a request was due. */
export interface Outcome extends Times {
  sent: number
  /** Answers of 2xx, and those of them that came before the load was over. */
  good: number
  goodInTime: number
  /** Answers of 503. */
  shed: number
  shedP99: number
  /** Every other answer, and none within half a minute. */
  failed: number
}

export interface LoadResult extends Outcome {
  kinds: Record<Kind, Outcome>
  /** Good answers a second, and seconds until the last answer. */
  perSecond: number
  seconds: number
  /** How late requests left, p99: the sender's own share of their times. */
  lateP99: number
}

/** Time for what is still under way when a load ends. */
const MORE_MS = 120_000

export async function sendLoad(plan: LoadPlan): Promise<LoadResult> {
  const args = [import.meta.filename, JSON.stringify(plan)]
  const limit = plan.seconds * 1000 + MORE_MS
  return JSON.parse(await outputOf(onLastCore({ command: process.execPath, args }), limit)) as LoadResult
}

const LIMIT_MS = 30_000
const NO_ANSWER = { status: 0, keepsAlive: false }

/** Sends one request and resolves with its answer. */
function exchange(socket: Socket, pieces: readonly Buffer[]): Promise<typeof NO_ANSWER> {
  return new Promise((resolve) => {
    let answer: typeof NO_ANSWER | undefined
    let missing = Infinity
    let before: Buffer | undefined
    const lost = () => finish(NO_ANSWER)
    const finish = (found: typeof NO_ANSWER) => {
      socket.off('data', read).off('close', lost)
      resolve(found)
    }
    const read = (chunk: Buffer) => {
      if (answer === undefined) {
        const all = before ? Buffer.concat([before, chunk]) : chunk
        const headEnd = all.indexOf('\r\n\r\n')
        if (headEnd < 0) return void (before = all)
        const text = all.toString('latin1', 0, headEnd)
        answer = { status: Number(text.slice(9, 12)), keepsAlive: !/\nconnection: close/i.test(text) }
        missing = headEnd + 4 + Number(/\ncontent-length: (\d+)/i.exec(text)?.[1] ?? 0) - all.length
      } else missing -= chunk.length
      if (missing <= 0) finish(answer)
    }
    socket.on('data', read).once('close', lost)
    socket.cork()
    for (const piece of pieces) socket.write(piece)
    socket.uncork()
  })
}

/** As many connections as visitors: none waits here for another's answer. */
function openConnections({ hostname, port }: URL): (pieces: readonly Buffer[]) => Promise<number> {
  let idle: Socket[] = []
  const open = () => {
    const socket = connect(Number(port), hostname).setNoDelay(true).setTimeout(LIMIT_MS)
    return socket
      .on('timeout', () => socket.destroy())
      .on('error', () => undefined)
      .once('close', () => (idle = idle.filter((one) => one !== socket)))
  }
  return async (pieces) => {
    const socket = idle.pop() ?? open()
    const { status, keepsAlive } = await exchange(socket, pieces)
    if (keepsAlive) idle.push(socket)
    else socket.destroy()
    return status
  }
}

function toWire(url: URL, { method, path, headers, body }: Outgoing): Buffer[] {
  const length = body.reduce((sum, piece) => sum + piece.length, 0)
  const all = { host: url.host, ...headers, ...(method === 'POST' ? { 'content-length': length } : {}) }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return [Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`), ...body]
}

interface Answered {
  kind: Kind
  status: number
  ms: number
  inTime: boolean
}

async function sendAll(plan: LoadPlan): Promise<LoadResult> {
  const url = new URL(plan.url)
  const send = openConnections(url)
  const answered: Answered[] = []
  const late: number[] = []
  const begun = performance.now()
  const end = begun + plan.seconds * 1000
  const sendOne = async (due: number) => {
    const kind = someKind()
    const pieces = toWire(url, nextRequest(kind))
    late.push(performance.now() - due)
    const status = await send(pieces)
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

/** The step of a timer: less than that a request is late by the sender's own clock, and it counts from then. */
const TIMER_MS = 2

/** Requests come as by chance, at that rate on average, whatever becomes of those before. */
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
