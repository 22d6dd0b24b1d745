import { engineJourneys, walkJourneys } from './journeys.ts'
import { launchPuppeteer } from './puppeteer.ts'

const executablePath = process.env['TEST_FIREFOX']

walkJourneys(
  engineJourneys,
  executablePath ? () => launchPuppeteer({ browser: 'firefox', executablePath }) : undefined,
)
