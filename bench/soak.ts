import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Arrangement, oneProcess, type Running, twoProcesses } from './lib/arrangement.ts'
import { postgres } from './lib/engines.ts'
import { count, ms } from './lib/figures.ts'
import { type Health, readHealth, slopeAnHour } from './lib/health.ts'
import { findCapacity } from './lib/load-phases.ts'
import type { Mixed, Outcome } from './lib/mixed-load.ts'
import { heading, progress, say, table, type Target, targets } from './lib/report.ts'
import { sendMix } from './lib/send-mix.ts'
import { inTempFolder } from './lib/temp.ts'

const MB = 1024 * 1024
/** One look a quarter of a minute. */
const LOOK_MS = 15_000
/** The first third fills caches and pools; what grows after it grows. */
const WARM_SHARE = 1 / 3

/** Half of what the site can do for a long time, and whether memory, handles and connections stay. */
export async function main(words: string[]): Promise<void> {
  const { values } = parseArgs({
    args: words,
    options: {
      minutes: { type: 'string', default: '20' },
      rate: { type: 'string' },
      only: { type: 'string', default: 'sqlite,postgres' },
    },
  })
  heading('Soak', ['npm run bench -- soak', ...words].join(' '))
  const plan = {
    minutes: Number(values.minutes),
    rate: values.rate === undefined ? undefined : Number(values.rate),
  }
  const scaled = values.only.includes('postgres') ? await postgres() : undefined
  const arrangements = [
    ...(values.only.includes('sqlite') ? [oneProcess] : []),
    ...(scaled ? [twoProcesses(scaled)] : []),
  ]
  try {
    const found: Target[] = []
    for (const arrangement of arrangements) found.push(...(await soak(arrangement, plan)))
    say('### Targets')
    say()
    targets(found)
  } finally {
    await scaled?.close()
  }
}

interface Soaked {
  rate: number
  mixed: Mixed
  looks: Health[]
}

async function soak(
  arrangement: Arrangement,
  { minutes, rate }: { minutes: number; rate: number | undefined },
): Promise<Target[]> {
  progress(`${arrangement.name}: ${minutes} minutes`)
  const soaked = await inTempFolder(async (folder) => {
    const site = await arrangement.start(join(folder, 'site'))
    try {
      const wanted = rate ?? Math.round((await findCapacity(site)) / 2)
      return await soakAt(site, { rate: wanted, seconds: minutes * 60 })
    } finally {
      await site.stop()
    }
  })
  return report(arrangement.name, soaked)
}

async function soakAt(site: Running, { rate, seconds }: { rate: number; seconds: number }): Promise<Soaked> {
  const looks: Health[] = []
  const look = () =>
    void readHealth(site).then(
      (health) => looks.push(health),
      () => progress('no metrics'),
    )
  const timer = setInterval(look, LOOK_MS)
  try {
    return { rate, mixed: await sendMix({ url: site.url, seconds, rate }), looks }
  } finally {
    clearInterval(timer)
  }
}

const figures: { of: keyof Health & string; what: string; unit: number; digits: number }[] = [
  { of: 'memory', what: 'memory, MB', unit: MB, digits: 0 },
  { of: 'heap', what: 'heap used, MB', unit: MB, digits: 0 },
  { of: 'handles', what: 'handles', unit: 1, digits: 0 },
  { of: 'descriptors', what: 'file descriptors', unit: 1, digits: 0 },
  { of: 'connections', what: 'connections to PostgreSQL', unit: 1, digits: 0 },
  { of: 'loopDelay', what: 'event loop delay, p99, ms', unit: 0.001, digits: 1 },
  { of: 'waiting', what: 'jobs that wait', unit: 1, digits: 0 },
]

function report(name: string, { rate, mixed, looks }: Soaked): Target[] {
  const settled = looks.slice(Math.floor(looks.length * WARM_SHARE))
  const { all } = mixed
  say(`### ${name}: ${count(rate)} a second for ${count(mixed.seconds / 60)} minutes`)
  say()
  say(
    `${count(all.good)} good answers, ${count(all.shed)} of 503, ${count(all.failed)} others; ` +
      `p50 ${ms(all.p50)}, p95 ${ms(all.p95)}, p99 ${ms(all.p99)}, max ${ms(all.max)}.`,
  )
  say()
  const cell = (value: number | undefined, unit: number, digits: number) =>
    value === undefined ? '–' : (value / unit).toFixed(digits)
  table(
    ['all processes together', 'at a third', 'at the end', 'most', 'an hour, from a third on'],
    figures.map(({ of, what, unit, digits }) => {
      const values = settled.map((look) => look[of])
      const ends = [values.at(0), values.at(-1), Math.max(...values)]
      return [
        what,
        ...ends.map((value) => cell(value, unit, digits)),
        cell(slopeAnHour(settled, of), unit, 1),
      ]
    }),
  )
  return targetsOf(settled, all).map((target) => ({ ...target, what: `${target.what}, ${name}` }))
}

function targetsOf(settled: readonly Health[], { shed, failed }: Outcome): Target[] {
  const memory = slopeAnHour(settled, 'memory') / MB
  const handles = slopeAnHour(settled, 'descriptors')
  return [
    {
      what: 'memory grows',
      measured: `${memory.toFixed(1)} MB an hour`,
      asked: '< 1 MB an hour after half an hour',
      met: memory < 1,
    },
    {
      what: 'file descriptors grow',
      measured: `${handles.toFixed(1)} an hour`,
      asked: 'flat',
      met: Math.abs(handles) < 10,
    },
    { what: 'not answered', measured: count(shed + failed), asked: '0', met: shed + failed === 0 },
  ]
}
