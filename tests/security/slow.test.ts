import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { api, pages } from '#contract/paths.ts'
import { postEnquiry } from '#tests/support/enquiry.ts'
import { rounds } from '#tests/support/rounds.ts'
import { startTarget } from '#tests/support/security/target.ts'
import { print } from '#tests/support/print.ts'

/** Where slowhttptest is; none skips these attacks, loudly. */
const slowhttptest = process.env['TEST_SLOWHTTPTEST'] ?? ''
const seconds = 8 * rounds
const connections = 250

interface Mode {
  name: string
  page: string
  /** slowhttptest's own options (slowhttptest(1)). */
  words: string[]
}

const modes: Mode[] = [
  { name: 'headers that never end', page: pages.home, words: ['-H', '-i', '2'] },
  {
    name: 'a body that never ends',
    page: api.sendEnquiry,
    words: ['-B', '-i', '2', '-s', '8192', '-x', '10', '-f', 'application/json'],
  },
  {
    name: 'answers that nobody reads',
    page: pages.home,
    words: ['-X', '-w', '1', '-y', '8', '-n', '2', '-z', '1', '-k', '3'],
  },
]

const run = promisify(execFile)

async function attack(url: string, { page, words }: Mode): Promise<void> {
  const load = ['-c', String(connections), '-r', String(connections / 2), '-l', String(seconds), '-p', '5']
  await run(slowhttptest, [...words, ...load, '-u', url + page], { maxBuffer: 64 * 1024 * 1024 })
}

interface Service {
  statuses: Record<string, number>
  slowestMs: number
}

/** A visitor who opens a page and sends an enquiry, over and over, each time on a line of their own. */
async function visit(url: string, stop: AbortSignal): Promise<Service> {
  const service: Service = { statuses: {}, slowestMs: 0 }
  while (!stop.aborted) {
    const begun = performance.now()
    const page = await fetch(url + pages.contact, { headers: { connection: 'close' } })
    await page.text()
    const sent = await postEnquiry(url)
    service.slowestMs = Math.max(service.slowestMs, performance.now() - begun)
    const both = `${page.status} and ${sent.status}`
    service.statuses[both] = (service.statuses[both] ?? 0) + 1
  }
  return service
}

describe.runIf(slowhttptest)('while a server is held up by', () => {
  const name = modes.map((mode) => mode.name).join(', ')
  it(`${name}, a good visitor is served throughout`, async () => {
    await using target = await startTarget()
    const stop = new AbortController()
    const visiting = visit(target.url, stop.signal)
    await Promise.all(modes.map((mode) => attack(target.url, mode))).finally(() => stop.abort())
    const { statuses, slowestMs } = await visiting
    print(
      `${modes.length * connections} slow lines: ${JSON.stringify(statuses)}, slowest ${Math.round(slowestMs)} ms`,
    )
    expect(statuses).toEqual({ '200 and 201': expect.any(Number) })
    expect(target.isAlive()).toBe(true)
  })
})
