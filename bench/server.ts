import { parseArgs } from 'node:util'
import { enquiryRate } from './lib/enquiry-rate.ts'
import { postgres, sqlite } from './lib/engines.ts'
import { pageRate } from './lib/page-rate.ts'
import { heading, say, type Target, targets } from './lib/report.ts'
import { startUp } from './lib/start-up.ts'
import { inTempFolder } from './lib/temp.ts'

/** Pages and enquiries a second, start-up and memory, each beside the least that could do the same. */
export async function main(words: string[]): Promise<void> {
  const { values } = parseArgs({
    args: words,
    options: {
      runs: { type: 'string', default: '3' },
      seconds: { type: 'string', default: '8' },
      only: { type: 'string', default: 'pages,enquiries,start' },
    },
  })
  const limits = { runs: Number(values.runs), seconds: Number(values.seconds) }
  const wanted = new Set(values.only.split(','))
  heading('The server', ['npm run bench -- server', ...words].join(' '))
  await inTempFolder(async (folder) => {
    const found: Target[] = []
    if (wanted.has('pages')) found.push(...(await pageRate({ folder, ...limits })))
    if (wanted.has('enquiries')) found.push(...(await enquiryRates({ folder, ...limits })))
    if (wanted.has('start')) found.push(...(await startUp(folder)))
    say('### Targets')
    say()
    targets(found)
  })
}

async function enquiryRates(options: { folder: string; runs: number; seconds: number }): Promise<Target[]> {
  const embedded = await enquiryRate(sqlite, options)
  const scaled = await postgres()
  if (scaled === undefined) return embedded
  try {
    return [...embedded, ...(await enquiryRate(scaled, options))]
  } finally {
    await scaled.close()
  }
}
