import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'

export const root = join(import.meta.dirname, '..', '..')

const LISTEN_LIMIT_MS = 60_000
const STOP_LIMIT_MS = 15_000
const running = new Set<ChildProcess>()
process.on('exit', () => running.forEach((child) => kill(child, 'SIGKILL')))

/** Ends a child and what it started, which `npm start` leaves behind. */
function kill({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(-pid, signal)
  } catch {
    // All of them have ended.
  }
}

/** What must be ended in order when a bench is interrupted; what is started here is ended anyway. */
export const beforeExit = new Set<() => Promise<void>>()

export async function exitInterrupted(): Promise<never> {
  await Promise.allSettled([...beforeExit].map((end) => end()))
  process.exit(1)
}

export interface Launch {
  command: string
  args: readonly string[]
  cwd?: string
  env?: Record<string, string> | undefined
  /** File descriptor for the child's stderr; without one it goes nowhere. */
  log?: number
}

/** Starts a command, ended with us at the latest; of our own environment it gets only where programs are. */
export function launch({ command, args, cwd = root, env, log }: Launch): ChildProcess {
  const stdio = ['ignore' as const, 'pipe' as const, log ?? ('ignore' as const)]
  const { PATH, HOME } = process.env
  const child = spawn(command, args, { cwd, env: { PATH, HOME, ...env }, stdio, detached: true })
  running.add(child)
  child.once('exit', () => running.delete(child)).once('error', () => running.delete(child))
  return child
}

/** A server that runs until it is disposed of. */
export interface Running extends AsyncDisposable {
  /** Origin without a trailing slash. */
  url: string
  pids: number[]
}

/** Ended in order, and by force after fifteen seconds. */
export function runningAt(url: string, child: ChildProcess): Running {
  return {
    url,
    pids: [child.pid ?? 0],
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const forced = setTimeout(() => kill(child, 'SIGKILL'), STOP_LIMIT_MS)
      kill(child, 'SIGTERM')
      await once(child, 'exit')
      clearTimeout(forced)
    },
  }
}

/** Starts a server that prints its address once it listens; rejects when it ends or a minute passes without. */
export async function startListening(wanted: Launch): Promise<Running> {
  const child = launch(wanted)
  const timer = setTimeout(() => kill(child, 'SIGKILL'), LISTEN_LIMIT_MS)
  let url: string | undefined
  for await (const line of createInterface({ input: child.stdout ?? process.stdin })) {
    url = /^Listening on (\S+)/.exec(line)?.[1]
    if (url) break
  }
  clearTimeout(timer)
  // Left unread, a talkative child would block on a full pipe.
  child.stdout?.resume()
  if (url) return runningAt(url, child)
  throw new Error(`${child.spawnargs.join(' ')} does not listen`)
}

/** What a command writes to stdout; rejects when it fails or takes longer than `limit` milliseconds. */
export async function outputOf(wanted: Launch, limit: number): Promise<string> {
  const child = launch(wanted)
  const timer = setTimeout(() => kill(child, 'SIGKILL'), limit)
  const [output] = await Promise.all([text(child.stdout ?? process.stdin), once(child, 'close')])
  clearTimeout(timer)
  if (child.exitCode === 0) return output
  throw new Error(`${child.spawnargs.join(' ')} ended with ${child.exitCode ?? 'a signal'}`)
}

/** Runs one of our programs and reads the JSON it prints. */
export async function run<T>(args: readonly string[], limit: number, env?: Record<string, string>) {
  return JSON.parse(await outputOf({ command: process.execPath, args, env }, limit)) as T
}

/** Puts a command on the last of several cores, so that a sender of load does not take turns with what it measures. */
export function onLastCore(command: Launch): Launch {
  const cores = availableParallelism()
  const taskset = '/usr/bin/taskset'
  if (cores === 1 || !existsSync(taskset)) return command
  return { ...command, command: taskset, args: ['-c', String(cores - 1), command.command, ...command.args] }
}

/** What Linux says of a process; empty elsewhere, or when it has ended. */
function procFile(pid: number | string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}

/** Seconds of processor time that processes have used, without those they started. */
export function cpuSeconds(pids: readonly number[]): number {
  const ticksPerSecond = 100
  // The name, in brackets, may hold spaces; user and system ticks are the 12th and 13th fields after it.
  const fields = pids.map((pid) => procFile(pid, 'stat').split(') ')[1]?.split(' ') ?? [])
  return fields.reduce((sum, of) => sum + (Number(of[11]) + Number(of[12])) / ticksPerSecond, 0)
}

interface Memory {
  /** Bytes of the processes alone, and with those they started; what they share, such as Node, is counted once. */
  own: number
  all: number
}

export function memoryOf(pids: readonly number[]): Memory {
  const of = (pid: number | string) =>
    Number(/^Pss:\s+(\d+) kB$/m.exec(procFile(pid, 'smaps_rollup'))?.[1] ?? 0) * 1024
  const sum = (values: readonly number[]) => values.reduce((total, bytes) => total + bytes, 0)
  const children = pids.flatMap((pid) => procFile(pid, `task/${pid}/children`).split(' ').filter(Boolean))
  const own = sum(pids.map(of))
  return { own, all: own + sum(children.map(of)) }
}

/** Looks again and again: the system's own peak counts what a process needed to start. */
export function watchMemory(pids: readonly number[]): { end(): Memory } {
  let peak = { own: 0, all: 0 }
  const timer = setInterval(() => {
    const { own, all } = memoryOf(pids)
    peak = { own: Math.max(peak.own, own), all: Math.max(peak.all, all) }
  }, 50)
  return {
    end() {
      clearInterval(timer)
      return peak
    },
  }
}
