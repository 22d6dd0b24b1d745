import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync, rmSync } from 'node:fs'
import net from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** A service for tests: its variables, and how to stop it. */
export interface TestService {
  env: Record<string, string>
  /** Stops the server and deletes its folder. */
  stop: () => Promise<void>
}

export interface Wanted {
  command: string
  args: string[]
  /** The file for both output streams. */
  log: string
  cwd?: string
  /** Added to a minimal environment without our variables. */
  env?: Record<string, string>
  /** The user of the process; by default ours. */
  account?: { uid: number; gid: number } | undefined
}

/** Starts a server in its own process group, so that Ctrl-C does not stop it before the tests end. */
export function startServer({ command, args, account, log, cwd = '/', env }: Wanted): ChildProcess {
  const output = openSync(log, 'a')
  try {
    const child = spawn(command, args, {
      cwd,
      stdio: ['ignore', output, output],
      detached: true,
      env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LANG: 'C.UTF-8', ...env },
      ...account,
    })
    // A program that cannot be started has no exit code. `untilListening` notices this.
    child.on('error', () => undefined)
    return child
  } finally {
    closeSync(output)
  }
}

/** Resolves once something listens on a port of 127.0.0.1. Rejects when the server ends first or time is up. */
export async function untilListening(
  server: { child: ChildProcess; log: string },
  port: number,
  limitMs: number,
): Promise<void> {
  for (const deadline = Date.now() + limitMs; Date.now() < deadline; await sleep(50)) {
    if (await listens(port)) return
    if (hasEnded(server.child)) break
  }
  const said = readFileSync(server.log, 'utf8').trim().split('\n').slice(-5).join('\n')
  throw new Error(`nothing listens on port ${port}\n${said}`)
}

/** Starts a server; resolves once it listens, with a function that stops it and deletes its folder. */
export async function startListening(
  wanted: Wanted,
  port: number,
  home: string,
): Promise<() => Promise<void>> {
  const child = startServer(wanted)
  const stop = () => stopServer(child).finally(() => rmSync(home, { recursive: true, force: true }))
  try {
    await untilListening({ child, log: wanted.log }, port, 60_000)
    return stop
  } catch (error) {
    await stop()
    throw error
  }
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1', () => resolve(true))
    socket.once('connect', () => socket.destroy()).once('error', () => resolve(false))
  })
}

/** Returns whether a process has ended or never began. */
export function hasEnded(child: ChildProcess): boolean {
  return child.pid === undefined || child.exitCode !== null || child.signalCode !== null
}

/** Stops a server and, after ten seconds, kills it and its child processes. */
export async function stopServer(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (hasEnded(child)) return
  const ended = once(child, 'exit')
  child.kill(signal)
  const timer = setTimeout(() => child.kill('SIGKILL'), 10_000)
  await ended
  clearTimeout(timer)
  try {
    process.kill(-(child.pid ?? 0), 'SIGKILL')
  } catch {
    // No child process is left.
  }
}
