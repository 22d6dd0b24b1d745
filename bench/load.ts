import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Arrangement, oneProcess, twoProcesses } from './lib/arrangement.ts'
import { launch, stop, waitForLine } from './lib/child.ts'
import { postgres } from './lib/engines.ts'
import { count, median } from './lib/figures.ts'
import { AT_ONCE, loadInPhases, type Phase } from './lib/load-phases.ts'
import { reportLoad } from './lib/load-report.ts'
import { heading, progress, say, type Target, targets } from './lib/report.ts'
import { mixedLoadProgram, sendMix } from './lib/send-mix.ts'
import { inTempFolder } from './lib/temp.ts'

const BARE_SECONDS = 8

/** What visitors do, as much as the site keeps up with, half and three times of it, in an open model. */
export async function main(words: string[]): Promise<void> {
  const { values } = parseArgs({
    args: words,
    options: {
      runs: { type: 'string', default: '1' },
      seconds: { type: 'string', default: '30' },
      only: { type: 'string', default: 'sqlite,postgres' },
    },
  })
  const plan = { runs: Number(values.runs), seconds: Number(values.seconds) }
  heading('Load', ['npm run bench -- load', ...words].join(' '))
  const bare = await measureBare()
  say(`A bare node:http that reads the same requests answers ${count(bare)} a second to ${AT_ONCE} visitors.`)
  say()
  const scaled = values.only.includes('postgres') ? await postgres() : undefined
  const arrangements = [
    ...(values.only.includes('sqlite') ? [oneProcess] : []),
    ...(scaled ? [twoProcesses(scaled)] : []),
  ]
  try {
    const found: Target[] = []
    for (const arrangement of arrangements) found.push(...(await measure(arrangement, plan)))
    say('### Targets')
    say()
    targets(found)
  } finally {
    await scaled?.close()
  }
}

async function measureBare(): Promise<number> {
  progress('bare node:http')
  const child = launch({ command: process.execPath, args: [mixedLoadProgram, 'bare'] })
  try {
    const [, url = ''] = await waitForLine(child, /^Listening on (\S+)/)
    await sendMix({ url, seconds: 2, atOnce: AT_ONCE })
    const { all, seconds } = await sendMix({ url, seconds: BARE_SECONDS, atOnce: AT_ONCE })
    return all.good / seconds
  } finally {
    await stop(child)
  }
}

async function measure(
  arrangement: Arrangement,
  { runs, seconds }: { runs: number; seconds: number },
): Promise<Target[]> {
  const all: Phase[][] = []
  for (let run = 1; run <= runs; run += 1) {
    progress(`${arrangement.name}: run ${run} of ${runs}`)
    const phases = await inTempFolder(async (folder) => {
      const site = await arrangement.start(join(folder, 'site'))
      try {
        return await loadInPhases(site, seconds)
      } finally {
        await site.stop()
      }
    })
    all.push(phases)
  }
  return reportLoad(arrangement.name, middleRun(all))
}

/** The run whose peak is the median, whole, so that its figures belong together. */
function middleRun(runs: readonly Phase[][]): Phase[] {
  const peak = (run: Phase[]) => Math.max(...run.map(({ goodput }) => goodput))
  const middle = median(runs.map(peak))
  return runs.find((run) => peak(run) === middle) ?? []
}
