import { spawn, type SpawnOptions } from 'node:child_process'
import path from 'node:path'

const root = path.dirname(import.meta.dirname)
const bin = path.join(root, 'node_modules', '.bin')
const graceMs = 5000

/** Groups of processes under way, by the id of their first. */
const groups = new Set<number>()

export interface Command {
  command: string
  args: string[]
  /** Milliseconds, after which the command and all that it started are ended. */
  limit: number
  env?: Record<string, string>
  /** Shows the output as it comes instead of keeping it. */
  live?: boolean
  uid?: number
}

export interface Outcome {
  code: number
  late: boolean
  /** Both streams; empty when shown live. */
  output: string
}

/** Runs a command in the project's folder with the packages' own binaries first; never rejects. */
export function run(wanted: Command): Promise<Outcome> {
  const child = spawn(wanted.command, wanted.args, optionsOf(wanted))
  const outcome: Outcome = { code: 1, late: false, output: '' }
  if (child.pid !== undefined) groups.add(child.pid)
  const timer = setTimeout(() => {
    outcome.late = true
    outcome.output += `\nNot finished after ${Math.round(wanted.limit / 1000)} s: ended.`
    endGroup(child.pid)
  }, wanted.limit)
  const collect = (chunk: Buffer) => (outcome.output += chunk.toString())
  child.stdout?.on('data', collect)
  child.stderr?.on('data', collect)
  return new Promise((resolve) => {
    const finish = (code: number | null) => {
      clearTimeout(timer)
      groups.delete(child.pid ?? 0)
      resolve({ ...outcome, code: code ?? 1, output: outcome.output.trim() })
    }
    child.once('error', (error) => {
      outcome.output += error.message
      finish(1)
    })
    child.once('close', finish)
  })
}

function optionsOf({ env, live, uid }: Command): SpawnOptions {
  return {
    cwd: root,
    env: {
      ...process.env,
      PATH: `${bin}${path.delimiter}${process.env['PATH']}`,
      ASTRO_TELEMETRY_DISABLED: '1',
      ...env,
    },
    stdio: ['ignore', live ? 'inherit' : 'pipe', live ? 'inherit' : 'pipe'],
    // A group of its own, so that what the command starts can be ended with it.
    detached: true,
    ...(uid === undefined ? {} : { uid, cwd: '/' }),
  }
}

/** Ends every command under way with what it started. */
export function endAll(): void {
  for (const pid of groups) endGroup(pid)
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return
  signalGroup(pid, 'SIGTERM')
  setTimeout(() => signalGroup(pid, 'SIGKILL'), graceMs).unref()
}

function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal)
  } catch {
    // All of it has ended.
  }
}
