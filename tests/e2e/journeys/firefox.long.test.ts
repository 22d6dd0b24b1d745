import { launchFirefox } from './puppeteer.ts'
import { bothWidths, journeys, walkJourneys } from './journeys.ts'

walkJourneys(journeys, launchFirefox, bothWidths)
