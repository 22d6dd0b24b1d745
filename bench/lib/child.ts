import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

export const root = join(import.meta.dirname, '..', '..')

const STOP_LIMIT_MS = 15_000
const running = new Set<ChildProcess>()
process.on('exit', () => running.forEach((child) => kill(child, 'SIGKILL')))

/** What must be ended in order before an interrupted bench may go: what `launch` started needs no word here. */
export const beforeExit = new Set<() => Promise<void>>()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void endInterrupted())

async function endInterrupted(): Promise<void> {
  await Promise.allSettled([...beforeExit].map((end) => end()))
  process.exit(1)
}

export interface Launch {
  command: string
  args: readonly string[]
  cwd?: string
  env?: Record<string, string | undefined>
  /** File descriptor that gets the child's stderr; without one it goes nowhere. */
  log?: number
  uid?: number
}

/** Starts a command in a process group of its own, ended with us at the latest. */
export function launch({ command, args, cwd = root, env = {}, log, uid }: Launch): ChildProcess {
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', log ?? 'ignore'],
    detached: true,
    ...(uid === undefined ? {} : { uid }),
  })
  running.add(child)
  child.once('exit', () => running.delete(child))
  child.once('error', () => running.delete(child))
  return child
}

function kill(child: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, signal)
  } catch {
    // All of it has ended.
  }
}

/** Ends a child in order, and by force after fifteen seconds. */
export async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  kill(child, 'SIGTERM')
  const timer = setTimeout(() => kill(child, 'SIGKILL'), STOP_LIMIT_MS)
  await ended
  clearTimeout(timer)
}

/** Waits for a line of the child's stdout; rejects when it ends or `limit` milliseconds pass without one. */
export function waitForLine(child: ChildProcess, pattern: RegExp, limit = 60_000): Promise<RegExpExecArray> {
  const lines = createInterface({ input: child.stdout ?? process.stdin })
  const timer = setTimeout(() => lines.close(), limit)
  return new Promise((resolve, reject) => {
    // Read on to the end: left unread, a talkative child would block on a full pipe.
    lines.on('line', (line) => {
      const found = pattern.exec(line)
      if (found === null) return
      clearTimeout(timer)
      resolve(found)
    })
    lines.once('close', () => {
      clearTimeout(timer)
      reject(new Error(`${child.spawnargs.join(' ')} did not say ${pattern}`))
    })
  })
}

/** Everything a command writes to stdout; rejects when it fails or takes longer than `limit` milliseconds. */
export async function outputOf(wanted: Launch, limit: number): Promise<string> {
  const child = launch(wanted)
  const chunks: Buffer[] = []
  child.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk))
  const timer = setTimeout(() => kill(child, 'SIGKILL'), limit)
  const [code] = (await once(child, 'close')) as [number | null]
  clearTimeout(timer)
  if (code !== 0)
    throw new Error(`${wanted.command} ${wanted.args.join(' ')} ended with ${code ?? 'a signal'}`)
  return Buffer.concat(chunks).toString()
}

/** What Linux tells of a process: bytes of memory now and at most, seconds of processor time; nothing elsewhere. */
export function usage(pid: number | undefined): { rss?: number; peak?: number; cpuSeconds?: number } {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    const bytes = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) * 1024
    // The name, in brackets, may hold spaces; user and system ticks are the 12th and 13th fields after it.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    const ticksPerSecond = 100
    const cpuSeconds = (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
    return { rss: bytes('VmRSS'), peak: bytes('VmHWM'), cpuSeconds }
  } catch {
    return {}
  }
}
