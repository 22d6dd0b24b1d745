import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { freePort } from '#scripts/free-port.ts'
import { neverShedding } from '#tests/support/child.ts'

const root = path.resolve(import.meta.dirname, '../../..')
const START_LIMIT_MS = 90_000
const STOP_LIMIT_MS = 15_000

export interface Server {
  /** Origin without a trailing slash. */
  url: string
  stop(): Promise<void>
}

/** Starts the real server as its own process on an empty data folder; `settings` go on top of the defaults. */
export async function startServer(
  settings: Record<string, string> = {},
  script = 'server/main.ts',
): Promise<Server> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'e2e-'))
  const port = await freePort()
  const env = {
    PATH: process.env['PATH'],
    PORT: String(port),
    DATA_DIR: path.join(folder, 'data'),
    LOG_LEVEL: 'warn',
    NODE_COMPILE_CACHE: path.join(root, 'node_modules/.cache/compile'),
    ...neverShedding,
    ...settings,
  }
  // Not in the repository's folder, so that a developer's `.env` has no say.
  const child = spawn(process.execPath, [path.resolve(root, script)], { cwd: folder, env })
  await listening(child)
  return {
    url: `http://localhost:${port}`,
    async stop() {
      await end(child)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function listening(child: ChildProcess): Promise<void> {
  let said = ''
  const limit = AbortSignal.timeout(START_LIMIT_MS)
  await new Promise<void>((resolve, reject) => {
    const fail = () => reject(new Error(`The server did not start:\n${said}`))
    const read = (chunk: Buffer) => {
      said += String(chunk)
      if (said.includes('Listening on')) resolve()
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    child.once('exit', fail)
    limit.addEventListener('abort', fail)
  })
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const late = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS)
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  await exited
  clearTimeout(late)
}
