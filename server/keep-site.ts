import { join } from 'node:path'
import type { Config } from './config.ts'
import { loadSite } from './features/pages/service.ts'
import type { Site } from './features/pages/service.ts'
import { yearInIndia } from './lib/clock.ts'
import type { Clock } from './lib/clock.ts'
import type { ForeignHosts } from './lib/headers.ts'
import type { Log } from './lib/log.ts'

/** Where the site's build lies, beside the sources. */
const SITE_FOLDER = join(import.meta.dirname, '..', 'dist')
/** How often the year in the footer is looked at. */
const YEAR_CHECK_MS = 60 * 60 * 1000

interface SiteParts {
  sandbox: boolean
  gateway: { hosts: ForeignHosts }
  clock: Clock
  log: Log
}

/** The site in memory, read again when a year begins in India, since its pages name the year. */
export async function keepSite(
  config: Config,
  { sandbox, gateway, clock, log }: SiteParts,
): Promise<{ current(): Site; close(): void }> {
  const load = (year: string) =>
    loadSite({
      folder: SITE_FOLDER,
      agency: config.agency,
      facts: { publicUrl: config.publicUrl, year, sandbox },
      gatewayHosts: gateway.hosts,
    })
  let year = yearInIndia(clock)
  let site = await load(year)
  const timer = setInterval(() => {
    if (yearInIndia(clock) === year) return
    const begun = yearInIndia(clock)
    load(begun).then(
      (fresh) => {
        site = fresh
        year = begun
      },
      (error: unknown) => log.error({ err: error }, 'the site could not be read again'),
    )
  }, YEAR_CHECK_MS)
  timer.unref()
  return { current: () => site, close: () => clearInterval(timer) }
}
