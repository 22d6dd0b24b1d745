// Before each file of e2e: without a Chromium its tests are skipped, as the global set-up has said.
import { beforeEach } from 'vitest'

beforeEach(({ skip }) => skip(process.env['CHROME_PATH'] === undefined, 'there is no Chromium'))
