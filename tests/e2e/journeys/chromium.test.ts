import { isLong } from '#tests/support/long.ts'
import { engineJourneys, inAppJourneys, walkJourneys } from './journeys.ts'
import { launchPuppeteer } from './puppeteer.ts'

const executablePath = process.env['CHROME_SHELL_PATH']
const profile = { executablePath, args: ['--no-sandbox'] }

walkJourneys(engineJourneys, executablePath ? () => launchPuppeteer(profile) : undefined)

if (isLong) {
  const inApp = { ...profile, before: takeAway }
  walkJourneys(inAppJourneys, executablePath ? () => launchPuppeteer(inApp) : undefined, 'inside another app')
}

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
