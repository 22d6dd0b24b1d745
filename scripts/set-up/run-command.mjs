// Part of the set-up: plain JavaScript for Node 20, Node's own modules only.
import { spawn } from 'node:child_process'
import path from 'node:path'

const graceMs = 5000

/** The commands under way: each can be stopped, and tells when it has ended. */
const running = new Set()
let stopping = false

/**
 * Runs a command with the packages' own binaries first. When the time is over, it and what it started are asked to end, and
 * are ended after a grace.
 */
export function runCommand(command, args, { cwd, milliseconds, grace = graceMs }) {
  const bin = path.join(cwd, 'node_modules', '.bin')
  const env = {
    ...process.env,
    PATH: `${bin}${path.delimiter}${process.env.PATH}`,
    ASTRO_TELEMETRY_DISABLED: '1',
  }
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
    const ended = new Promise((resolveEnded) => child.once('close', resolveEnded).once('error', resolveEnded))
    const result = { code: 1, late: false, output: '' }
    const stop = () => endGroup(child.pid, ended, grace)
    const timer = setTimeout(() => {
      result.late = true
      void stop()
    }, milliseconds)
    const collect = (chunk) => (result.output += chunk)
    running.add(stop)
    child.stdout.on('data', collect)
    child.stderr.on('data', collect)
    child.once('error', (error) => collect(error.message))
    void ended.then((code) => {
      clearTimeout(timer)
      running.delete(stop)
      // Whoever stops the commands ends the process too; what they would say of it is of no use to anybody.
      if (!stopping) resolve({ ...result, code: code === 0 ? 0 : 1, output: result.output.trim() })
    })
  })
}

/** Stops every command under way, for the end of the process. */
export async function stopCommands() {
  stopping = true
  await Promise.all([...running].map((stop) => stop()))
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
