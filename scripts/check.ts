// `npm run check` runs every check; words after it choose those whose name begins so: `npm run check types lint`.
import { checks } from './checks.ts'
import { endAll } from './run.ts'
import { runSteps } from './step.ts'

process.once('SIGINT', endAll)
process.once('SIGTERM', endAll)

const words = process.argv.slice(2)
const wanted = checks.filter(({ name }) => words.length === 0 || words.some((word) => name.startsWith(word)))
const failed = await runSteps(wanted)
process.stdout.write(`${wanted.length - failed} passed, ${failed} failed\n`)
process.exitCode = failed === 0 && wanted.length > 0 ? 0 : 1
