import type { ChildProcess } from 'node:child_process'
import { closeSync, mkdirSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { launch, root, stop, waitForLine } from './child.ts'

export interface OurServer {
  child: ChildProcess
  /** Origin without a trailing slash. */
  url: string
  /** Milliseconds from the spawn to «Listening on». */
  startMs: number
  stop(): Promise<void>
}

export interface ServerOptions {
  /** Takes the data folder and the log; made when missing. */
  folder: string
  /** Holds `server/`, `contract/` and `dist/`; the project itself unless given. */
  cwd?: string
  env?: Record<string, string | undefined>
  /** What starts it; `node server/main.ts` unless given. */
  command?: readonly [string, ...string[]]
}

/** Settings as a newcomer's, whatever the shell of whoever runs the bench holds. */
const ownSettings = Object.fromEntries(
  [
    'DATABASE_URL',
    'DATA_KEY',
    'LOG_LEVEL',
    'MAIL_PROVIDER',
    'METRICS_PORT',
    'NODE_ENV',
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    'PUBLIC_URL',
  ].map((name) => [name, '']),
)

/** Starts our server as a process of its own on a free port; its log goes to a file in `folder`. */
export async function startOurServer(options: ServerOptions): Promise<OurServer> {
  const { folder, cwd = root, command = [process.execPath, 'server/main.ts'] } = options
  mkdirSync(folder, { recursive: true })
  const log = openSync(join(folder, 'server.log'), 'a')
  const [file, ...args] = command
  const begun = performance.now()
  const child = launch({
    command: file,
    args,
    cwd,
    log,
    env: {
      NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'compile'),
      ...ownSettings,
      HOST: '127.0.0.1',
      PORT: '0',
      DATA_DIR: join(folder, 'data'),
      ...options.env,
    },
  })
  closeSync(log)
  const found = await waitForLine(child, /^Listening on (\S+)/)
  const startMs = performance.now() - begun
  return { child, url: found[1] ?? '', startMs, stop: () => stop(child) }
}
