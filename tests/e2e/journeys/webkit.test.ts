import { mainJourneys, walkJourneys } from './journeys.ts'
import { launchWebKit } from './webkit.ts'

walkJourneys(mainJourneys, launchWebKit)
