// Before each file of unit tests: what fast-check makes up is the same in each run of `npm test`.
import fc from 'fast-check'
import { seed } from './rounds.ts'

fc.configureGlobal({ seed })
