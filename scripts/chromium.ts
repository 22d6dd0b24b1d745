import { existsSync } from 'node:fs'
import path from 'node:path'
import { canInstall, installPackages } from './debian.ts'

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']
/** Chromium without its windows: the same pages for half the processor time. */
const shellName = 'chromium-headless-shell'
const elsewhere = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome']

/** `shell` is where its form without windows lies, if it is there too. */
export type Found = { path: string; shell: string | undefined } | { missing: string }

/** Chromium's path: CHROME_PATH, an installed one, or Debian's packages installed now; otherwise what brings it. */
export async function getChromium(announce: (line: string) => void): Promise<Found> {
  const named = process.env['CHROME_PATH']
  if (named) {
    if (existsSync(named)) return { path: named, shell: undefined }
    return { missing: `CHROME_PATH names no file: ${named}` }
  }
  const fault = await installMissing(announce)
  const found = findChromium()
  if (found) return { path: found, shell: findIn([shellName]) }
  const hint = 'install Chromium (Debian: apt-get install chromium) or set CHROME_PATH to a Chrome'
  return { missing: `${hint}\n${fault ?? ''}`.trim() }
}

/** Answers what went wrong; where nothing can be installed, any Chrome there is will do. */
async function installMissing(announce: (line: string) => void): Promise<string | undefined> {
  const missing = [...(findChromium() ? [] : ['chromium']), ...(findIn([shellName]) ? [] : [shellName])]
  if (missing.length === 0 || !canInstall()) return undefined
  announce('Installing Chromium…')
  return installPackages(missing)
}

function findChromium(): string | undefined {
  return findIn(names) ?? elsewhere.find((file) => existsSync(file))
}

function findIn(wanted: string[]): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(path.delimiter), '/usr/bin', '/snap/bin']
  return wanted
    .flatMap((name) => folders.map((folder) => path.join(folder, name)))
    .find((file) => existsSync(file))
}
