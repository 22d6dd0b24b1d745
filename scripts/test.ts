// `npm test`: the checks, the built site, a PostgreSQL, an object storage, a virus scanner, readers of PDF and
// browsers of its own, then every test. Words given to it (`npm test -- enquiries --project unit`) go to Vitest, and
// then the checks are left out.
import { getAttackTools } from './attack-tools.ts'
import { checks } from './checks.ts'
import { getChromium } from './chromium.ts'
import { getClamav } from './clamav.ts'
import { firefoxEngine, getEngine, webkitEngine } from './engines.ts'
import { getFaultTools } from './fault-tools.ts'
import { getNginx } from './nginx.ts'
import { getPdfTools } from './pdf-tools.ts'
import { getPostgres } from './postgres.ts'
import { getRedis } from './redis.ts'
import { endAll } from './run.ts'
import { announce, runSteps } from './step.ts'
import { runVitest } from './run-vitest.ts'
import { getSwift } from './swift.ts'

const minute = 60_000
const given = process.argv.slice(2)
/** `--long`: what attacks the server or breaks its parts does so for hours instead of seconds. */
const long = given.includes('--long')
const words = given.filter((word) => word !== '--long')
/** On a machine that builds for others a missing half is a failure. */
const strict = /^(1|true|yes)$/i.test(process.env['CI'] ?? '')

let interrupted = false

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

/** Real servers that tests stand on, and what is left out without each. */
const services: { get: typeof getPostgres; half: string }[] = [
  { get: getPostgres, half: 'the tests on PostgreSQL' },
  { get: getSwift, half: 'the tests of object storage (S3)' },
  { get: getClamav, half: 'the tests of the virus scanner' },
  { get: getRedis, half: 'the tests of Redis and of many processes' },
  { get: getPdfTools, half: 'the tests of documents by other readers' },
  { get: (say) => getAttackTools(say, long), half: 'the attacks by slowhttptest and sqlmap' },
  { get: getNginx, half: 'the tests of the site behind nginx' },
  { get: (say) => getEngine(firefoxEngine, say), half: 'the journeys in Firefox' },
  { get: (say) => getEngine(webkitEngine, say), half: 'the journeys in WebKit' },
  { get: getFaultTools, half: 'the faults made by strace and faketime' },
]

async function runTests(): Promise<void> {
  const chromium = await getChromium(announce)
  if (interrupted) return
  const started = await Promise.all(services.map(({ get }) => get(announce)))
  const env: Record<string, string> = long ? { LONG: 'true' } : {}
  const projects = ['unit', 'journeys', 'attacks', 'faults']
  try {
    started.forEach((service, index) => {
      if ('missing' in service) missingHalf(services[index]?.half ?? '', service.missing)
      else Object.assign(env, service.env)
    })
    if ('missing' in chromium) missingHalf('the browser tests (e2e)', chromium.missing)
    else projects.push('e2e')
    if ('path' in chromium) {
      env['CHROME_PATH'] = chromium.path
      env['CHROME_SHELL_PATH'] = chromium.shell ?? chromium.path
    }
    if (interrupted) return
    announce(`Testing: ${projects.join(' and ')}`)
    add(await runVitest({ projects, words, env, limit: (long ? 12 * 60 : 40) * minute }))
  } finally {
    await Promise.all(started.map(async (service) => 'stop' in service && service.stop()))
  }
}

function interrupt(): void {
  interrupted = true
  endAll()
}
process.on('SIGINT', interrupt)
process.on('SIGTERM', interrupt)

async function runAll(): Promise<void> {
  if (words.length === 0) await runChecks()
  if (!interrupted) await buildSite()
  if (!interrupted) await runTests()
}

// The count is the last line in any case.
await runAll().catch((error: unknown) => {
  announce(`FAILED: ${error instanceof Error ? error.stack : String(error)}`)
  add({ failed: 1 })
})
if (interrupted) announce('Interrupted')
const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : ''
process.stdout.write(`${total.passed} passed, ${total.failed} failed${skipped}\n`)
process.exitCode = total.failed > 0 || interrupted ? 1 : 0
