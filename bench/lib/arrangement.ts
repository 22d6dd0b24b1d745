import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { freePort } from '#scripts/free-port.ts'
import { stop } from './child.ts'
import { type Engine, sqlite } from './engines.ts'
import { findNginx, startProxy } from './nginx.ts'
import { type OurServer, startOurServer } from './our-server.ts'
import { progress } from './report.ts'

/** The highest the setting takes: the limits are not what is measured. */
const RATE_LIMIT_SCALE = '1000000'

/** A site that runs, as one process or several. */
export interface Running {
  url: string
  pids: (number | undefined)[]
  /** Where each process tells its metrics. */
  metrics: string[]
  stop(): Promise<void>
}

/** A way to run the site. */
export interface Arrangement {
  name: string
  start(folder: string): Promise<Running>
}

interface Started extends OurServer {
  metrics: string
}

async function startOne(folder: string, env: Record<string, string>): Promise<Started> {
  const port = await freePort()
  const server = await startOurServer({
    folder,
    env: { RATE_LIMIT_SCALE, METRICS_PORT: String(port), ...env },
  })
  return { ...server, metrics: `http://127.0.0.1:${port}/metrics` }
}

/** As an agency with one machine runs it. */
export const oneProcess: Arrangement = {
  name: 'one process, SQLite',
  async start(folder) {
    await sqlite.open(folder)
    const { url, child, metrics, stop: end } = await startOne(folder, {})
    return { url, pids: [child.pid], metrics: [metrics], stop: end }
  },
}

/** Two processes on one PostgreSQL, behind nginx where that is installed. */
export function twoProcesses(engine: Engine): Arrangement {
  const nginx = findNginx()
  if (nginx === undefined) progress('nginx is not installed: the load goes to the first of the two processes')
  return {
    name: `two processes, PostgreSQL${nginx === undefined ? '' : ', nginx'}`,
    async start(folder) {
      const { databaseUrl } = await engine.open(folder)
      const env = {
        DATABASE_URL: databaseUrl,
        DATA_KEY: randomBytes(32).toString('base64'),
        TRUST_PROXY: '127.0.0.1',
      }
      const first = await startOne(join(folder, 'first'), env)
      const second = await startOne(join(folder, 'second'), env)
      const servers = [first, second]
      const targets = servers.map(({ url }) => new URL(url).host)
      const proxy = nginx === undefined ? undefined : await startProxy(nginx, join(folder, 'nginx'), targets)
      return {
        url: proxy?.url ?? first.url,
        pids: servers.map(({ child }) => child.pid),
        metrics: servers.map(({ metrics }) => metrics),
        async stop() {
          if (proxy) await stop(proxy.child)
          for (const server of servers) await server.stop()
        },
      }
    },
  }
}
