// What the servers of one process of tests share, since making it takes longer than most tests.
import type { App, Parts } from '#server/context.ts'
import { type Build, createSite, readBuild, type Site, SITE_FOLDER } from '#server/features/pages/service.ts'
import { createLog } from '#server/platform/observability/log.ts'
import {
  CheckerUnavailable,
  createFileChecker,
  type FileChecker,
} from '#server/platform/uploads/file-checks/checker.ts'
import { createWorkerPool, type WorkerPool } from '#server/platform/worker-pool/worker-pool.ts'

const builds = new Map<string, Promise<Build>>()
let threads: WorkerPool | undefined
let checker: FileChecker | undefined

/** Returns the site over files that were read and compressed for an earlier server with the same content. */
export async function sharedSite(app: App, open: Parameters<typeof createSite>[1]): Promise<Site> {
  const { sandbox, gateway } = app
  const { agency, publicUrl, languages } = app.config
  const key = JSON.stringify([agency, publicUrl, languages, sandbox !== undefined, gateway.hosts])
  const build = builds.get(key) ?? readBuild(SITE_FOLDER, app.config)
  builds.set(key, build)
  return createSite(app, open, await build)
}

/** Threads that have loaded the code for making and signing; a closed server has none. */
function createThreads(): WorkerPool {
  let closed = false
  // Idle for as long as another file takes, since loading everything again takes a second.
  threads ??= createWorkerPool({ log: createLog('silent'), idleMs: 600_000 })
  const { run } = threads
  return {
    run: (task, input) => (closed ? Promise.resolve({ ok: false, fault: 'broke' }) : run(task, input)),
    async close() {
      closed = true
    },
  }
}

/** Processes that have loaded the code for reading files; a closed server has none. */
function createChecker(): FileChecker {
  let closed = false
  checker ??= createFileChecker(createLog('silent'))
  const { check, checkInTurn, ahead } = checker
  const unlessClosed = () => {
    if (closed) throw new CheckerUnavailable('the server is ending')
  }
  return {
    async check(bytes, kind) {
      unlessClosed()
      return check(bytes, kind)
    },
    async checkInTurn(file, keep) {
      unlessClosed()
      return checkInTurn(file, keep)
    },
    ahead,
    close() {
      closed = true
    },
  }
}

export const sharedParts: Omit<Parts, 'clock'> = { createThreads, createChecker }
