// Before each file of unit tests: what fast-check makes up is the same in each run, and new in each of the long form,
// where it says with a failure how to repeat that.
import fc from 'fast-check'
import { isLong } from './long.ts'

fc.configureGlobal({ seed: isLong ? Date.now() : 20261121 })
