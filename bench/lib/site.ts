// What is measured: our server as one process or two, bare node:http and nginx; and the browser.
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import puppeteer, { type Browser } from 'puppeteer-core'
import { chromium, getTool } from '#scripts/test-tools.ts'
import { freePort } from '#scripts/free-port.ts'
import type { Database, Filled } from './databases.ts'
import { root, startListening, type Running } from './processes.ts'
import { progress } from './report.ts'

export interface Site extends Running {
  name: string
}

interface ServerOptions {
  /** Takes the data folder and the log; made when missing. */
  folder: string
  /** Holds `server/`, `contract/` and `dist/`; the project itself unless given. */
  cwd?: string
  env?: Record<string, string>
}

/** The highest that RATE_LIMIT_SCALE takes: the limits are not what is measured. */
const WITHOUT_LIMITS = { RATE_LIMIT_SCALE: '1000000' }

/** Starts our server as a process of its own on a free port. */
export async function startServer({ folder, cwd = root, env }: ServerOptions): Promise<Site> {
  mkdirSync(folder, { recursive: true })
  const own = { HOST: '127.0.0.1', DATA_DIR: join(folder, 'data') }
  const cache = { NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'compile') }
  const running = await startListening((port) => ({
    command: process.execPath,
    args: ['server/main.ts'],
    cwd,
    log: join(folder, 'server.log'),
    env: { ...cache, ...own, PORT: String(port), ...env },
  }))
  return { ...running, name: 'this server' }
}

/** The same on tables that were filled before, without limits. */
export function startFilled({ folder, env }: Filled<object>): Promise<Site> {
  return startServer({ folder, env: { ...env, ...WITHOUT_LIMITS } })
}

/** The first answers are not counted: connections are opened, statements read and pages drawn that are kept. */
const WARM_UP = 3

/** Milliseconds of so many answers of each, in turns, so that whatever else the machine does meets all alike. */
export async function timesOf(
  asked: number,
  ...asks: readonly ((turn: number) => Promise<Response>)[]
): Promise<number[][]> {
  const times = asks.map((): number[] => [])
  for (let turn = 0; turn < WARM_UP + asked; turn += 1) {
    for (const [at, ask] of asks.entries()) {
      const begun = performance.now()
      const response = await ask(turn)
      await response.arrayBuffer()
      if (!response.ok) throw new Error(`${response.url} answers ${response.status}`)
      if (turn >= WARM_UP) times[at]?.push(performance.now() - begun)
    }
  }
  return times
}

/** Bare node:http that gives every request the same answer: what this machine can do at all. */
export async function startBare(folder: string): Promise<Site> {
  const program = `require('node:http').createServer((request, response) =>
    request.resume().on('end', () => response.end('{"message":"done"}'))).listen(process.env.PORT, '127.0.0.1')`
  const running = await startListening((port) => ({
    command: process.execPath,
    args: ['--eval', program],
    log: join(folder, 'bare.log'),
    env: { PORT: String(port) },
  }))
  return { ...running, name: 'bare node:http' }
}

/** A site and where each of its processes serves its metrics. */
export interface MeteredSite extends Site {
  metrics: string[]
}

async function startMetered(folder: string, env: Record<string, string>): Promise<MeteredSite> {
  const port = String(await freePort())
  const server = await startServer({ folder, env: { ...WITHOUT_LIMITS, METRICS_PORT: port, ...env } })
  return { ...server, metrics: [`http://127.0.0.1:${port}/metrics`] }
}

/** One process on SQLite, as an agency with one machine runs it, or two on one PostgreSQL behind nginx. */
export async function startOn(database: Database, folder: string): Promise<MeteredSite> {
  const databaseUrl = await database.create()
  if (!databaseUrl) return { ...(await startMetered(folder, {})), name: 'one process, SQLite' }
  const key = randomBytes(32).toString('base64')
  const env = { DATABASE_URL: databaseUrl, DATA_KEY: key, TRUST_PROXY: '127.0.0.1' }
  const first = await startMetered(join(folder, 'first'), env)
  const second = await startMetered(join(folder, 'second'), env)
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

// As deploy/nginx.conf passes requests on: lines are kept open, another process is asked when one does not answer. Its
// limits for one address and its TLS are left out, since all of this load comes from one address of this machine.
async function startProxy(folder: string, urls: readonly string[]): Promise<Running | undefined> {
  const command = '/usr/sbin/nginx'
  if (!existsSync(command)) return void progress('nginx is not installed: left out')
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'nginx.conf')
  const servers = urls.map((url) => `server ${new URL(url).host};`).join(' ')
  const spill = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  return startListening((port) => {
    writeFileSync(
      file,
      `${process.getuid?.() === 0 ? 'user root;' : ''} daemon off; pid ${folder}/nginx.pid; worker_processes 2;
      events { worker_connections 4096; }
      http {
        access_log off; keepalive_requests 1000000; ${spill.map((kind) => `${kind}_temp_path ${folder}/${kind};`).join(' ')}
        upstream site { ${servers} keepalive 256; }
        server {
          listen 127.0.0.1:${port} backlog=4096; client_max_body_size 25m;
          location / {
            proxy_pass http://site; proxy_http_version 1.1; proxy_set_header Connection ""; proxy_set_header Host $host;
            proxy_set_header X-Forwarded-For $remote_addr; proxy_request_buffering off; proxy_max_temp_file_size 0;
            proxy_connect_timeout 2s; proxy_next_upstream error timeout;
          }
        }
      }`,
    )
    const log = join(folder, 'error.log')
    return { command, args: ['-p', folder, '-e', log, '-c', file], log }
  })
}

/** Chromium with a new profile; rejects with what to install when there is none. */
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
