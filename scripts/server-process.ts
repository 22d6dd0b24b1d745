import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { run } from './run.ts'

/** Whom a server runs as: a user of its own when we are root, else ourselves. */
export interface Account {
  name: string
  uid: number
  gid: number
}

/** Started for the tests: what their environment gains, and how it ends. */
export interface TestService {
  env: Record<string, string>
  /** Stops the server and deletes its folder. */
  stop: () => Promise<void>
}

/** The account of that name if we are root, else our own; rejects when it is missing. */
export async function findAccount(name: string): Promise<Account> {
  const { username, uid, gid } = os.userInfo()
  if (uid !== 0) return { name: username, uid, gid }
  const ids = await Promise.all(
    ['-u', '-g'].map((option) => run({ command: 'id', args: [option, name], limit: 10_000 })),
  )
  if (ids.some(({ code }) => code !== 0)) throw new Error(`there is no account ${name}`)
  return { name, uid: Number(ids[0]?.output), gid: Number(ids[1]?.output) }
}

/** Makes a folder and all that is in it the account's. */
export async function giveTo({ uid, gid }: Account, folder: string): Promise<void> {
  if (os.userInfo().uid === uid) return
  const args = ['-R', `${uid}:${gid}`, folder]
  const { code, output } = await run({ command: 'chown', args, limit: 60_000 })
  if (code !== 0) throw new Error(output)
}

interface Wanted {
  command: string
  args: string[]
  /** Ourselves unless given. */
  account?: Account
  /** Takes both streams. */
  log: string
  env?: Record<string, string>
}

/** Starts a server in a group of its own: Ctrl-C reaches us, and we stop it after the tests that use it. */
export function startServer({ command, args, account, log, env }: Wanted): ChildProcess {
  const output = openSync(log, 'a')
  try {
    const child = spawn(command, args, {
      cwd: '/',
      stdio: ['ignore', output, output],
      detached: true,
      env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LANG: 'C.UTF-8', ...env },
      ...(account && { uid: account.uid, gid: account.gid }),
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

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
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
  endGroup(child.pid ?? 0)
}

function endGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // Its workers ended with it.
  }
}
