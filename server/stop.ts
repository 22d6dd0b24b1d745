import type { Server } from 'node:http'
import type { Deps } from './deps.ts'
import type { ApiServer } from './lib/api-server.ts'
import type { Log } from './lib/log.ts'

/** Milliseconds for what is in flight at SIGTERM (contract section 1). */
const STOP_LIMIT_MS = 10_000

interface Running {
  app: ApiServer
  deps: Deps
  metrics: Server | undefined
  log: Log
}

/**
 * Ends the process in order: on SIGTERM or SIGINT it accepts nothing more, finishes what is in flight, closes the
 * database and exits 0; after an error nobody caught it does the same and exits 1.
 */
export function stopOnSignal(running: Running): void {
  let begun = false
  const stop = (exitCode: number) => {
    if (begun) return
    begun = true
    setTimeout(() => process.exit(exitCode), STOP_LIMIT_MS).unref()
    close(running).then(
      () => process.exit(exitCode),
      () => process.exit(1),
    )
  }
  process.on('SIGTERM', () => stop(0))
  process.on('SIGINT', () => stop(0))
  process.on('uncaughtException', (error) => {
    running.log.fatal({ err: error }, 'an error nobody caught')
    stop(1)
  })
}

async function close({ app, deps, metrics, log }: Running): Promise<void> {
  deps.beginStop()
  log.info('stopping')
  metrics?.close()
  // No job is begun any more while the last requests end.
  await Promise.all([app.close(), deps.worker.stop()])
  await deps.close()
  log.info('stopped')
}
