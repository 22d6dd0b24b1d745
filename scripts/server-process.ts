import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync, rmSync } from 'node:fs'
import net from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** Started for the tests: what their environment gains, and how it ends. */
export interface TestService {
  env: Record<string, string>
  /** Stops the server and deletes its folder. */
  stop: () => Promise<void>
}

export interface Wanted {
  command: string
  args: string[]
  /** Takes both streams. */
  log: string
  cwd?: string
  /** Besides where programs are; of ours it gets nothing. */
  env?: Record<string, string>
  /** Whom it runs as; ourselves unless given. */
  account?: { uid: number; gid: number } | undefined
}

/** Starts a server in a group of its own: Ctrl-C reaches us, and we stop it after the tests that use it. */
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
    // One that cannot be started has no exit code; whoever waits for its port sees it missing.
    child.on('error', () => undefined)
    return child
  } finally {
    closeSync(output)
  }
}

/** Resolves once something listens on that port of 127.0.0.1; rejects when the server ends first or time is up. */
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

/** Starts a server in a throw-away folder; resolves with what ends it and deletes that, once it listens on the port. */
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

/** Whether a process has ended, or never began. */
export function hasEnded(child: ChildProcess): boolean {
  return child.pid === undefined || child.exitCode !== null || child.signalCode !== null
}

/** Ends a server politely; what is left of it and of what it started after ten seconds is ended at once. */
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
    // What it started ended with it.
  }
}
