import path from 'node:path'
import browserslist from 'browserslist'

const root = path.resolve(import.meta.dirname, '../..')

/** Browsers of the list that are another's engine under another name, by number of that one. */
const engines: Record<string, string> = {
  chrome: 'chrome',
  safari: 'safari',
  ios_saf: 'safari',
  firefox: 'firefox',
}
/** Samsung Internet 22 is Chromium 111 within. */
const samsungEngine = { 22: 111 } as Record<number, number>

/** The oldest version of each engine that `.browserslistrc` asks for. */
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

/** The same as esbuild and Vite name them. */
export function buildTargets(): string[] {
  return Object.entries(oldestBrowsers()).map(([name, version]) => name + version)
}
