// What the servers of one process of tests share, since it takes more time to be made than most tests take.
import type { App, Parts } from '#server/context.ts'
import { createSiteCache, type SiteCache } from '#server/features/pages/service.ts'
import { yearInIndia } from '#server/platform/clock.ts'
import { createLog } from '#server/platform/observability/log.ts'
import {
  CheckerUnavailable,
  createFileChecker,
  type FileChecker,
} from '#server/platform/uploads/file-checks/checker.ts'
import { createWorkerPool, type WorkerPool } from '#server/platform/worker-pool/worker-pool.ts'

const sites = new Map<string, Promise<SiteCache>>()
let threads: WorkerPool | undefined
let checker: FileChecker | undefined

/** The pages of the first server that shows the same, which are not made anew. */
export async function sharedSite(app: App): Promise<SiteCache> {
  const { sandbox, gateway, clock } = app
  const { agency, publicUrl, languages } = app.config
  const facts = [agency, publicUrl, languages, sandbox !== undefined, gateway.hosts, yearInIndia(clock)]
  const key = JSON.stringify(facts)
  const made = sites.get(key) ?? createSiteCache(app)
  sites.set(key, made)
  const site = await made
  site.close()
  // Several servers show these pages, each with vacancies of its own.
  return { ...site, follow: () => undefined }
}

/** Threads that have loaded what draws and signs; a server that was closed has none. */
function createThreads(): WorkerPool {
  let closed = false
  // Idle as long as another file takes; to load all again takes a second.
  threads ??= createWorkerPool({ log: createLog('silent'), idleMs: 600_000 })
  const { run } = threads
  return {
    run: (task, input) => (closed ? Promise.resolve({ ok: false, fault: 'broke' }) : run(task, input)),
    async close() {
      closed = true
    },
  }
}

/** Processes that have loaded what reads files; a server that was closed has none. */
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
