import path from 'node:path'
import browserslist from 'browserslist'

const root = path.resolve(import.meta.dirname, '../..')

/** The engine of each browser whose versions are those of its engine. */
const engines: Record<string, string> = {
  chrome: 'chrome',
  safari: 'safari',
  ios_saf: 'safari',
  firefox: 'firefox',
}
/** Samsung Internet 22 contains Chromium 111. */
const samsungEngine = { 22: 111 } as Record<number, number>

/** Returns the oldest version of each engine in `.browserslistrc`. */
export function oldestBrowsers(): Record<string, number> {
  const oldest: Record<string, number> = {}
  for (const line of browserslist(undefined, { path: root })) {
    const [name = '', version = ''] = line.split(' ')
    const engine = name === 'samsung' ? 'chrome' : engines[name]
    const number = name === 'samsung' ? samsungEngine[parseFloat(version)] : parseFloat(version)
    if (engine === undefined || number === undefined) continue
    oldest[engine] = Math.min(oldest[engine] ?? Infinity, number)
  }
  return oldest
}

/** Returns these versions in the format of esbuild and Vite. */
export function buildTargets(): string[] {
  return Object.entries(oldestBrowsers()).map(([name, version]) => name + version)
}
