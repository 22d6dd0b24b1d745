// Before each file of unit tests: makes fast-check's values the same in each run of `npm test`. After each test:
// restores what was faked, since files share a process.
import fc from 'fast-check'
import { afterEach, vi } from 'vitest'
import { seed } from './rounds.ts'

fc.configureGlobal({ seed })

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})
