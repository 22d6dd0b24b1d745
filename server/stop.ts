import type { Server } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Deps } from './deps.ts'
import type { ApiServer } from './lib/api-server.ts'
import type { Log } from './lib/log.ts'

/** Milliseconds for what is in flight at SIGTERM (contract section 1). */
const STOP_LIMIT_MS = 10_000
/**
 * Milliseconds in which a proxy's requests are still taken, each answer ending its line: what is sent on a line that
 * is being closed is lost. Within it the proxy has used every line it keeps, or has seen /readyz say 503.
 */
const DRAIN_MS = 2000

interface Running {
  /** Whether requests come through a proxy, which keeps its lines open. */
  behindProxy: boolean
  app: ApiServer
  deps: Deps
  metrics: Server | undefined
  log: Log
}

/**
 * Ends the process in order: on SIGTERM or SIGINT it accepts nothing more, behind a proxy after a moment, finishes what
 * is in flight, closes the database and exits 0; after an error nobody caught it does so at once and exits 1.
 */
export function stopOnSignal(running: Running): void {
  let begun = false
  const stop = (exitCode: number, drainMs: number) => {
    if (begun) return
    begun = true
    setTimeout(() => process.exit(exitCode), STOP_LIMIT_MS).unref()
    endInOrder(running, sleep(drainMs)).then(
      () => process.exit(exitCode),
      () => process.exit(1),
    )
  }
  const drainMs = running.behindProxy ? DRAIN_MS : 0
  process.on('SIGTERM', () => stop(0, drainMs))
  process.on('SIGINT', () => stop(0, drainMs))
  process.on('uncaughtException', (error) => {
    running.log.fatal({ err: error }, 'an error nobody caught')
    stop(1, 0)
  })
}

/** Takes requests until `drained`, then none; resolves when the last is answered and everything is closed. */
export async function endInOrder(
  { app, deps, metrics, log }: Omit<Running, 'behindProxy'>,
  drained: Promise<unknown>,
): Promise<void> {
  deps.beginStop()
  log.info('stopping')
  metrics?.close()
  // No job is begun any more while the last requests end.
  await Promise.all([drained.then(() => app.close()), deps.worker.stop()])
  await deps.close()
  log.info('stopped')
}
