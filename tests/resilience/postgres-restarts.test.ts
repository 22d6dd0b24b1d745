import { describe, expect, it } from 'vitest'
import { errorMessages } from '#contract/messages/en/common.ts'
import { probes } from '#contract/paths.ts'
import { engines, makePlace } from '#tests/support/place.ts'
import { print } from '#tests/support/print.ts'
import { openKept, passClaims, startOwnPostgres } from '#tests/support/resilience/stored.ts'
import { untilCut, writeEnquiries } from '#tests/support/resilience/write-enquiries.ts'
import { rounds } from '#tests/support/rounds.ts'
import { startServer } from '#tests/support/server.ts'
import { shared } from '#tests/support/shared.ts'

/** Answers that visitors get between two events of PostgreSQL. */
const SOME = 20

describe.runIf(engines.includes('postgres'))('PostgreSQL during traffic', () => {
  const running = shared(async () => {
    await using begun = new AsyncDisposableStack()
    const { server: postgres } = begun.use(await startOwnPostgres())
    const place = { ...begun.use(await makePlace('sqlite')), databaseUrl: postgres.url }
    const server = begun.use(await startServer({ place, settings: { DATABASE_URL: postgres.url } }))
    server.deps.worker.start()
    const all = begun.move()
    return { postgres, place, server, [Symbol.asyncDispose]: () => all.disposeAsync() }
  })
  const path = writeEnquiries()
  let refused = 0

  /** Visitors who write until they are stopped; what is not stored is refused in words. */
  function startTraffic() {
    let over = false
    const traffic = untilCut(8, async () => {
      const answer = await path.send(running.server.url)
      if (answer?.status !== 201) {
        expect([answer?.status, answer?.body.message]).toEqual([503, errorMessages.unavailable])
        expect(answer?.headers.get('retry-after')).toBe('10')
        refused += 1
      }
      return over ? undefined : answer
    })
    return () => {
      over = true
      return traffic
    }
  }

  it.for(
    Array.from({ length: rounds }).flatMap(() => [
      ['restarted fast', 'SIGINT'] as const,
      ['restarted at once', 'SIGQUIT'] as const,
      ['killed and started again', 'SIGKILL'] as const,
    ]),
  )('%s loses nothing that was acknowledged, and the same process continues', async ([, signal]) => {
    const { server, postgres, place } = running
    const endTraffic = startTraffic()
    const taken = path.acknowledged()
    await expect.poll(() => path.acknowledged()).toBeGreaterThan(taken + SOME)
    await postgres.end(signal)
    expect((await fetch(server.url + probes.ready)).status).toBe(503)
    expect((await fetch(server.url)).status).toBe(200)
    const gone = refused
    await expect.poll(() => refused).toBeGreaterThan(gone + SOME)
    await postgres.start()
    const until = path.acknowledged()
    await expect.poll(() => path.acknowledged()).toBeGreaterThan(until + SOME)
    await endTraffic()
    expect((await fetch(server.url + probes.ready)).status).toBe(200)
    await using kept = await openKept(place)
    await path.compare(kept)
  })

  it('has every job done in the end', async () => {
    await using kept = await openKept(running.place)
    await passClaims(kept)
    const statuses = () => running.server.deps.db.selectFrom('jobs').select('status').distinct().execute()
    await expect.poll(statuses, { timeout: 120_000 }).toEqual([{ status: 'done' }])
    print(`PostgreSQL ended: ${path.acknowledged()} acknowledged, ${refused} refused`)
  })
})
