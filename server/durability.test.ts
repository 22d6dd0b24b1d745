import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { api, probes } from '#contract/paths.ts'
import { openDatabase } from './db/client.ts'
import { listEnquiries } from './features/enquiries/store.ts'
import type { StoredEnquiry } from './features/enquiries/store.ts'
import { storedDataKey } from './lib/data-folder.ts'
import { createSealer } from './lib/sealing.ts'
import { startProcess } from './testing/child.ts'
import { goodEnquiry, postEnquiry } from './testing/enquiry.ts'
import { engines, makePlace } from './testing/place.ts'
import type { Place } from './testing/place.ts'

const WRITERS = 8
const ROUNDS = 3

interface Written {
  asked: Set<string>
  acknowledged: Set<string>
}

/** Sends enquiries one after the other until the server is no more. */
async function writeUntilItDies(
  url: string,
  writer: string,
  { asked, acknowledged }: Written,
): Promise<void> {
  for (let count = 0; ; count += 1) {
    const name = `${writer}-${count}`
    asked.add(name)
    try {
      const { status } = await fetch(url + api.sendEnquiry, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...goodEnquiry, name }),
      })
      // A busy machine sheds some, which are then not acknowledged.
      if (status === 503) continue
      expect(status).toBe(201)
    } catch (error) {
      // What `fetch` throws when the line is cut.
      if (error instanceof TypeError) return
      throw error
    }
    acknowledged.add(name)
  }
}

async function everythingKept(place: Place): Promise<{ names: string[]; ids: string[]; jobs: string[] }> {
  const database = openDatabase({ databaseUrl: place.databaseUrl, dataDir: place.dataDir })
  const key = storedDataKey(place.dataDir)
  if (!key) throw new Error('the folder holds no key')
  const enquiries: StoredEnquiry[] = []
  for await (const enquiry of listEnquiries(database.db, createSealer(key), {
    since: 0,
    unreadable: expect.unreachable,
  }))
    enquiries.push(enquiry)
  const jobs = await database.db.selectFrom('jobs').select('payload').execute()
  await database.close()
  return {
    names: enquiries.map(({ name }) => name).sort(),
    ids: enquiries.map(({ id }) => id).sort(),
    jobs: jobs.map(({ payload }) => JSON.parse(payload).enquiryId).sort(),
  }
}

describe.each(engines)('a server on %s that is killed in the middle of writes', (engine) => {
  let place: Place
  beforeEach(async () => {
    place = await makePlace(engine)
  })
  afterEach(() => place.remove())

  it('has every enquiry it acknowledged, each with its job, and is soon ready again', async () => {
    const written: Written = { asked: new Set(), acknowledged: new Set() }
    for (let round = 0; round < ROUNDS; round += 1) {
      await using server = startProcess({ ...place.settings, LOG_LEVEL: 'error' })
      const url = await server.url
      const readiness = await fetch(url + probes.ready)
      expect([readiness.status, await readiness.json()]).toEqual([200, { message: 'ready' }])
      const enough = written.acknowledged.size + 40 + Math.random() * 200
      const writers = Array.from({ length: WRITERS }, (_, index) =>
        writeUntilItDies(url, `r${round}w${index}`, written),
      )
      while (written.acknowledged.size < enough) await new Promise(setImmediate)
      await server.kill('SIGKILL')
      await Promise.all(writers)
    }
    const { names, ids, jobs } = await everythingKept(place)
    const kept = new Set(names)
    expect([...written.acknowledged].filter((name) => !kept.has(name))).toEqual([])
    expect(names.filter((name) => !written.asked.has(name))).toEqual([])
    expect(names.length).toBe(kept.size)
    expect(jobs).toEqual(ids)
    // What was told and what was not at the kills is told in the end, by whoever starts next.
    await using server = startProcess(place.settings)
    expect((await postEnquiry(await server.url)).status).toBe(201)
  }, 240_000)
})
