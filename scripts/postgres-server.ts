import { type ChildProcess, execFile, execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePort } from './free-port.ts'
import { hasEnded, startServer, stopServer, type TestService } from './server-process.ts'

const minute = 60_000

const programs = ['initdb', 'postgres', 'pg_isready']

/** Returns the folder with PostgreSQL's programs, preferring Debian's newest version. */
export function findPostgres(): string | undefined {
  const byNumber = new Intl.Collator('en', { numeric: true })
  const debian = globSync('/usr/lib/postgresql/*/bin').toSorted((one, other) => byNumber.compare(other, one))
  const folders = [...debian, ...(process.env['PATH'] ?? '').split(path.delimiter)]
  return folders.find((folder) => programs.every((name) => existsSync(path.join(folder, name))))
}

/** Starts a server and returns the address of its superuser, with which tests create databases. */
export async function startTestPostgres(): Promise<TestService> {
  const server = await makePostgresServer({ synced: false })
  await server.start().catch((error: unknown) => server.remove().then(() => Promise.reject(error)))
  return { env: { TEST_DATABASE_URL: server.url }, stop: server.remove }
}

/** A PostgreSQL server in a temporary folder, always on the same local port. */
export interface PostgresServer {
  /** The address of the superuser. */
  url: string
  /** The main process; undefined while the server is stopped. */
  pid(): number | undefined
  /** Resolves once the server accepts queries. */
  start(): Promise<void>
  /** Stops the server: SIGINT is a fast shutdown, SIGQUIT an immediate one, SIGKILL a crash. */
  end(signal: 'SIGINT' | 'SIGQUIT' | 'SIGKILL'): Promise<void>
  /** Stops the server and deletes its folder. */
  remove(): Promise<void>
}

/**
 * Creates a server without starting it. Without `synced`, writes survive a crash of the server but not of the machine,
 * and creating or dropping a database takes a tenth of the time.
 */
export async function makePostgresServer({ synced = true } = {}): Promise<PostgresServer> {
  const binaries = findPostgres()
  if (!binaries) throw new Error('PostgreSQL is not installed')
  const home = mkdtempSync(path.join(os.tmpdir(), 'test-postgres-'))
  const [data, passwordFile] = [path.join(home, 'data'), path.join(home, 'password')]
  const removeHome = () => rmSync(home, { recursive: true, force: true })
  const password = randomBytes(16).toString('hex')
  const account = findAccount()
  try {
    if (account) chownSync(home, account.uid, account.gid)
    writeFileSync(passwordFile, password, { mode: 0o644 })
    const options = ['--username=postgres', '--auth=scram-sha-256', '--encoding=UTF8', '--locale=C']
    const args = [...options, '--no-sync', `--pwfile=${passwordFile}`, '-D', data]
    execFileSync(path.join(binaries, 'initdb'), args, { cwd: '/', stdio: 'pipe', ...account })
  } catch (error) {
    removeHome()
    throw error
  }
  const port = await freePort()
  const settings = [
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    'unix_socket_directories=',
    'max_connections=300',
    ...(synced ? [] : ['fsync=off', 'full_page_writes=off']),
  ]
  const spawnServer = () =>
    startServer({
      command: path.join(binaries, 'postgres'),
      args: ['-D', data, ...settings.flatMap((setting) => ['-c', setting])],
      account,
      log: '/dev/null',
    })
  const answers = () =>
    promisify(execFile)(path.join(binaries, 'pg_isready'), ['-h', '127.0.0.1', '-p', String(port)]).then(
      () => true,
      () => false,
    )
  let child: ChildProcess | undefined
  const end = async (signal: NodeJS.Signals) => {
    if (child) await stopServer(child, signal)
    child = undefined
  }
  return {
    url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
    pid: () => child?.pid,
    async start() {
      child = spawnServer()
      for (const deadline = Date.now() + minute; !(await answers()); await sleep(50)) {
        // After a crash, remaining processes hold shared memory for a moment, which prevents a start.
        if (hasEnded(child)) child = spawnServer()
        if (Date.now() < deadline) continue
        await end('SIGINT')
        throw new Error('PostgreSQL did not answer within a minute')
      }
    },
    end,
    remove: () => end('SIGINT').finally(removeHome),
  }
}

/** Returns an account for PostgreSQL, which refuses to run as root: Debian's own or nobody. */
function findAccount(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const accounts = readFileSync('/etc/passwd', 'utf8')
  const [, uid, gid] =
    /^postgres:[^:]*:(\d+):(\d+)/m.exec(accounts) ?? /^nobody:[^:]*:(\d+):(\d+)/m.exec(accounts) ?? []
  if (uid === undefined) throw new Error('there is no account to run PostgreSQL as')
  return { uid: Number(uid), gid: Number(gid) }
}
