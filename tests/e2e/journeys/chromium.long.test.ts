import { inAppJourneys, walkJourneys } from './journeys.ts'
import { launchPuppeteer } from './puppeteer.ts'

// The tests of e2e use the other ways in Chromium.
const executablePath = process.env['CHROME_SHELL_PATH'] ?? process.env['CHROME_PATH']
const profile = executablePath ? { executablePath, args: ['--no-sandbox'] } : undefined

walkJourneys(inAppJourneys, profile && (() => launchPuppeteer({ ...profile, before: takeAway })))

/** Runs in the page: removes what browsers inside other apps may lack. */
function takeAway(): void {
  window.open = () => null
  for (const name of ['localStorage', 'sessionStorage', 'indexedDB']) {
    Object.defineProperty(window, name, {
      get() {
        throw new DOMException('Storage is refused', 'SecurityError')
      },
    })
  }
}
