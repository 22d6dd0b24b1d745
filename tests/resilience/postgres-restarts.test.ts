import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { errorMessages } from '#contract/messages/en/common.ts'
import { probes } from '#contract/paths.ts'
import { rounds } from '#tests/support/rounds.ts'
import { engines, makePlace, type Place } from '#tests/support/place.ts'
import { print, seconds } from '#tests/support/print.ts'
import { openKept, passClaims, startOwnPostgres } from '#tests/support/resilience/stored.ts'
import { atOnce, writeEnquiries } from '#tests/support/resilience/write-enquiries.ts'
import { startServer, type TestServer } from '#tests/support/server.ts'

const VISITORS = 8
const PAUSE_MS = 20

const ways: [how: string, signal: 'SIGINT' | 'SIGQUIT' | 'SIGKILL', downMs: number][] = [
  ['restarted fast', 'SIGINT', 500],
  ['restarted at once', 'SIGQUIT', 500],
  ['killed and started again', 'SIGKILL', 500],
  ['gone for a while', 'SIGINT', 3000 * rounds],
]

describe.runIf(engines.includes('postgres'))('PostgreSQL during traffic', () => {
  let postgres: Awaited<ReturnType<typeof startOwnPostgres>>
  let place: Place
  let server: TestServer
  const path = writeEnquiries()
  const seen = { refused: 0, healMs: 0 }

  beforeAll(async () => {
    postgres = await startOwnPostgres()
    place = await makePlace('sqlite')
    place = { ...place, databaseUrl: postgres.server.url }
    server = await startServer({ place, settings: { ...place.settings, DATABASE_URL: postgres.server.url } })
    server.deps.worker.start()
  })
  afterAll(async () => {
    await server.stop()
    await place.remove()
    await postgres[Symbol.asyncDispose]()
  })

  /** Visitors who write until they are told to end; what is not taken is refused in words. */
  function startTraffic() {
    let over = false
    const traffic = atOnce(VISITORS, async () => {
      while (!over) {
        const answer = await path.send(server.url)
        if (answer?.status !== 201) {
          expect([answer?.status, answer?.body.message]).toEqual([503, errorMessages.unavailable])
          expect(answer?.headers.get('retry-after')).toBe('10')
          seen.refused += 1
        }
        await sleep(PAUSE_MS)
      }
    })
    return () => {
      over = true
      return traffic
    }
  }

  it.for(ways)(
    '%s loses nothing that was acknowledged, and the same process goes on',
    async ([, signal, downMs]) => {
      for (let round = 0; round < rounds; round += 1) {
        const endTraffic = startTraffic()
        const before = path.acknowledged()
        await expect.poll(() => path.acknowledged()).toBeGreaterThan(before + 20)
        await postgres.server.end(signal)
        expect((await fetch(server.url + probes.ready)).status).toBe(503)
        expect((await fetch(server.url)).status).toBe(200)
        await sleep(downMs)
        await postgres.server.start()
        const begun = performance.now()
        const until = path.acknowledged()
        await expect.poll(() => path.acknowledged(), { interval: 10 }).toBeGreaterThan(until)
        seen.healMs = Math.max(seen.healMs, performance.now() - begun)
        await endTraffic()
        expect((await fetch(server.url + probes.ready)).status).toBe(200)
        await using kept = await openKept(place)
        await path.compare(kept)
      }
    },
  )

  it('has every job done in the end', async () => {
    await using kept = await openKept(place)
    await passClaims(kept)
    const kinds = () => server.deps.db.selectFrom('jobs').select('status').distinct().execute()
    await expect.poll(kinds, { timeout: 120_000 }).toEqual([{ status: 'done' }])
    print(
      `PostgreSQL ended: ${path.acknowledged()} acknowledged, ${seen.refused} refused; writes again ${seconds(seen.healMs)} after it takes queries, at most`,
    )
  })
})
