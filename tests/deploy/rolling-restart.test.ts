import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { probes } from '#contract/paths.ts'
import { freePort } from '#scripts/free-port.ts'
import { openDatabase } from '#server/platform/db/client.ts'
import { type ServerProcess, startProcess } from '#tests/support/child.ts'
import { startLoad } from '#tests/support/deploy/load.ts'
import { hasNginx, type Nginx, siteName, startNginx } from '#tests/support/deploy/nginx-server.ts'
import { eventually } from '#tests/support/eventually.ts'
import { rounds } from '#tests/support/rounds.ts'
import { engines, makePlace, type Place } from '#tests/support/place.ts'

/** Of both processes together. */
const RESTARTS = 2 * rounds
const WATCH_MS = 200
/** Between two restarts of a single process, in which it does its work. */
const GOOD_MS = 500

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
    processes.push(...ports.map(startOn))
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

  function startOn(port: number): ServerProcess {
    const one = startProcess({
      ...place.settings,
      DATA_DIR: join(place.dataDir, String(port)),
      DATA_KEY: 'ab'.repeat(32),
      PORT: String(port),
      PUBLIC_URL: `https://${siteName}`,
      TRUST_PROXY: '127.0.0.1',
    })
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
      const fresh = startOn(ports[index] ?? 0)
      processes[index] = fresh
      await fresh.url
      await isAsked(fresh)
    }
    const { sent, stored, shed, away, failures } = await load.stop()
    process.stdout.write(
      `${RESTARTS} restarts of two processes: ${sent} requests, ${stored} stored, ${shed} shed\n`,
    )
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
    const own = { PORT: String(port), PUBLIC_URL: `https://${siteName}`, TRUST_PROXY: '127.0.0.1' }
    start = () => startProcess({ ...place.settings, ...own })
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
    const load = await startLoad(nginx)
    for (let count = 0; count < RESTARTS / 2; count += 1) {
      await isAsked(one)
      await sleep(GOOD_MS)
      expect(await one.kill('SIGTERM')).toBe(0)
      one = start()
      await one.url
    }
    await isAsked(one)
    const { sent, stored, away, awayMs, failures } = await load.stop()
    const longest = `${(awayMs / 1000).toFixed(1)} s`
    process.stdout.write(
      `${RESTARTS / 2} restarts of one process: ${sent} requests, ${away} answered 503 for ${longest} at most\n`,
    )
    expect(failures).toEqual([])
    expect(away).toBeGreaterThan(0)
    expect(stored).toBeGreaterThan(0)
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
