import { engineJourneys, walkJourneys } from './journeys.ts'
import { launchWebKit } from './webkit.ts'

const driver = process.env['TEST_WEBKIT_DRIVER']

walkJourneys(engineJourneys, driver ? () => launchWebKit(driver) : undefined)
