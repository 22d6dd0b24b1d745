// Part of the set-up: plain JavaScript for Node 20, Node's own modules only.
import { spawn } from 'node:child_process'
import path from 'node:path'

const graceMs = 5000

/** The commands under way: each can be stopped, and tells when it has ended. */
const running = new Set()
let stopping = false

/**
 * Runs a command with the packages' own binaries first; never rejects. When the time is over, it and what it started are
 * asked to end, and are ended after a grace. `live` shows the output as it comes instead of keeping it.
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd: string, milliseconds: number, grace?: number, env?: object, live?: boolean, uid?: number }} how
 */
export function runCommand(
  command,
  args,
  { cwd, milliseconds, grace = graceMs, env = {}, live = false, uid },
) {
  const bin = path.join(cwd, 'node_modules', '.bin')
  const all = {
    ...process.env,
    PATH: `${bin}${path.delimiter}${process.env.PATH}`,
    ASTRO_TELEMETRY_DISABLED: '1',
    ...env,
  }
  const output = live ? 'inherit' : 'pipe'
  return new Promise((resolve) => {
    // A group of its own, so that what the command starts can be ended with it.
    const child = spawn(command, args, {
      cwd,
      env: all,
      stdio: ['ignore', output, output],
      detached: true,
      uid,
    })
    const ended = new Promise((resolveEnded) => child.once('close', resolveEnded).once('error', resolveEnded))
    const result = { code: 1, late: false, output: '' }
    const stop = () => endGroup(child.pid, ended, grace)
    const timer = setTimeout(() => {
      result.late = true
      void stop()
    }, milliseconds)
    const collect = (chunk) => (result.output += chunk)
    running.add(stop)
    child.stdout?.on('data', collect)
    child.stderr?.on('data', collect)
    child.once('error', (error) => collect(error.message))
    void ended.then((code) => {
      clearTimeout(timer)
      running.delete(stop)
      // Whoever stops the commands ends the process too; what they would say of it is of no use to anybody.
      if (!stopping) resolve({ ...result, code: code === 0 ? 0 : 1, output: result.output.trim() })
    })
  })
}

/** Ends every command under way. */
export async function endCommands() {
  await Promise.all([...running].map((stop) => stop()))
}

/** The same for the end of the process: none of them is reported. */
export async function stopCommands() {
  stopping = true
  await endCommands()
}

async function endGroup(pid, ended, grace) {
  signalGroup(pid, 'SIGTERM')
  const timer = setTimeout(() => signalGroup(pid, 'SIGKILL'), grace)
  await ended
  clearTimeout(timer)
}

function signalGroup(pid, signal) {
  try {
    process.kill(-pid, signal)
  } catch {
    // All of it has ended.
  }
}
