import type { ChildProcess } from 'node:child_process'
import { connect } from 'node:net'
import { freePort } from '#scripts/free-port.ts'
import { startServer, stopServer, untilListening } from '#scripts/server-process.ts'
import { environment } from '#server/config/config.ts'

/** Where a Redis is that can be started; without one its tests are left out. */
const program = environment()['TEST_REDIS_SERVER']

export const hasRedis = program !== undefined

/** A Redis of its own that keeps nothing on disk, and can be frozen and ended. */
export interface TestRedis {
  url: string
  /** Sends one command, such as `FLUSHALL`; answers with what came over the wire. */
  say(command: string): Promise<string>
  freeze(): void
  thaw(): void
  end(): Promise<void>
  /** Starts it again where it was, empty. */
  start(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/** Starts one on a port of this machine; `words` are more of redis-server's. */
export async function startRedis(...words: string[]): Promise<TestRedis> {
  const port = await freePort()
  let child = await run(port, words)
  const end = () => stopServer(child, 'SIGKILL')
  return {
    url: `redis://127.0.0.1:${port}`,
    say: (command) => say(port, command),
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    end,
    async start() {
      child = await run(port, words)
    },
    [Symbol.asyncDispose]: end,
  }
}

/** One that takes connections; rejects where it ended instead. */
async function run(port: number, words: readonly string[]): Promise<ChildProcess> {
  const own = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', ...words]
  const log = '/dev/null'
  const child = startServer({ command: program ?? '', args: own, log })
  await untilListening({ child, log }, port, 30_000)
  return child
}

async function say(port: number, command: string): Promise<string> {
  const socket = connect(port, '127.0.0.1').setEncoding('utf8')
  socket.write(`${command}\r\nQUIT\r\n`)
  let heard = ''
  for await (const piece of socket) heard += String(piece)
  return heard
}
