// `npm run bench -- NAME` prints figures beside a reference measured in the same run. It asserts nothing.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { desk } from './desk.ts'
import { documents } from './documents.ts'
import { exitInterrupted } from './lib/processes.ts'
import { heading, printTargets, type Bench } from './lib/report.ts'
import { load } from './load.ts'
import { pages } from './pages.ts'
import { scale } from './scale.ts'
import { soak } from './soak.ts'

const benches: Record<string, Bench> = { load, soak, scale, desk, pages, documents }

function usage(): string {
  const lines = Object.entries(benches).map(([name, { question, flags }]) => {
    const defaults = Object.entries(flags).map(([flag, value]) => ` [--${flag} ${value}]`)
    return `npm run bench -- ${name}${defaults.join('')}\n  ${question}\n`
  })
  return lines.join('')
}

function read({ flags }: Bench, args: string[]): Bench['flags'] {
  const type = 'string' as const
  const options = Object.entries(flags).map(
    ([flag, value]) => [flag, { type, default: String(value) }] as const,
  )
  const { values } = parseArgs({ args, options: Object.fromEntries(options) })
  const given = Object.entries(values).map(([flag, word]) => {
    const isNumber = typeof flags[flag] === 'number'
    if (isNumber && !(Number(word) >= 0)) throw new Error(`--${flag} takes a number`)
    return [flag, isNumber ? Number(word) : word]
  })
  return Object.fromEntries(given) as Bench['flags']
}

const [name = '', ...words] = process.argv.slice(2)
const bench = benches[name]
if (bench === undefined || words.includes('--help')) {
  process.stdout.write(usage())
  process.exitCode = bench || !name || name === '--help' ? 0 : 1
} else {
  const flags = read(bench, words)
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void exitInterrupted())
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  heading(bench.question, ['npm run bench --', name, ...words].join(' '))
  const targets = await bench.run(flags, folder)
  if (targets.length > 0) printTargets(targets)
}
