import path from 'node:path'
import { languageCodes } from '#contract/messages/languages.ts'
import { freePort } from '#scripts/free-port.ts'
import { startProcess } from '#tests/support/child.ts'
import { makePlace } from '#tests/support/place.ts'

const root = path.resolve(import.meta.dirname, '../../..')

export interface Server {
  /** Origin without a trailing slash. */
  url: string
  stop(): Promise<void>
}

/** Starts the real server as its own process on an empty data folder; `settings` override the defaults. */
export async function startServer(
  settings: Record<string, string> = {},
  script = 'server/main.ts',
): Promise<Server> {
  const [place, port] = [await makePlace('sqlite'), String(await freePort())]
  const usual = { PATH: process.env['PATH'], LANGUAGES: languageCodes.join(), RATE_LIMIT_SCALE: '1' }
  const own = { ...place.settings, PORT: port, LOG_LEVEL: 'warn' }
  // Not in the repository's folder, so that a developer's `.env` is not read.
  const start = { cwd: place.dataDir, script: path.resolve(root, script) }
  const child = startProcess({ ...usual, ...own, ...settings }, start)
  const stop = async () => {
    await child.kill('SIGTERM')
    await place.remove()
  }
  await child.url.catch((error) => stop().then(() => Promise.reject(error)))
  return { url: `http://localhost:${port}`, stop }
}
