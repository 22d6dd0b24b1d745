// Before each file of e2e: skips its tests without a Chromium, as the global set-up has reported.
import { beforeEach } from 'vitest'

beforeEach(({ skip }) => skip(process.env['CHROME_PATH'] === undefined, 'there is no Chromium'))
