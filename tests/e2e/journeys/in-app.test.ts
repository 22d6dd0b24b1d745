import { inAppJourneys, walkJourneys } from './journeys.ts'
import { launchPuppeteer } from './puppeteer.ts'

const executablePath = process.env['CHROME_SHELL_PATH']
const profile = { executablePath, args: ['--no-sandbox'], before: takeAway }

walkJourneys(inAppJourneys, executablePath ? () => launchPuppeteer(profile) : undefined)

/** Runs in the page: what the browsers inside other apps may lack. */
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
