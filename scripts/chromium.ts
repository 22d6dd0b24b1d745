import { existsSync } from 'node:fs'
import path from 'node:path'
import { canInstall, installPackages } from './debian.ts'

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']
const elsewhere = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome']

export type Found = { path: string } | { missing: string }

/** Chromium's path: CHROME_PATH, an installed one, or Debian's package installed now; otherwise what brings it. */
export async function getChromium(announce: (line: string) => void): Promise<Found> {
  const named = process.env['CHROME_PATH']
  if (named) return existsSync(named) ? { path: named } : { missing: `CHROME_PATH names no file: ${named}` }
  const found = findChromium()
  if (found) return { path: found }
  const hint = 'install Chromium (Debian: apt-get install chromium) or set CHROME_PATH to a Chrome'
  if (!canInstall()) return { missing: hint }
  announce('Installing Chromium…')
  const fault = await installPackages(['chromium'])
  const installed = findChromium()
  return installed ? { path: installed } : { missing: `${hint}\n${fault ?? ''}`.trim() }
}

function findChromium(): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(path.delimiter), '/usr/bin', '/snap/bin']
  const candidates = names.flatMap((name) => folders.map((folder) => path.join(folder, name)))
  return [...candidates, ...elsewhere].find((file) => existsSync(file))
}
