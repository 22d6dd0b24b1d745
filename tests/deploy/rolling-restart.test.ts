import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { api, pages, probes } from '#contract/paths.ts'
import { freePort } from '#scripts/free-port.ts'
import { openDatabase } from '#server/platform/db/client.ts'
import { type ServerProcess, startProcess } from '#tests/support/child.ts'
import { type Browser, openBrowser, type Request } from '#tests/support/deploy/visit.ts'
import { goodEnquiry } from '#tests/support/enquiry.ts'
import { print } from '#tests/support/print.ts'
import { hasNginx, type Nginx, siteName, startNginx } from '#tests/support/deploy/nginx-server.ts'
import { eventually } from '#tests/support/eventually.ts'
import { rounds } from '#tests/support/rounds.ts'
import { engines, makePlace, type Place } from '#tests/support/place.ts'

/** Of both processes together. */
const RESTARTS = 2 * rounds
const WATCH_MS = 200

/** What came of a load. */
interface Load {
  sent: number
  /** Enquiries that were answered as stored. */
  stored: number
  /** Requests that a process turned away because its machine was busy, in words. */
  shed: number
  /** Requests that nginx answered 503 with the time to come again, since no process was there. */
  away: number
  /** What each request that was not answered as it should be got instead. */
  failures: string[]
}

const enquiry: Request = {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(goodEnquiry),
}
const mix: [path: string, request: Request, wanted: number][] = [
  [pages.home, {}, 200],
  [api.sendEnquiry, enquiry, 201],
  [api.maxAmount, {}, 200],
  [pages.contact, {}, 200],
  [api.sendEnquiry, enquiry, 201],
]

/** Requests a second, whatever has become of the ones before: as many as nginx takes from one address for long. */
const A_SECOND = 100
const LOOK_MS = 5
/** Requests under way at most, so that a machine is asked no more than it answers, however slow or busy it is. */
const AT_ONCE = 16
/** Requests on one connection: fewer than after which nginx closes it. */
const A_CONNECTION = 400

/** Sends requests at a steady rate until it is stopped, and then waits for every answer. */
async function startLoad(nginx: Nginx): Promise<{ load: Load; stop(): Promise<Load> }> {
  const load: Load = { sent: 0, stored: 0, shed: 0, away: 0, failures: [] }
  const pending = new Set<Promise<void>>()
  let browser = openBrowser(nginx)
  await browser
  const begun = performance.now()
  let due = 0
  const sendOne = () => {
    if (pending.size >= AT_ONCE) return
    if (load.sent % A_CONNECTION === A_CONNECTION - 1) {
      const old = browser
      browser = openBrowser(nginx)
      void old.then(({ close }) => close())
    }
    const one = ask(browser, load).finally(() => pending.delete(one))
    pending.add(one)
  }
  const timer = setInterval(() => {
    for (; due < ((performance.now() - begun) / 1000) * A_SECOND; due += 1) sendOne()
  }, LOOK_MS)
  return {
    load,
    async stop() {
      clearInterval(timer)
      await Promise.all(pending)
      ;(await browser).close()
      return load
    },
  }
}

async function ask(browser: Promise<Browser>, load: Load): Promise<void> {
  const [path, request, wanted] = mix[load.sent % mix.length] ?? [pages.home, {}, 200]
  load.sent += 1
  try {
    const { status, headers } = await (await browser).visit(path, request)
    // nginx's own answer of that status has no such header.
    const isOurs = headers['x-robots-tag'] !== undefined
    if (status === wanted) load.stored += wanted === 201 ? 1 : 0
    else if (status === 503 && isOurs) load.shed += 1
    else if (status === 503 && headers['retry-after'] === '10') load.away += 1
    else load.failures.push(`${path}: ${status}`)
  } catch (error) {
    load.failures.push(`${path}: ${String(error)}`)
  }
}

function startOn({ settings }: Place, port: number, more: object = {}): ServerProcess {
  const own = { PORT: String(port), PUBLIC_URL: `https://${siteName}`, TRUST_PROXY: '127.0.0.1' }
  return startProcess({ ...settings, ...own, ...more })
}

