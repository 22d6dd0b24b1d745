import { randomInt } from 'node:crypto'
import net from 'node:net'

/** No system assigns ports in this range automatically. */
const FIRST = 12_000
const LAST = 32_000

const given = new Set<number>()

/**
 * Returns a free port for programs that have to know it before they listen. A port assigned by the system could be
 * assigned again by then; a random one rarely collides.
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
