import { launchFirefox } from './puppeteer.ts'
import { inFirefox, walkJourneys } from './journeys.ts'

walkJourneys([inFirefox], launchFirefox)
