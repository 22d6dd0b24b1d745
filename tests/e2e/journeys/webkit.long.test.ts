import { bothWidths, journeys, walkJourneys } from './journeys.ts'
import { launchWebKit } from './webkit.ts'

walkJourneys(journeys, launchWebKit, bothWidths)
