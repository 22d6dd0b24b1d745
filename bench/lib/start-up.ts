import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { usage } from './child.ts'
import { mB, median, ms } from './figures.ts'
import { type ServerOptions, startOurServer } from './our-server.ts'
import { progress, say, table, type Target } from './report.ts'

const STARTS = 5
const IDLE_MS = 5000
const TARGET_MS = 3000

/** The median of five starts after two that may still fill caches and make the database. */
async function medianStart(options: ServerOptions): Promise<number> {
  const times: number[] = []
  for (let start = 1; start <= STARTS + 2; start += 1) {
    const server = await startOurServer(options)
    await server.stop()
    if (start > 2) times.push(server.startMs)
  }
  return median(times)
}

/** From a start to «Listening on», as `npm start` and as the server alone; then memory with nothing to do. */
export async function startUp(folder: string): Promise<Target[]> {
  progress('start-up')
  const whole = await medianStart({ folder: join(folder, 'npm'), command: ['npm', 'start'] })
  const server = await medianStart({ folder: join(folder, 'node') })
  const idle = await startOurServer({ folder: join(folder, 'node') })
  await sleep(IDLE_MS)
  const memory = usage(idle.child.pid)
  await idle.stop()
  say('### Start-up and memory')
  say()
  say(`From the start of the process to «Listening on», median of ${STARTS} from the third start on.`)
  say()
  table(
    ['', 'start-up', `memory idle after ${IDLE_MS / 1000} s`],
    [
      ['`npm start`', ms(whole), ''],
      ['`node server/main.ts`', ms(server), mB(memory.rss)],
    ],
  )
  return [
    { what: '`npm start`, nothing changed', measured: ms(whole), asked: '< 3 s', met: whole < TARGET_MS },
  ]
}
