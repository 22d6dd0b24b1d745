import { randomInt } from 'node:crypto'
import net from 'node:net'

/** Below these no system hands out ports by itself, neither to who listens on any port nor to who connects. */
const FIRST = 12_000
const LAST = 32_000

const given = new Set<number>()

/**
 * A port of this machine that nobody listens on, for what has to know it before it listens. One that the system hands
 * out could by then have been given to somebody else; this one would have to be met by chance.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST, LAST)
    if (given.has(port)) continue
    given.add(port)
    if (await isFree(port)) return port
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = net.createServer().once('error', () => resolve(false))
    probe.listen(port, () => probe.close(() => resolve(true)))
  })
}
