import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { pdfOf } from '#tests/support/application.ts'
import { sendLoad, type LoadPlan } from './lib/load.ts'
import { costFigures, costOf } from './lib/processes.ts'
import { atMost, bench, compare, count, inTurns, mB, ms, say } from './lib/report.ts'
import { jsonAnswer, startBare, startServer, WITHOUT_LIMITS, type Site } from './lib/site.ts'

const OURS = 'this server'
const FILE_BYTES = 5 * 1024 * 1024

export const uploads = bench({
  question: 'What do fifty applications at once cost, beside a server that only writes them to disk?',
  flags: { runs: 3, at: 50 },
  async run({ runs, at }, folder) {
    const documents = await makeDocuments(folder)
    const found = await inTurns(runs, {
      async 'bare node:http, to disk'(round) {
        const saved = join(folder, `bare-${round}`)
        mkdirSync(saved)
        return measure(await startBare(folder, jsonAnswer({}), saved), documents, at)
      },
      async [OURS](round) {
        const server = await startServer({ folder: join(folder, `ours-${round}`), env: WITHOUT_LIMITS })
        return measure(server, documents, at)
      },
    })
    say(`### ${at} applications at once, each of 4 × 5 MB`)
    compare(found, [
      ['all of them', ({ seconds }) => `${seconds.toFixed(1)} s`],
      ['MB a second', ({ seconds }) => ((at * 4 * FILE_BYTES) / 1e6 / seconds).toFixed(1)],
      ['one application, median', ({ half }) => ms(half)],
      ['one application, slowest', ({ last }) => ms(last)],
      ['not answered 201', ({ lost }) => count(lost)],
      ...costFigures,
    ])
    return [found.get(OURS)]
      .filter((ours) => ours !== undefined)
      .flatMap(({ idle, own, all, p99, lost }) => [
        atMost('memory over idle, the server alone', own - idle, { limit: 150e6, show: mB }),
        atMost('memory over idle, with what it started', all - idle, { limit: 150e6, show: mB }),
        atMost('a page meanwhile, p99', p99, { limit: 100 }),
        atMost('applications refused or lost', lost, { limit: 0, show: count }),
      ])
  },
})

async function measure(site: Site, documents: LoadPlan['documents'], at: number) {
  await using server = site
  return await costOf(server, async () => {
    const plan = { url: server.url, send: 'application', documents, amount: at, atOnce: at } as const
    const { seconds, p50, max, sent, good } = await sendLoad(plan)
    return { seconds, half: p50, last: max, lost: sent - good }
  })
}

/** A résumé, photographs of 12 megapixels and a scan, filled up to 5 MB by what a phone puts behind them. */
async function makeDocuments(folder: string): Promise<LoadPlan['documents']> {
  const picture = (width: number, height: number, sigma: number) => {
    const noise = { type: 'gaussian', mean: 128, sigma } as const
    return sharp({ create: { width, height, channels: 3, background: 'white', noise } })
  }
  const jpg = await picture(4000, 3000, 30).jpeg({ quality: 45 }).toBuffer()
  const png = await picture(1500, 1060, 60).png().toBuffer()
  const filled = (bytes: Buffer) => Buffer.concat([bytes, Buffer.alloc(FILE_BYTES - bytes.length)])
  const documents = [
    { field: 'resume', name: 'cv.pdf', bytes: pdfOf(FILE_BYTES) },
    { field: 'edu_certificate', name: 'degree.jpg', bytes: filled(jpg) },
    { field: 'aadhar_card', name: 'aadhaar.jpg', bytes: filled(jpg) },
    { field: 'pan_card', name: 'pan.png', bytes: filled(png) },
  ]
  return documents.map(({ field, name, bytes }) => {
    const path = join(folder, name)
    writeFileSync(path, bytes)
    return { field, name, path }
  })
}
