import { launchFirefox } from './puppeteer.ts'
import { mainJourneys, walkJourneys } from './journeys.ts'

walkJourneys(mainJourneys, launchFirefox)
