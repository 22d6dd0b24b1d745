// `npm run check` runs every check; words after it choose those whose name begins so: `npm run check types lint`.
import pLimit from 'p-limit'
import { checkLimits, checkPaths, checkSecurityPage } from './checks/documents.ts'
import { checkLock } from './checks/lock.ts'
import { checkNames } from './checks/names.ts'
import { run, type Command, type Outcome } from './run.ts'
import { checkSettings } from './settings.ts'

/** Something that passes or fails as one: a command, or a check of our own that answers its problems. */
export type Step = { name: string } & (Command | { problems: () => Promise<string[]> })

/** Ends what hangs: on a busy machine a step takes ten times as long as on a quiet one. */
const limit = 10 * 60_000

/** A command line without quotes. */
function tool(name: string, line: string): Step {
  const [command = '', ...args] = line.split(' ')
  // TypeScript 7 and the linter are written in Go: on one core, with rare collections, they take a fifth to a third less time of it.
  return { name, command, args, limit, env: { GOMAXPROCS: '1', GOGC: '400' } }
}

// TypeScript 7 is the fast one; `astro check` loads 6 as a library, which keeps the plain name.
// With several threads each has types of its own, and all together take half as much processor time again.
const tsc = 'node node_modules/typescript-7/bin/tsc --singleThreaded'

/** What `npm run check` runs and `npm test` begins with. The longest come first, since two run at a time. */
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
  // It fails where the lock lacks a package that another platform needs, and then installs nothing.
  tool('npm ci', 'npm ci --dry-run --offline --loglevel=error'),
  { name: 'package-lock.json', problems: () => checkLock() },
  { name: 'paths in documents', problems: () => checkPaths() },
  { name: 'docs/security.md', problems: () => checkSecurityPage() },
  { name: 'limits as listed', problems: () => checkLimits() },
  { name: 'settings as listed', problems: checkSettings },
]

const started = Date.now()

/** One line to the person who waits, with the seconds since the start. */
export function announce(line: string): void {
  const seconds = Math.round((Date.now() - started) / 1000)
  process.stdout.write(`[${String(seconds).padStart(3)} s] ${line}\n`)
}

/** Runs steps, two at a time, says how each ended and answers how many failed. */
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
