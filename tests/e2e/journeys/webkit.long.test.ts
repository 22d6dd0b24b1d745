import { bothWidths, mainJourneys, otherJourneys, walkJourneys } from './journeys.ts'
import { launchWebKit } from './webkit.ts'

walkJourneys([...mainJourneys, ...otherJourneys], launchWebKit, bothWidths)
