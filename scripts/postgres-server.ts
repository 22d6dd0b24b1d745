import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from './free-port.ts'
import { run } from './run.ts'
import {
  type Account,
  findAccount,
  giveTo,
  hasEnded,
  startServer,
  stopServer,
  type TestService,
} from './server-process.ts'

const minute = 60_000

/** The folder with PostgreSQL's `initdb` and `postgres`, the newest of Debian's first. */
export async function findPostgres(): Promise<string | undefined> {
  const versions = '/usr/lib/postgresql'
  const debian = existsSync(versions) ? readdirSync(versions).sort((a, b) => Number(b) - Number(a)) : []
  const asked = await run({ command: 'pg_config', args: ['--bindir'], limit: minute })
  const folders = [
    ...debian.map((version) => path.join(versions, version, 'bin')),
    ...(asked.code === 0 ? [asked.output] : []),
    ...(process.env['PATH'] ?? '').split(path.delimiter),
  ]
  return folders.find((folder) => ['initdb', 'postgres'].every((name) => existsSync(path.join(folder, name))))
}

/** A started one, for a superuser: the tests make databases of their own with it. */
export async function startTestPostgres(): Promise<TestService> {
  const server = await makePostgresServer({ synced: false })
  await server.start().catch((error: unknown) => server.remove().then(() => Promise.reject(error)))
  return { env: { TEST_DATABASE_URL: server.url }, stop: server.remove }
}

/** One PostgreSQL in a throw-away folder, always on the same port of this machine's own address. */
export interface PostgresServer {
  /** A superuser's. */
  url: string
  /** The process that watches over all others of it; undefined while it is down. */
  pid(): number | undefined
  /** Resolves once it takes queries. */
  start(): Promise<void>
  /** Ends it: SIGINT is its fast shutdown, SIGQUIT the immediate one, and SIGKILL a crash. */
  end(signal: 'SIGINT' | 'SIGQUIT' | 'SIGKILL'): Promise<void>
  /** Ends it and deletes its folder. */
  remove(): Promise<void>
}

interface Place {
  binaries: string
  home: string
  account: Account
  password: string
  port: number
  synced: boolean
}

/**
 * Makes one that is not started yet. `synced`: writes reach the disk as in production; without it they survive a crash
 * of whoever wrote them, but not of the machine, and a throw-away database is made and dropped in a tenth of the time.
 */
export async function makePostgresServer({ synced = true } = {}): Promise<PostgresServer> {
  const binaries = await findPostgres()
  if (!binaries) throw new Error('PostgreSQL is not installed')
  // PostgreSQL refuses to run as root.
  const account = await findAccount('postgres').catch(() => findAccount('nobody'))
  const home = mkdtempSync(path.join(os.tmpdir(), 'test-postgres-'))
  const removeHome = () => rmSync(home, { recursive: true, force: true })
  const place = {
    binaries,
    home,
    account,
    password: randomBytes(16).toString('hex'),
    port: await freePort(),
    synced,
  }
  try {
    await initialise(place)
  } catch (error) {
    removeHome()
    throw error
  }
  const url = `postgres://postgres:${place.password}@127.0.0.1:${place.port}/postgres`
  let child: ChildProcess | undefined
  const end = async (signal: NodeJS.Signals) => {
    if (child) await stopServer(child, signal)
    child = undefined
  }
  return {
    url,
    pid: () => child?.pid,
    async start() {
      child = await startUntilItAnswers(place, url)
    },
    end,
    remove: () => end('SIGINT').finally(removeHome),
  }
}

async function initialise({ binaries, home, account, password }: Place): Promise<void> {
  await giveTo(account, home)
  const passwordFile = path.join(home, 'password')
  writeFileSync(passwordFile, password, { mode: 0o644 })
  const options = [
    '--username=postgres',
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--no-sync',
  ]
  const made = await run({
    command: path.join(binaries, 'initdb'),
    args: [...options, `--pwfile=${passwordFile}`, '-D', path.join(home, 'data')],
    limit: 2 * minute,
    uid: account.uid,
  })
  if (made.code !== 0) throw new Error(made.output)
}

/** After a crash the processes it left hold its memory for a moment, and a new one does not start beside them. */
async function startUntilItAnswers(place: Place, url: string): Promise<ChildProcess> {
  let child = spawnServer(place)
  for (const deadline = Date.now() + minute; Date.now() < deadline; await sleep(50)) {
    if (hasEnded(child)) child = spawnServer(place)
    if (await answers(url)) return child
  }
  await stopServer(child, 'SIGINT')
  throw new Error('PostgreSQL did not answer within a minute')
}

function spawnServer({ binaries, home, account, port, synced }: Place): ChildProcess {
  const settings = [
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    'unix_socket_directories=',
    'max_connections=300',
    ...(synced ? [] : ['fsync=off', 'full_page_writes=off']),
  ]
  return startServer({
    command: path.join(binaries, 'postgres'),
    args: ['-D', path.join(home, 'data'), ...settings.flatMap((setting) => ['-c', setting])],
    account,
    log: '/dev/null',
  })
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}
