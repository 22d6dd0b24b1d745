import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '#scripts/free-port.ts'
import { startServer, stopServer, untilListening, type Wanted } from '#scripts/server-process.ts'

export const root = join(import.meta.dirname, '..', '..')

const LISTEN_LIMIT_MS = 60_000
const running = new Set<() => Promise<void>>()

/** Ends all processes when a benchmark is interrupted. */
export async function exitInterrupted(): Promise<never> {
  await Promise.allSettled([...running].map((stop) => stop()))
  process.exit(1)
}

/** Makes something stop when it is disposed of or the benchmark is interrupted. */
export function untilDisposed<T extends object>(it: T, stop: () => Promise<void>): T & AsyncDisposable {
  running.add(stop)
  return {
    ...it,
    async [Symbol.asyncDispose]() {
      running.delete(stop)
      await stop()
    },
  }
}

export interface Running extends AsyncDisposable {
  /** Origin without a trailing slash. */
  url: string
  pids: number[]
}

/** Starts a server on a free port. Rejects when it ends or does not listen within a minute. */
export async function startListening(wanted: (port: number) => Wanted): Promise<Running> {
  const port = await freePort()
  const given = wanted(port)
  const child = startServer(given)
  const site = { url: `http://127.0.0.1:${port}`, pids: [child.pid ?? 0] }
  const server = untilDisposed(site, () => stopServer(child))
  await untilListening({ child, log: given.log }, port, LISTEN_LIMIT_MS).catch(async (error: unknown) => {
    await server[Symbol.asyncDispose]()
    throw error
  })
  return server
}

interface Command {
  command: string
  args: string[]
  env?: Record<string, string>
}

/** Returns what a command writes to stdout. Rejects when it fails or takes longer than `limit` milliseconds. */
export async function outputOf({ command, args, env }: Command, limit: number): Promise<string> {
  const { PATH, HOME } = process.env
  const options = { cwd: root, env: { PATH, HOME, ...env }, timeout: limit, maxBuffer: 2 ** 28 }
  return (await promisify(execFile)(command, args, options)).stdout
}

/** Runs a command on the last of several cores, so that the load generator does not compete with what it measures. */
export function onLastCore({ command, args }: Command): Command {
  const cores = availableParallelism()
  const taskset = '/usr/bin/taskset'
  if (cores === 1 || !existsSync(taskset)) return { command, args }
  return { command: taskset, args: ['-c', String(cores - 1), command, ...args] }
}

/** Reads a file of /proc; '' on other systems or when the process has ended. */
function procFile(pid: number | string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}

/** Returns seconds of processor time, without child processes. */
export function cpuSeconds(pids: readonly number[]): number {
  const ticksPerSecond = 100
  // The name, in brackets, may contain spaces; user and system ticks are the 12th and 13th fields after it.
  const fields = pids.map((pid) => procFile(pid, 'stat').split(') ')[1]?.split(' ') ?? [])
  return fields.reduce((sum, of) => sum + (Number(of[11]) + Number(of[12])) / ticksPerSecond, 0)
}

/** Returns bytes of the processes alone and with their children. Shared memory, such as Node, is counted once. */
export function memoryOf(pids: readonly number[]): { own: number; all: number } {
  const of = (pid: number | string) =>
    Number(/^Pss:\s+(\d+) kB$/m.exec(procFile(pid, 'smaps_rollup'))?.[1] ?? 0) * 1024
  const sum = (values: readonly number[]) => values.reduce((total, bytes) => total + bytes, 0)
  const children = pids.flatMap((pid) => procFile(pid, `task/${pid}/children`).split(' ').filter(Boolean))
  const own = sum(pids.map(of))
  return { own, all: own + sum(children.map(of)) }
}
