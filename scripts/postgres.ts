import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { getPostgresBinaries } from './postgres-binaries.ts'
import { freePort } from './free-port.ts'
import { run } from './run.ts'
import type { TestService } from './server-process.ts'

const minute = 60_000

/** A started PostgreSQL, Debian's package installed first if need be; or a line that says what brings it. */
export async function getPostgres(
  announce: (line: string) => void,
): Promise<TestService | { missing: string }> {
  const binaries = await getPostgresBinaries(announce)
  if ('missing' in binaries) return binaries
  try {
    return await startPostgres(binaries.path)
  } catch (error) {
    return { missing: `PostgreSQL in ${binaries.path} does not start: ${String(error)}` }
  }
}

/** On this machine's own address, a free port and a throw-away folder; writes are synced as in production. */
async function startPostgres(binaries: string): Promise<TestService> {
  const home = mkdtempSync(path.join(os.tmpdir(), 'test-postgres-'))
  const uid = await serverUser()
  if (uid !== undefined) chownSync(home, uid, -1)
  const remove = () => rmSync(home, { recursive: true, force: true })
  try {
    const server = await start({ binaries, home, uid, password: randomBytes(16).toString('hex') })
    // A superuser's; the tests make databases of their own with it.
    return { env: { TEST_DATABASE_URL: server.url }, stop: () => stop(server.child).finally(remove) }
  } catch (error) {
    remove()
    throw error
  }
}

interface Place {
  binaries: string
  home: string
  uid: number | undefined
  password: string
}

async function start(place: Place): Promise<{ child: ChildProcess; url: string }> {
  const folder = path.join(place.home, 'data')
  const passwordFile = path.join(place.home, 'password')
  writeFileSync(passwordFile, place.password, { mode: 0o644 })
  const options = [
    '--username=postgres',
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--no-sync',
  ]
  const made = await run({
    command: path.join(place.binaries, 'initdb'),
    args: [...options, `--pwfile=${passwordFile}`, '-D', folder],
    limit: 2 * minute,
    ...(place.uid === undefined ? {} : { uid: place.uid }),
  })
  if (made.code !== 0) throw new Error(made.output)
  const port = await freePort()
  const settings = [
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    'unix_socket_directories=',
    'max_connections=300',
  ]
  const child = spawn(
    path.join(place.binaries, 'postgres'),
    ['-D', folder, ...settings.flatMap((setting) => ['-c', setting])],
    // A group of its own: Ctrl-C reaches us, and we stop it after the tests that use it.
    { cwd: '/', stdio: 'ignore', detached: true, ...(place.uid === undefined ? {} : { uid: place.uid }) },
  )
  const url = `postgres://postgres:${place.password}@127.0.0.1:${port}/postgres`
  await answers(child, url)
  return { child, url }
}

async function answers(child: ChildProcess, url: string): Promise<void> {
  for (const deadline = Date.now() + minute; Date.now() < deadline; await sleep(100)) {
    if (child.exitCode !== null) throw new Error(`PostgreSQL ended with code ${child.exitCode}`)
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 })
    try {
      await client.connect()
      return
    } catch {
      // Not yet; asked again until the deadline.
    } finally {
      await client.end().catch(() => undefined)
    }
  }
  await stop(child)
  throw new Error('PostgreSQL did not answer within a minute')
}

/** Fast shutdown; what is left of it after ten seconds is ended at once. */
async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGINT')
  const timer = setTimeout(() => child.kill('SIGQUIT'), 10_000)
  await ended
  clearTimeout(timer)
}

/** PostgreSQL refuses to run as root; undefined means that we are not root. */
async function serverUser(): Promise<number | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const { code, output } = await run({ command: 'id', args: ['-u', 'postgres'], limit: minute })
  const nobody = 65_534
  return code === 0 ? Number(output) : nobody
}
