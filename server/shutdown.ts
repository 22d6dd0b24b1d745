import type { Server } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { App } from './context.ts'
import type { ApiServer } from './platform/http/api-server.ts'
import type { Listening } from './platform/http/connections.ts'
import type { ScheduledTasks } from './scheduled-tasks.ts'

/** Milliseconds for what is in flight at SIGTERM. */
const STOP_LIMIT_MS = 10_000
/**
 * Milliseconds during which a proxy may still open connections; by then `/readyz` has told it not to. A connection
 * opened while the socket is closed is reset, and what was sent on it is lost.
 */
const LEAVE_MS = 1000
/**
 * Milliseconds during which the connections of a proxy stay open, each until its next answer; a request sent while
 * its connection is being closed is lost.
 */
const DRAIN_MS = 2000

interface Running {
  app: App
  server: ApiServer
  listening: Listening
  tasks: ScheduledTasks
  metrics: Server | undefined
}

/**
 * Ends the process in order: on SIGTERM or SIGINT it soon accepts nothing more, completes what is in flight, closes
 * the database and exits 0; after an uncaught error it does the same and exits 1. A second signal changes nothing,
 * since npm passes on the one that a terminal sent to both.
 */
export function stopOnSignal(running: Running): void {
  const { config, log } = running.app
  let begun = false
  const stop = (exitCode: number, isBehindProxy: boolean) => {
    if (begun) return
    begun = true
    const late = () => {
      log.warn('not everything had ended in time')
      process.exit(exitCode)
    }
    setTimeout(late, STOP_LIMIT_MS).unref()
    const [left, drained] = isBehindProxy ? [sleep(LEAVE_MS), sleep(DRAIN_MS)] : []
    endInOrder(running, { left, drained }).then(
      () => process.exit(exitCode),
      (error: unknown) => {
        log.fatal({ err: error }, 'the server could not end in order')
        process.exit(1)
      },
    )
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => stop(0, config.trustProxy.length > 0))
  }
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'an error was not caught')
    stop(1, false)
  })
}

/** Accepts no connection from `left` on, and no request from `drained` on; resolves when all are answered and closed. */
export async function endInOrder(
  { app, server, listening, tasks, metrics }: Running,
  { left, drained }: { left?: Promise<unknown> | undefined; drained?: Promise<unknown> | undefined },
): Promise<void> {
  app.beginStop()
  app.log.info('stopping')
  metrics?.close()
  // No further job or task starts while the last requests end.
  const worked = Promise.all([app.worker.stop(), tasks.stop()])
  await left
  await Promise.race([listening.refuse(), drained ?? Promise.resolve()])
  listening.endUnused()
  await Promise.all([server.close(), worked])
  await app.close()
  app.log.info('stopped')
}
