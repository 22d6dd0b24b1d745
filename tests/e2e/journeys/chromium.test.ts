import { engineJourneys, walkJourneys } from './journeys.ts'
import { launchPuppeteer } from './puppeteer.ts'

const executablePath = process.env['CHROME_SHELL_PATH']
const args = ['--no-sandbox']

walkJourneys(engineJourneys, executablePath ? () => launchPuppeteer({ executablePath, args }) : undefined)
