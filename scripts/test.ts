// `npm test`: the checks, the built site, a PostgreSQL, an object storage, a virus scanner, readers of PDF and
// browsers of its own, then every test. Words given to it (`npm test -- enquiries --project unit`) go to Vitest, and
// then the checks are left out.
import { announce, checks, runSteps } from './check.ts'
import { endAllOnInterrupt, interrupted } from './run.ts'
import { runVitest } from './run-vitest.ts'
import { getTool, testTools } from './test-tools.ts'

const minute = 60_000
const given = process.argv.slice(2)
/** `--long`: what attacks the server or breaks its parts does so for hours instead of seconds. */
const long = given.includes('--long')
const words = given.filter((word) => word !== '--long')
/** On a machine that builds for others a missing half is a failure. */
const strict = /^(1|true|yes)$/i.test(process.env['CI'] ?? '')

interface Count {
  passed: number
  failed: number
  skipped: number
}

const total: Count = { passed: 0, failed: 0, skipped: 0 }

function add({ passed, failed, skipped }: Partial<Count>): void {
  total.passed += passed ?? 0
  total.failed += failed ?? 0
  total.skipped += skipped ?? 0
}

function missingHalf(half: string, reason: string): void {
  announce(`${strict ? 'FAILED' : 'SKIPPED'}: ${half}. To have it: ${reason}`)
  add(strict ? { failed: 1 } : { skipped: 1 })
}

async function runChecks(): Promise<void> {
  announce(`Checking: ${checks.map(({ name }) => name).join(', ')}`)
  const failed = await runSteps(checks)
  add({ passed: checks.length - failed, failed })
}

async function buildSite(): Promise<void> {
  announce('Building the site, if its sources are newer')
  const build = { command: 'node', args: ['scripts/set-up.mjs', 'site'], limit: 10 * minute }
  const failed = await runSteps([{ name: 'build of the site', ...build }])
  add({ passed: 1 - failed, failed })
}

type Started = { tests: string; service: Awaited<ReturnType<typeof getTool>> }[]

function startTools(): Promise<Started> {
  return Promise.all(
    testTools(long).map(async (tool) => ({ tests: tool.tests, service: await getTool(tool, announce) })),
  )
}

async function runTests(started: Started): Promise<void> {
  const env: Record<string, string> = long ? { LONG: 'true' } : {}
  for (const { tests, service } of started) {
    if ('missing' in service) missingHalf(tests, service.missing)
    else Object.assign(env, service.env)
  }
  const projects = ['unit', 'journeys', 'security', 'resilience', ...('CHROME_PATH' in env ? ['e2e'] : [])]
  announce(`Testing: ${projects.join(' and ')}`)
  add(await runVitest({ projects, words, env, limit: (long ? 12 * 60 : 40) * minute }))
}

endAllOnInterrupt()

async function runAll(): Promise<void> {
  // Debian's packages are fetched and unpacked while checks and build use the processors.
  const starting = startTools()
  // Its failure is reported where it is awaited; until then it is no unhandled rejection.
  starting.catch(() => undefined)
  try {
    if (words.length === 0) await runChecks()
    if (!interrupted.aborted) await buildSite()
    const started = await starting
    if (!interrupted.aborted) await runTests(started)
  } finally {
    const started = await starting
    await Promise.all(started.map(async ({ service }) => 'stop' in service && service.stop()))
  }
}

// The count is the last line in any case.
await runAll().catch((error: unknown) => {
  announce(`FAILED: ${error instanceof Error ? error.stack : String(error)}`)
  add({ failed: 1 })
})
if (interrupted.aborted) announce('Interrupted')
const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : ''
process.stdout.write(`${total.passed} passed, ${total.failed} failed${skipped}\n`)
process.exitCode = total.failed > 0 || interrupted.aborted ? 1 : 0
