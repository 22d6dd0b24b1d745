import type { Server } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { App } from './context.ts'
import type { ApiServer } from './platform/http/api-server.ts'
import type { Listeners } from './platform/http/listeners.ts'
import type { ScheduledTasks } from './scheduled-tasks.ts'

/** Milliseconds for what is in flight at SIGTERM. */
const STOP_LIMIT_MS = 10_000
/**
 * Milliseconds in which the connections of a proxy stay open, each until its next answer: a request that is sent while
 * its connection is being closed is lost.
 */
const DRAIN_MS = 2000

/**
 * Milliseconds in which a proxy may open connections yet: by then it has heard from `/readyz` that it should not. One that
 * is opened as the sockets are closed is reset, and what was sent on it is lost.
 */
const LEAVE_MS = 1000

const atOnce = { leaveMs: 0, drainMs: 0 }

interface Running {
  app: App
  server: ApiServer
  listeners: Listeners
  tasks: ScheduledTasks
  metrics: Server | undefined
}

/**
 * Ends the process in order: on SIGTERM or SIGINT it soon accepts nothing more, finishes what is in flight, closes the
 * database and exits 0; after an error was not caught it does the same and exits 1.
 */
export function stopOnSignal(running: Running): void {
  const { config, log } = running.app
  let begun = false
  const stop = (exitCode: number, { leaveMs, drainMs } = atOnce) => {
    if (begun) return
    begun = true
    const late = () => {
      log.warn('not everything had ended in time')
      process.exit(exitCode)
    }
    setTimeout(late, STOP_LIMIT_MS).unref()
    endInOrder(running, { left: sleep(leaveMs), drained: sleep(drainMs) }).then(
      () => process.exit(exitCode),
      (error: unknown) => {
        log.fatal({ err: error }, 'the server could not end in order')
        process.exit(1)
      },
    )
  }
  const times = config.trustProxy.length > 0 ? { leaveMs: LEAVE_MS, drainMs: DRAIN_MS } : atOnce
  process.on('SIGTERM', () => stop(0, times))
  process.on('SIGINT', () => stop(0, times))
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'an error was not caught')
    stop(1)
  })
}

/** Accepts no connection from `left` on, and no request from `drained` on; resolves when all are answered and closed. */
export async function endInOrder(
  { app, server, listeners, tasks, metrics }: Running,
  { left, drained }: { left: Promise<unknown>; drained: Promise<unknown> },
): Promise<void> {
  app.beginStop()
  app.log.info('stopping')
  metrics?.close()
  const refusing = left.then(() => listeners.close())
  const closed = Promise.race([refusing, drained]).then(() => {
    listeners.endUnused()
    return server.close()
  })
  // Closing the application waits for the connections of its first socket only, `refusing` for all of them. No further job or
  // task starts while the last requests end.
  await Promise.all([closed, refusing, app.worker.stop(), tasks.stop()])
  await app.close()
  app.log.info('stopped')
}
