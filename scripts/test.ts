// `npm test` runs the checks, builds the site and runs all tests except the long ones, which `--long` adds. Other
// arguments (`npm test -- enquiries --project unit`) go to Vitest, and the checks are skipped.
import { parseCLI, startVitest } from 'vitest/node'
import { announce, checks, runSteps } from './check.ts'
import { installTools } from './test-tools.ts'

const given = process.argv.slice(2)
const isLong = given.includes('--long')
const words = given.filter((word) => word !== '--long')
/** Named files and projects are run even if they are long. */
const form = isLong || words.some((word) => !word.startsWith('-')) ? [] : ['--project=!long']
const siteBuild = {
  name: 'build of the site',
  command: 'node',
  args: ['scripts/set-up.mjs', 'site'],
  limit: 600_000,
}
const total = { passed: 0, failed: 0, skipped: 0 }

async function runAndCount(steps: typeof checks): Promise<void> {
  const failed = await runSteps(steps)
  total.passed += steps.length - failed
  total.failed += failed
}

async function runTests(): Promise<void> {
  const { filter, options } = parseCLI(['vitest', 'run', ...form, ...words])
  const vitest = await startVitest('test', filter, options)
  const { state } = vitest
  for (const file of state.getTestModules()) {
    for (const test of file.children.allTests()) {
      const outcome = test.result().state
      total[outcome === 'pending' ? 'failed' : outcome] += 1
    }
    if (file.errors().length > 0) total.failed += 1
  }
  total.failed += state.getUnhandledErrors().length
  await vitest.close()
}

// Debian's packages are installed during checks and build.
const installing = installTools(isLong, announce)
// Two at a time: the build takes as long as all checks together.
await runAndCount(words.length === 0 ? [siteBuild, ...checks] : [siteBuild])
await installing
// The count is always the last line.
await runTests().catch((error: unknown) => {
  announce(`FAILED: ${error instanceof Error ? error.stack : String(error)}`)
  total.failed += 1
})
const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : ''
process.stdout.write(`${total.passed} passed, ${total.failed} failed${skipped}\n`)
process.exitCode = total.failed > 0 ? 1 : 0
