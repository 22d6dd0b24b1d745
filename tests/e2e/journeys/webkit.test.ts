import { inWebKit, walkJourneys } from './journeys.ts'
import { launchWebKit } from './webkit.ts'

walkJourneys([inWebKit], launchWebKit)
