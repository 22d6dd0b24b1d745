import { join } from 'node:path'
import type { Config } from '#server/config/config.ts'
import { loadSite, type Site } from '#server/features/pages/service.ts'
import { type Clock, yearInIndia } from '#server/platform/clock.ts'
import { commonHeaders, type ForeignHosts } from '#server/platform/http/security-headers.ts'
import type { Effort } from '#server/platform/http/content-encoding.ts'
import type { Log } from '#server/platform/observability/log.ts'

/** Where the site's build lies, beside the sources. */
const SITE_FOLDER = join(import.meta.dirname, '../../dist')
/** How often the year in the footer is checked. */
const YEAR_CHECK_MS = 60 * 60 * 1000
/** From when on the pages are the smallest they can be: making them so at once would keep the start waiting. */
const BEST_AFTER_MS = 60 * 1000

interface SiteParts {
  sandbox: boolean
  gateway: { hosts: ForeignHosts }
  clock: Clock
  log: Log
}

/** The site in memory, read again when a year begins in India, since its pages name the year. */
export async function createStaticSiteCache(
  config: Config,
  { sandbox, gateway, clock, log }: SiteParts,
): Promise<{ current(): Site; close(): void }> {
  const load = (year: string, effort: Effort) =>
    loadSite({
      folder: SITE_FOLDER,
      agency: config.agency,
      pageData: { publicUrl: config.publicUrl, year, sandbox, languages: config.languages },
      headers: commonHeaders(config),
      gatewayHosts: gateway.hosts,
      effort,
    })
  let year = yearInIndia(clock)
  let site = await load(year, 'quick')

  async function renew(): Promise<void> {
    const begun = yearInIndia(clock)
    try {
      site = await load(begun, 'best')
      year = begun
    } catch (error) {
      log.error({ err: error }, 'the site could not be read again')
    }
  }
  const best = setTimeout(() => void renew(), BEST_AFTER_MS).unref()
  const hourly = setInterval(() => void (yearInIndia(clock) === year || renew()), YEAR_CHECK_MS).unref()
  return {
    current: () => site,
    close() {
      clearTimeout(best)
      clearInterval(hourly)
    },
  }
}
