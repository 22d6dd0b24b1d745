import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { getChromium } from '#scripts/test-tools.ts'
import { launch, stop } from './child.ts'
import { progress } from './report.ts'

export interface Browser {
  /** Of the DevTools protocol, and its address for the browser as a whole. */
  port: number
  socketUrl: string
  stop(): Promise<void>
}

// As Lighthouse's own launcher starts it: nothing of its own in the background, everything a page may use left on.
const quiet = [
  '--headless=new',
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-extensions',
  '--disable-sync',
  '--disable-client-side-phishing-detection',
  '--mute-audio',
  '--password-store=basic',
  '--use-mock-keychain',
  '--window-size=1280,800',
]

/** Starts Chromium with a new profile in `folder`; rejects with what to install when there is none. */
export async function startBrowser(folder: string): Promise<Browser> {
  const found = await getChromium(progress)
  if ('missing' in found) throw new Error(found.missing)
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const args = [...quiet, ...asRoot, '--remote-debugging-port=0', `--user-data-dir=${folder}`, 'about:blank']
  const child = launch({ command: found.path, args })
  const file = join(folder, 'DevToolsActivePort')
  for (let tries = 0; tries < 300 && !existsSync(file); tries += 1) await sleep(100)
  const [port = '', path = ''] = readFileSync(file, 'utf8').split('\n')
  const socketUrl = `ws://127.0.0.1:${port}${path}`
  return { port: Number(port), socketUrl, stop: () => stop(child) }
}
