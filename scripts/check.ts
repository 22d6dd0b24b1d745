// `npm run check` runs all checks. Arguments select those whose names begin with them: `npm run check types lint`.
import pLimit from 'p-limit'
import { checkLimits, checkPaths, checkSecurityPage } from './checks/documents.ts'
import { checkLock } from './checks/lock.ts'
import { checkNames } from './checks/names.ts'
import { run, type Command, type Outcome } from './run.ts'
import { checkSettings } from './settings.ts'

/** A step: a command, or a function that returns problems. */
export type Step = { name: string } & (Command | { problems: () => Promise<string[]> })

/** Milliseconds until a step is stopped; on a busy machine a step takes ten times as long. */
const limit = 10 * 60_000

/** Makes a step of a command line without quotes. */
function tool(name: string, line: string): Step {
  const [command = '', ...args] = line.split(' ')
  // TypeScript 7 and the linter are Go programs: on one core with rare garbage collection they need a fifth to a third
  // less processor time.
  return { name, command, args, limit, env: { GOMAXPROCS: '1', GOGC: '400' } }
}

// TypeScript 7 is fast; `astro check` loads version 6 as a library under the plain name. Several threads would use half
// as much processor time again, because each builds its own types.
const tsc = 'node node_modules/typescript-7/bin/tsc --singleThreaded'

/** The steps of `npm run check`, and the first of `npm test`. The longest come first, because two run at a time. */
export const checks: Step[] = [
  tool('lint', 'oxlint'),
  tool('format', 'oxfmt --check'),
  tool('types of .astro files', 'astro check --tsconfig tsconfig.astro.json --minimumFailingSeverity hint'),
  tool('types of server', `${tsc} -p tsconfig.server.json`),
  tool('unused code (knip)', 'knip'),
  tool('format of .astro files', 'prettier --check --log-level warn web/**/*.astro'),
  tool('types of web', `${tsc} -p tsconfig.web.json`),
  tool('types of e2e and bench', `${tsc} -p tsconfig.e2e.json`),
  { name: 'names of files', problems: async () => checkNames() },
  // Fails when the lock file lacks a package of another platform; such a lock would install nothing there.
  tool('npm ci', 'npm ci --dry-run --offline --loglevel=error'),
  { name: 'package-lock.json', problems: () => checkLock() },
  { name: 'paths in documents', problems: () => checkPaths() },
  { name: 'docs/security.md', problems: () => checkSecurityPage() },
  { name: 'limits as listed', problems: () => checkLimits() },
  { name: 'settings as listed', problems: checkSettings },
]

const started = Date.now()

/** Prints a line with the seconds since the start. */
export function announce(line: string): void {
  const seconds = Math.round((Date.now() - started) / 1000)
  process.stdout.write(`[${String(seconds).padStart(3)} s] ${line}\n`)
}

/** Runs steps two at a time, prints their results and returns how many failed. */
export async function runSteps(steps: Step[]): Promise<number> {
  const passed = await pLimit(2).map(steps, runStep)
  return passed.filter((one) => !one).length
}

async function runStep(step: Step): Promise<boolean> {
  const before = performance.now()
  const { code, output } = 'problems' in step ? await look(step.problems) : await run(step)
  const seconds = ((performance.now() - before) / 1000).toFixed(1)
  announce(`${step.name}: ${code === 0 ? 'passed' : 'FAILED'} (${seconds} s)`)
  if (code !== 0) process.stdout.write(`${output}\n\n`)
  return code === 0
}

async function look(problems: () => Promise<string[]>): Promise<Outcome> {
  const found = await problems().catch((error: unknown) => [String(error)])
  return { code: found.length === 0 ? 0 : 1, output: found.join('\n') }
}

if (import.meta.main) {
  const words = process.argv.slice(2)
  const wanted = checks.filter(
    ({ name }) => words.length === 0 || words.some((word) => name.startsWith(word)),
  )
  const failed = await runSteps(wanted)
  process.stdout.write(`${wanted.length - failed} passed, ${failed} failed\n`)
  process.exitCode = failed === 0 && wanted.length > 0 ? 0 : 1
}
