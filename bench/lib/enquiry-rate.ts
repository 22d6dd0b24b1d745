import { join } from 'node:path'
import * as z from 'zod/mini'
import type { Enquiry } from '#contract/schemas/enquiries.ts'
import { api } from '#contract/paths.ts'
import { outputOf, usage } from './child.ts'
import type { Engine, Kept } from './engines.ts'
import { count, mB, median, ms } from './figures.ts'
import { type LoadResult, sendLoad } from './load.ts'
import { type OurServer, startOurServer } from './our-server.ts'
import { progress, say, table, type Target } from './report.ts'

const CLIENTS = 16
const WARM_UP = CLIENTS * 100
const TARGET = 0.5
/** The highest the setting takes: the limit is not what is measured. */
const RATE_LIMIT_SCALE = '1000000'

const enquiry: Enquiry = {
  name: 'Meera Desai',
  email: '[<id>]@employer.example',
  phone: '9876543210',
  enquiry:
    'We are looking for two quality engineers for our plant near Surat, day shift, with three to five years in ' +
    'fabricated parts. They would report to the plant manager. Could you call me this week, after four?',
}

const figure = z.number()
const bareFigures = z.object({ perSecond: figure, p50: figure, p95: figure, p99: figure, max: figure })
type BareFigures = z.infer<typeof bareFigures>

interface Round {
  ours: LoadResult
  bare: BareFigures
  kept: Kept
  /** Answers of 201, those of the warming-up included. */
  acknowledged: number
  peak: number | undefined
}

/** Enquiries over HTTP, then bare inserts of rows like theirs on the same engine, in turns. */
export async function enquiryRate(
  engine: Engine,
  options: { folder: string; runs: number; seconds: number },
): Promise<Target[]> {
  const { runs, seconds } = options
  const rounds: Round[] = []
  for (let round = 1; round <= runs; round += 1) {
    progress(`enquiries on ${engine.name}: round ${round} of ${runs}`)
    rounds.push(await oneRound(engine, { folder: join(options.folder, `${engine.name}-${round}`), seconds }))
  }
  return print(engine, { rounds, seconds })
}

async function oneRound(
  engine: Engine,
  { folder, seconds }: { folder: string; seconds: number },
): Promise<Round> {
  const { databaseUrl, bareTarget } = await engine.open(folder)
  const env = { DATABASE_URL: databaseUrl, RATE_LIMIT_SCALE }
  const server = await startOurServer({ folder, env })
  let loaded
  try {
    loaded = await load(server, seconds)
  } finally {
    await server.stop()
  }
  const kept = await engine.kept({ folder, databaseUrl })
  const script = new URL(import.meta.resolve('./bare-inserts.ts')).pathname
  const args = [script, bareTarget, String(seconds)]
  const bare = await outputOf({ command: process.execPath, args }, (seconds + 60) * 1000)
  return { ...loaded, kept, bare: bareFigures.parse(JSON.parse(bare)) }
}

async function load(server: OurServer, seconds: number) {
  const send = (amount: number) =>
    sendLoad({
      url: server.url + api.sendEnquiry,
      connections: CLIENTS,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(enquiry),
      amount,
    })
  // A number of requests rather than a time, so that every answer is waited for and can be counted in the table.
  const warm = await send(WARM_UP)
  const ours = await send(Math.max(WARM_UP, Math.round(warm.perSecond * seconds)))
  return { ours, acknowledged: warm.answered + ours.answered, peak: usage(server.child.pid).peak }
}

function print(engine: Engine, { rounds, seconds }: { rounds: Round[]; seconds: number }): Target[] {
  const middle = (figure: (round: Round) => number) => median(rounds.map(figure))
  const sum = (figure: (round: Round) => number) => rounds.reduce((total, round) => total + figure(round), 0)
  const ratio = middle(({ ours }) => ours.perSecond) / middle(({ bare }) => bare.perSecond)
  const acknowledged = sum((round) => round.acknowledged)
  const distinct = sum((round) => round.kept.distinct)
  say(`### Enquiries per second on ${engine.name}`)
  say()
  say(`${CLIENTS} clients, about ${seconds} s, sandbox mail; median of ${rounds.length}, in turns.`)
  say()
  printRates(rounds, ratio)
  say(
    `Acknowledged ${count(acknowledged)}, in the table ${count(sum(({ kept }) => kept.enquiries))} ` +
      `(${count(distinct)} distinct), other answers ${count(sum(({ ours }) => ours.failed))}; ` +
      `mails still waiting at the end ${count(middle(({ kept }) => kept.waiting))}. ` +
      'Enquiries that arrive together share a commit; each bare row has one of its own.',
  )
  say()
  return [
    {
      what: `enquiries per second, ${engine.name}`,
      measured: `${ratio.toFixed(2)} of bare`,
      asked: `≥ ${TARGET} of bare`,
      met: ratio >= TARGET,
    },
    {
      what: `every 201 is in the table, ${engine.name}`,
      measured: `${count(distinct)} of ${count(acknowledged)}`,
      asked: 'all',
      met: distinct === acknowledged,
    },
  ]
}

function printRates(rounds: Round[], ratio: number): void {
  const middle = (figure: (round: Round) => number) => median(rounds.map(figure))
  const figures = (side: 'ours' | 'bare') => [
    ms(middle((round) => round[side].p50)),
    ms(middle((round) => round[side].p95)),
    ms(middle((round) => round[side].p99)),
    ms(middle((round) => round[side].max)),
  ]
  const rate = (side: 'ours' | 'bare') => count(middle((round) => round[side].perSecond))
  table(
    ['', 'a second', 'of bare', 'p50', 'p95', 'p99', 'max', 'peak memory'],
    [
      [
        'enquiries over HTTP',
        rate('ours'),
        ratio.toFixed(2),
        ...figures('ours'),
        mB(middle(({ peak }) => peak ?? NaN)),
      ],
      ['bare inserts, a row a commit', rate('bare'), '1.00', ...figures('bare'), ''],
    ],
  )
}
