import { launchFirefox } from './puppeteer.ts'
import { bothWidths, mainJourneys, otherJourneys, walkJourneys } from './journeys.ts'

walkJourneys([...mainJourneys, ...otherJourneys], launchFirefox, bothWidths)
