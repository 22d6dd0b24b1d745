import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { languageCodes } from '#contract/messages/languages.ts'
import { buildApp } from '#server/app.ts'
import { loadConfig, type Source } from '#server/config/config.ts'
import { openApp } from '#server/context.ts'
import { listen } from '#server/platform/http/connections.ts'
import { type Clock, systemClock } from '#server/platform/clock.ts'
import { createScheduledTasks } from '#server/scheduled-tasks.ts'
import { createLog } from '#server/platform/observability/log.ts'
import { type Engine, makePlace, type Place } from './place.ts'
import { sharedParts, sharedSite } from './shared-parts.ts'

/** The built site, which every server needs. */
export const builtSite = join(import.meta.dirname, '..', '..', 'dist')

/** A clock that stands still until it is moved. */
export interface MovingClock extends Clock {
  advance(ms: number): void
}

export function movingClock(start = Date.parse('2026-11-20T06:30:00Z')): MovingClock {
  let time = start
  return {
    now: () => time,
    advance(ms) {
      time += ms
    },
  }
}

export type TestServer = Awaited<ReturnType<typeof startServer>>

/** All languages; a start fills and compresses the pages of each, which takes most of its time. */
export const everyLanguage = { LANGUAGES: languageCodes.join() }

interface Options {
  engine?: Engine
  settings?: Source
  clock?: Clock
  /** A place that outlives this server; without one it gets its own, which is deleted with it. */
  place?: Place
  /** Whether to shed a call; never unless given, since tests share their machine. */
  overloaded?: () => boolean
}

/** Milliseconds between two checks for connections to close at the end. */
const CUT_MS = 5

/** Listens on a free port with everything real: settings, database, mail adapter, pages. */
export async function startServer(options: Options = {}) {
  if (!existsSync(join(builtSite, 'index.html')))
    throw new Error('No site is built: run `npm run build` first')
  const place = options.place ?? (await makePlace(options.engine ?? 'sqlite', { hasTables: true }))
  const answer = loadConfig({
    HOST: '127.0.0.1',
    PORT: '0',
    RATE_LIMIT_SCALE: '1000',
    // A clock moved by days would send one in the middle of a test.
    DIGEST_AT: 'none',
    LANGUAGES: 'en',
    ...place.settings,
    ...options.settings,
  })
  if (!answer.ok) throw new Error(answer.faults.join('\n'))
  const lines: string[] = []
  const log = createLog('info', { write: (line) => lines.push(line) })
  const { clock = systemClock } = options
  const opened = await openApp(answer.config, log, { ...sharedParts, clock })
  const app = await buildApp(opened, {
    createSite: sharedSite,
    overloaded: options.overloaded ?? (() => false),
  })
  /** The server's parts, with those that only some tests read. */
  const deps = { ...opened, scheduledTasks: createScheduledTasks(opened) }
  const listening = await listen(app, { host: '127.0.0.1', port: answer.config.port })
  const end = async () => {
    // A connection at the last moment is accepted, and would stay idle for seconds.
    const cutting = setInterval(() => app.server.closeAllConnections(), CUT_MS)
    await listening.refuse().finally(() => clearInterval(cutting))
    await app.close()
    await deps.close()
    if (!options.place) await place.remove()
  }
  let ended: Promise<void> | undefined
  const stop = () => (ended ??= end())
  return {
    /** Its origin, without a slash at the end. */
    url: `http://127.0.0.1:${listening.port}`,
    ...{ app, listening, deps, place },
    /** Everything logged so far. */
    log: () => lines.join(''),
    /**
     * Runs jobs until none is due; neither the worker nor the scheduled tasks run by themselves here. Without
     * `documents`, which take most of the time, no agreement is made.
     */
    async workOff({ documents } = { documents: true }) {
      if (!documents) await deps.db.deleteFrom('jobs').where('kind', '=', 'agreements.draw-form').execute()
      while ((await deps.worker.round()) > 0);
    },
    stop,
    [Symbol.asyncDispose]: stop,
  }
}
