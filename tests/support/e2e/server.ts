import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { languageCodes } from '#contract/messages/languages.ts'
import { freePort } from '#scripts/free-port.ts'
import { startProcess } from '#tests/support/child.ts'

const root = path.resolve(import.meta.dirname, '../../..')

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
  await using begun = new AsyncDisposableStack()
  const port = String(await freePort())
  const folder = await mkdtemp(path.join(os.tmpdir(), 'e2e-'))
  begun.defer(() => rm(folder, { recursive: true, force: true }))
  const own = { PORT: port, DATA_DIR: path.join(folder, 'data'), LOG_LEVEL: 'warn' }
  const usual = { PATH: process.env['PATH'], LANGUAGES: languageCodes.join(), RATE_LIMIT_SCALE: '1' }
  // Not in the repository's folder, so that a developer's `.env` has no say.
  const child = startProcess(
    { ...usual, ...own, ...settings },
    { cwd: folder, script: path.resolve(root, script) },
  )
  begun.defer(async () => void (await child.kill('SIGTERM')))
  await child.url
  const started = begun.move()
  return { url: `http://localhost:${port}`, stop: () => started.disposeAsync() }
}
