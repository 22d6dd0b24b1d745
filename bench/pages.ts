import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { movingOn } from './lib/moving-on.ts'
import { startOurServer } from './lib/our-server.ts'
import { pageSpeed } from './lib/page-speed.ts'
import { heading, say, type Target, targets } from './lib/report.ts'
import { copySite } from './lib/site-copy.ts'
import { inTempFolder } from './lib/temp.ts'

/** Every page beside a hand-written one of the same content, and the way from one page to the next. */
export async function main(words: string[]): Promise<void> {
  const { values } = parseArgs({
    args: words,
    options: {
      runs: { type: 'string', default: '5' },
      only: { type: 'string', default: 'lighthouse,next' },
    },
  })
  const runs = Number(values.runs)
  const wanted = new Set(values.only.split(','))
  heading('The pages', ['npm run bench -- pages', ...words].join(' '))
  await inTempFolder(async (folder) => {
    const site = await serveCopy(join(folder, 'site'), { speculationRules: true })
    const plain = await serveCopy(join(folder, 'plain'), { speculationRules: false })
    try {
      const found: Target[] = []
      const origins = { withRules: site.url, without: plain.url }
      if (wanted.has('lighthouse')) found.push(...(await pageSpeed({ folder, origin: site.url, runs })))
      if (wanted.has('next')) found.push(...(await movingOn({ folder, runs, origins })))
      say('### Targets')
      say()
      targets(found)
    } finally {
      await Promise.all([site.stop(), plain.stop()])
    }
  })
}

function serveCopy(folder: string, options: { speculationRules: boolean }) {
  mkdirSync(folder)
  copySite(folder, options)
  return startOurServer({ folder: join(folder, 'run'), cwd: folder })
}
