import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Source } from '#server/config/config.ts'

/** A server in a process of its own, started as `npm start` starts it. */
export type ServerProcess = ReturnType<typeof startProcess>

const main = join(import.meta.dirname, '..', '..', 'server', 'main.ts')
/** Node's compile cache, the same that `npm start` uses. */
export const compileCache = join(import.meta.dirname, '..', '..', 'node_modules', '.cache', 'compile')
const listening = /^Listening on (http\S+).*\n/m

/**
 * Makes load shedding see an event loop that is never late, since tests share their machine. Only load shedding asks
 * without options; measurements are not affected.
 */
const neverLate = `
  import { syncBuiltinESMExports } from 'node:module'
  import hooks from 'node:perf_hooks'
  const { monitorEventLoopDelay } = hooks
  hooks.monitorEventLoopDelay = (given) =>
    given ? monitorEventLoopDelay(given) : { max: 0, enable: () => true, reset() {} }
  syncBuiltinESMExports()`

/** The setting with which a server sheds no call, however busy the machine. */
const neverShedding = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(neverLate)}` }

interface Start {
  /** The folder whose `.env` it reads. */
  cwd?: string
  /** A command that runs it, for example with another file system. */
  through?: readonly string[]
  /** What it runs; `server/main.ts` unless given. */
  script?: string
}

const STOP_LIMIT_MS = 15_000

/** Starts a server with only these settings, which sheds no call. */
export function startProcess(settings: Source, { cwd = '/', through = [], script = main }: Start = {}) {
  const env = {
    HOST: '127.0.0.1',
    PORT: '0',
    RATE_LIMIT_SCALE: '100000',
    // Filling and compressing the pages of other languages takes a fifth of a start.
    LANGUAGES: 'en',
    NODE_COMPILE_CACHE: compileCache,
    ...neverShedding,
    ...settings,
  }
  const [command = process.execPath, ...args] = [...through, process.execPath, script]
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const said = { out: '', err: '' }
  child.stdout.on('data', (chunk: Buffer) => (said.out += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (said.err += chunk.toString()))
  const ended: Promise<number | NodeJS.Signals> = once(child, 'close').then(
    ([code, signal]) => code ?? signal,
  )
  const url = new Promise<string>((resolve, reject) => {
    child.stdout.on('data', () => {
      const address = listening.exec(said.out)?.[1]
      if (address) resolve(address)
    })
    ended.then((code) => reject(new Error(`ended with ${code}: ${said.err}`)), reject)
  })
  // Rejects for those who wait for the address; others wait for the end.
  url.catch(() => undefined)
  const kill = (signal: NodeJS.Signals) => {
    child.kill(signal)
    // A process that does not end is killed, so that no test leaves one behind.
    const late = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS)
    return ended.finally(() => clearTimeout(late))
  }
  return {
    /** Its address; rejects with its output if it ended instead. */
    url,
    pid: child.pid ?? 0,
    stdout: () => said.out,
    stderr: () => said.err,
    /** Its exit code, or the signal that ended it. */
    ended,
    kill,
    [Symbol.asyncDispose]: async () => void (await kill('SIGKILL')),
  }
}
