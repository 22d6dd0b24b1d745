import { existsSync } from 'node:fs'
import path from 'node:path'
import { canInstall, installPackages } from './debian.ts'

/** Chromium without its windows: the same pages for half the processor time. */
const shell = 'chromium-headless-shell'
const names = [shell, 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']
const elsewhere = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome']

export type Found = { path: string } | { missing: string }

/** Chromium's path: CHROME_PATH, Debian's package installed now if need be, or another; otherwise what brings it. */
export async function getChromium(announce: (line: string) => void): Promise<Found> {
  const named = process.env['CHROME_PATH']
  if (named) return existsSync(named) ? { path: named } : { missing: `CHROME_PATH names no file: ${named}` }
  const fault = await installShell(announce)
  const found = findChromium()
  const hint = 'install Chromium (Debian: apt-get install chromium) or set CHROME_PATH to a Chrome'
  return found ? { path: found } : { missing: `${hint}\n${fault ?? ''}`.trim() }
}

/** Answers what went wrong; where nothing can be installed, any Chrome there is will do. */
async function installShell(announce: (line: string) => void): Promise<string | undefined> {
  if (findIn([shell]) || !canInstall()) return undefined
  announce('Installing Chromium…')
  return installPackages([shell])
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
