// A process of its own that sends load and prints its figures as JSON; its one argument is a `LoadPlan` as JSON.
// It reads of an answer only what it must (status, length, whether the connection goes on), since on few cores a
// generator that costs more than the server measures itself.
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { percentile } from './figures.ts'
import type { LoadPlan, LoadResult } from './load.ts'

const plan = JSON.parse(process.argv[2] ?? '{}') as LoadPlan
const { hostname, port, pathname } = new URL(plan.url)
const ID = '[<id>]'
const ID_LENGTH = 24

const times: number[] = []
let failed = 0
let sent = 0
const start = performance.now()
const end = start + (plan.seconds ?? 600) * 1000

function head(): string {
  const method = plan.body === undefined ? 'GET' : 'POST'
  const ids = (plan.body ?? '').split(ID).length - 1
  const length = Buffer.byteLength(plan.body ?? '') + ids * (ID_LENGTH - ID.length)
  const headers = {
    host: `${hostname}:${port}`,
    ...plan.headers,
    ...(plan.body ? { 'content-length': length } : {}),
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${pathname} HTTP/1.1\r\n${lines.join('')}\r\n`
}

const requestHead = head()
const fixed = Buffer.from(requestHead)
const prefix = `${process.pid.toString(36)}-`

function request(number: number): Buffer {
  if (plan.body === undefined) return fixed
  const id = prefix + String(number).padStart(ID_LENGTH - prefix.length, '0')
  return Buffer.from(requestHead + plan.body.replace(ID, id))
}

function goesOn(): boolean {
  return sent < (plan.amount ?? Infinity) && performance.now() < end
}

interface Answered {
  ok: boolean
  keepsAlive: boolean
}

/** Sends one request and resolves with its answer, or undefined when the connection ended without one. */
function exchange(socket: Socket, bytes: Buffer): Promise<Answered | undefined> {
  return new Promise((resolve) => {
    let answer: Answered | undefined
    let missing = Infinity
    let before: Buffer | undefined
    const finish = (found: Answered | undefined) => {
      socket.off('data', read).off('close', lost)
      resolve(found)
    }
    const lost = () => finish(undefined)
    const read = (chunk: Buffer) => {
      if (answer === undefined) {
        const all = before ? Buffer.concat([before, chunk]) : chunk
        const headEnd = all.indexOf('\r\n\r\n')
        if (headEnd < 0) return void (before = all)
        const text = all.toString('latin1', 0, headEnd)
        answer = { ok: text.startsWith('2', 9), keepsAlive: !/\nconnection: close/i.test(text) }
        missing = headEnd + 4 + Number(/\ncontent-length: (\d+)/i.exec(text)?.[1] ?? 0) - all.length
      } else missing -= chunk.length
      if (missing <= 0) finish(answer)
    }
    socket.on('data', read).once('close', lost)
    socket.write(bytes)
  })
}

/** In an open model the request's own time; later than that only because every connection is busy. */
async function turn(number: number): Promise<number> {
  if (plan.rate === undefined) return performance.now()
  const due = start + (number / plan.rate) * 1000
  const wait = due - performance.now()
  if (wait <= 0) return due
  await sleep(wait)
  return performance.now()
}

async function client(): Promise<void> {
  let socket: Socket | undefined
  while (goesOn()) {
    const number = sent++
    const begun = await turn(number)
    socket ??= connect(Number(port), hostname)
      .setNoDelay(true)
      .on('error', () => undefined)
    const answer = await exchange(socket, request(number))
    if (answer?.ok) times.push(performance.now() - begun)
    else failed += 1
    if (answer?.keepsAlive) continue
    socket.destroy()
    socket = undefined
  }
  socket?.destroy()
}

await Promise.all(Array.from({ length: plan.connections }, client))
const result: LoadResult = {
  answered: times.length,
  perSecond: times.length / ((performance.now() - start) / 1000),
  failed,
  p50: percentile(times, 0.5),
  p95: percentile(times, 0.95),
  p99: percentile(times, 0.99),
  max: percentile(times, 1),
  cpuMicros: (process.cpuUsage().user + process.cpuUsage().system) / times.length,
}
process.stdout.write(JSON.stringify(result))
