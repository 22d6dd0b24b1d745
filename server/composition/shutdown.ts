import type { Server } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Deps } from './deps.ts'
import type { Listeners } from '#server/platform/http/listeners.ts'
import type { ApiServer } from '#server/platform/http/api-server.ts'
import type { Log } from '#server/platform/observability/log.ts'

/** Milliseconds for what is in flight at SIGTERM. */
const STOP_LIMIT_MS = 10_000
/**
 * Milliseconds in which the connections of a proxy stay open, each until its next answer: a request that is sent while
 * its connection is being closed is lost.
 */
const DRAIN_MS = 2000

interface Running {
  /** Whether requests come through a proxy, which keeps its connections open. */
  behindProxy: boolean
  app: ApiServer
  listeners: Listeners
  deps: Deps
  metrics: Server | undefined
  log: Log
}

/**
 * Ends the process in order: on SIGTERM or SIGINT it accepts nothing more, finishes what is in flight, closes the
 * database and exits 0; after an error was not caught it does the same and exits 1.
 */
export function stopOnSignal(running: Running): void {
  let begun = false
  const stop = (exitCode: number, drainMs: number) => {
    if (begun) return
    begun = true
    const late = () => {
      running.log.warn('not everything had ended in time')
      process.exit(exitCode)
    }
    setTimeout(late, STOP_LIMIT_MS).unref()
    endInOrder(running, sleep(drainMs)).then(
      () => process.exit(exitCode),
      (error: unknown) => {
        running.log.fatal({ err: error }, 'the server could not end in order')
        process.exit(1)
      },
    )
  }
  const drainMs = running.behindProxy ? DRAIN_MS : 0
  process.on('SIGTERM', () => stop(0, drainMs))
  process.on('SIGINT', () => stop(0, drainMs))
  process.on('uncaughtException', (error) => {
    running.log.fatal({ err: error }, 'an error was not caught')
    stop(1, 0)
  })
}

/** Accepts no connection from now on, and no request from `drained` on; resolves when all are answered and closed. */
export async function endInOrder(
  { app, listeners, deps, metrics, log }: Omit<Running, 'behindProxy'>,
  drained: Promise<unknown>,
): Promise<void> {
  deps.beginStop()
  log.info('stopping')
  metrics?.close()
  const left = listeners.close()
  const closed = Promise.race([left, drained]).then(() => {
    listeners.endUnused()
    return app.close()
  })
  // The closing of the application waits for the connections of its first socket alone, `left` for all. No job and no
  // task is begun any more while the last requests end.
  await Promise.all([closed, left, deps.worker.stop(), deps.scheduledTasks.stop()])
  await deps.close()
  log.info('stopped')
}