describe.runIf(hasNginx && engines.includes('postgres'))('two processes behind nginx', () => {
  let place: Place
  let nginx: Nginx
  const processes: ServerProcess[] = []
  const started: ServerProcess[] = []
  const ports: number[] = []
  let watch: NodeJS.Timeout
  beforeAll(async () => {
    place = await makePlace('postgres')
    ports.push(await freePort(), await freePort())
    processes.push(...ports.map(start))
    await Promise.all(processes.map(({ url }) => url))
    nginx = await startNginx(ports)
    watch = setInterval(askForReady, WATCH_MS)
  })
  afterAll(async () => {
    clearInterval(watch)
    await nginx.stop()
    await Promise.all(processes.map((one) => one.kill('SIGKILL')))
    await place.remove()
  })

  function start(port: number): ServerProcess {
    const DATA_DIR = join(place.dataDir, String(port))
    const one = startOn(place, port, { DATA_DIR, DATA_KEY: 'ab'.repeat(32) })
    started.push(one)
    return one
  }

  /** What agency-watch.service does. */
  function askForReady(): void {
    const url = `http://127.0.0.1:${nginx.ports.watch}${probes.ready}`
    for (let count = 0; count < 4; count += 1) {
      fetch(url).then(
        (answer) => answer.arrayBuffer(),
        () => undefined,
      )
    }
  }

  it(`are restarted ${RESTARTS} times, one after the other, and no request fails`, async () => {
    const load = await startLoad(nginx)
    await Promise.all(processes.map(isAsked))
    for (let count = 0; count < RESTARTS; count += 1) {
      const index = count % ports.length
      expect(await processes[index]?.kill('SIGTERM')).toBe(0)
      const fresh = start(ports[index] ?? 0)
      processes[index] = fresh
      await fresh.url
      await isAsked(fresh)
    }
    const { sent, stored, shed, away, failures } = await load.stop()
    print(`${RESTARTS} restarts of two processes: ${sent} requests, ${stored} stored`)
    expect(failures, faultsOf(started)).toEqual([])
    expect(away, answeredAway(nginx)).toBe(0)
    expect(stored).toBeGreaterThan(0)
    expect(shed).toBe(0)
    // Nothing was sent to a second process after a first had done it.
    expect(await countEnquiries(place)).toBe(stored)
  }, 1_200_000)
})

describe.runIf(hasNginx)('one process with the embedded database behind nginx', () => {
  let place: Place
  let nginx: Nginx
  let one: ServerProcess
  let start: () => ServerProcess
  beforeAll(async () => {
    place = await makePlace('sqlite')
    const port = await freePort()
    start = () => startOn(place, port)
    one = start()
    await one.url
    nginx = await startNginx([port])
  })
  afterAll(async () => {
    await nginx.stop()
    await one.kill('SIGKILL')
    await place.remove()
  })

  it('is restarted: while none is there, 503 with the time to come again, and nothing that was stored is lost', async () => {
    const { load, stop } = await startLoad(nginx)
    for (let count = 0; count < RESTARTS / 2; count += 1) {
      await isAsked(one)
      const before = load.stored
      await eventually(() => expect(load.stored).toBeGreaterThan(before))
      expect(await one.kill('SIGTERM')).toBe(0)
      one = start()
      await one.url
    }
    await isAsked(one)
    const { sent, stored, shed, away, failures } = await stop()
    print(`${RESTARTS / 2} restarts of one process: ${sent} requests, ${away} answered 503`)
    expect(failures).toEqual([])
    expect(shed).toBe(0)
    expect(away).toBeGreaterThan(0)
    expect(await countEnquiries(place)).toBe(stored)
  }, 600_000)
})

/** What the processes logged of faults of their own, for whoever reads that a request failed. */
function faultsOf(all: readonly ServerProcess[]): string {
  const lines = all.flatMap((one) => one.stderr().split('\n'))
  return lines.filter((line) => /"level":"(error|fatal)"/.test(line)).join('\n')
}

/** What nginx logged of answers that no process gave: which processes it asked, how each ended and how long it took. */
function answeredAway({ read }: Nginx): string {
  const lines = read('agency-access.log').split('\n')
  return lines.filter((line) => line.includes('"status":503')).join('\n')
}

/** Resolves once nginx gives that process requests. */
function isAsked(one: ServerProcess): Promise<void> {
  return eventually(() => expect(one.stderr()).toContain('"msg":"answered"'))
}

async function countEnquiries({ databaseUrl, dataDir }: Place): Promise<number> {
  const { db, close } = openDatabase({ databaseUrl, dataDir })
  const rows = await db.selectFrom('records').select('id').execute()
  await close()
  return rows.length
}
