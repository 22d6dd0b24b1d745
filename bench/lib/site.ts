// Starts what is measured: our server as one process, or two behind nginx; and the browser.
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import puppeteer, { type Browser } from 'puppeteer-core'
import { chromium, getTool } from '#scripts/test-tools.ts'
import { freePort } from '#scripts/free-port.ts'
import type { Database } from './databases.ts'
import { root, startListening, type Running } from './processes.ts'
import { progress } from './report.ts'

/** A site with the addresses of its metrics. */
export interface Site extends Running {
  metrics: string[]
}

interface ServerOptions {
  /** Contains the data folder and the log; created if missing. */
  folder: string
  /** Contains `server/`, `contract/` and `dist/`; by default the project. */
  cwd?: string
  env?: Record<string, string>
}

/** Starts our server on a free port, without rate limits. */
export async function startServer({ folder, cwd = root, env }: ServerOptions): Promise<Site> {
  mkdirSync(folder, { recursive: true })
  const metrics = String(await freePort())
  const cache = { NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'compile') }
  const own = { HOST: '127.0.0.1', DATA_DIR: join(folder, 'data'), RATE_LIMIT_SCALE: '1000000' }
  const running = await startListening((port) => ({
    command: process.execPath,
    args: ['server/main.ts'],
    cwd,
    log: join(folder, 'server.log'),
    env: { ...cache, ...own, PORT: String(port), METRICS_PORT: metrics, ...env },
  }))
  return { ...running, metrics: [`http://127.0.0.1:${metrics}/metrics`] }
}

/** Starts one process on SQLite, or two on one PostgreSQL behind nginx. */
export async function startOn(database: Database, folder: string): Promise<Site & { name: string }> {
  const databaseUrl = await database.create()
  if (!databaseUrl) return { ...(await startServer({ folder })), name: 'one process, SQLite' }
  const key = randomBytes(32).toString('base64')
  const env = { DATABASE_URL: databaseUrl, DATA_KEY: key, TRUST_PROXY: '127.0.0.1' }
  const first = await startServer({ folder: join(folder, 'first'), env })
  const second = await startServer({ folder: join(folder, 'second'), env })
  const proxy = await startProxy(join(folder, 'nginx'), [first.url, second.url])
  return {
    name: `two processes, PostgreSQL, ${proxy ? 'nginx' : 'all load to the first'}`,
    url: proxy?.url ?? first.url,
    pids: [...first.pids, ...second.pids],
    metrics: [...first.metrics, ...second.metrics],
    async [Symbol.asyncDispose]() {
      for (const one of [proxy, first, second]) await one?.[Symbol.asyncDispose]()
    },
  }
}

/** Starts nginx, which spreads the load as in deploy/nginx.conf. */
async function startProxy(folder: string, urls: readonly string[]): Promise<Running | undefined> {
  const command = '/usr/sbin/nginx'
  if (!existsSync(command)) return void progress('nginx is not installed: left out')
  mkdirSync(folder, { recursive: true })
  const [conf, log] = [join(folder, 'nginx.conf'), join(folder, 'error.log')]
  const text = readFileSync(join(import.meta.dirname, 'nginx.conf'), 'utf8')
  const servers = urls.map((url) => `server ${new URL(url).host};`).join(' ')
  const more = `daemon off; ${process.getuid?.() === 0 ? 'user root;' : ''}`
  return startListening((port) => {
    writeFileSync(conf, text.replace('PORT', String(port)).replace('SERVERS', servers))
    return { command, args: ['-p', folder, '-e', log, '-c', conf, '-g', more], log }
  })
}

/** Starts Chromium with a new profile. Rejects with what to install if it is missing. */
export async function openBrowser(): Promise<Browser> {
  const found = await getTool(chromium)
  if ('missing' in found) throw new Error(found.missing)
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  return puppeteer.launch({
    executablePath: found.env['CHROME_PATH'] ?? '',
    defaultViewport: null,
    args: asRoot,
  })
}
