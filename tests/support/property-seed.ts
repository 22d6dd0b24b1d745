// Before each file of unit tests: what fast-check makes up is the same in each run of `npm test`. After each test what was
// faked is real again, since files share a process.
import fc from 'fast-check'
import { afterEach, vi } from 'vitest'
import { seed } from './rounds.ts'

fc.configureGlobal({ seed })

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})
