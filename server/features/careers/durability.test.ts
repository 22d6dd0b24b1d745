import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { openDatabase } from '#server/db/client.ts'
import { storedDataKey } from '#server/lib/data-folder.ts'
import { openFile } from '#server/lib/file-sealing.ts'
import { createSealer } from '#server/lib/sealing.ts'
import { createDiskFiles } from '#server/providers/files/disk.ts'
import { paper, postApplication, somebody, uploadsKept } from '#server/testing/application.ts'
import { buildPdf, stream } from '#server/testing/bad-files/pdf.ts'
import { startProcess } from '#server/testing/child.ts'
import { engines, makePlace } from '#server/testing/place.ts'
import type { Place } from '#server/testing/place.ts'
import { sweepOrphans } from './jobs.ts'
import { ORPHAN_AGE_MS } from './rules.ts'
import { listApplications } from './store.ts'

const WRITERS = 6
const ROUNDS = 4

/** A resume that names whose it is. */
function resumeOf(email: string): Buffer {
  return buildPdf({ content: `BT (${email}) Tj ET`, more: [stream('', Buffer.alloc(100_000, 'x'))] })
}

/** Sends one application after the other until the server is no more; adds those answered 201. */
async function applyUntilItDies(url: string, acknowledged: Set<string>): Promise<void> {
  for (;;) {
    const person = somebody()
    const resume = resumeOf(person.email)
    try {
      const { status } = await postApplication(url, person, [
        paper('resume', resume),
        paper('pan_card', resume, 'pan.pdf'),
      ])
      if (status === 201) acknowledged.add(person.email)
      else expect(status).toBe(503)
    } catch (error) {
      // What `fetch` throws when the line is cut.
      if (error instanceof TypeError) return
      throw error
    }
  }
}

/** Compares rows, files and outbox; answers whose rows are there. */
async function agreement(place: Place): Promise<string[]> {
  const { db, close } = openDatabase(place)
  const key = storedDataKey(place.dataDir)
  if (!key) throw new Error('the folder holds no key')
  const sealer = createSealer(key)
  const files = createDiskFiles(join(place.dataDir, 'files'))
  const emails: string[] = []
  const ids: string[] = []
  const named: string[] = []
  for await (const { id, email, papers } of listApplications(db, sealer, {
    since: 0,
    unreadable: expect.unreachable,
  })) {
    emails.push(email)
    ids.push(id)
    expect(papers.map(({ field }) => field)).toEqual(['pan_card', 'resume'])
    for (const { id: file } of papers) {
      const sealed = await files.get(file)
      if (!sealed) throw new Error('a row names a file that is not there')
      expect((await buffer(openFile(sealer, file, sealed))).equals(resumeOf(email))).toBe(true)
      named.push(file)
    }
  }
  const jobs = await db.selectFrom('jobs').select('payload').execute()
  expect(jobs.map(({ payload }) => JSON.parse(payload).applicationId).sort()).toEqual(ids.sort())
  await sweepOrphans({ db, files, clock: { now: () => Date.now() + ORPHAN_AGE_MS + 60_000 } })
  expect((await uploadsKept(place.dataDir)).files.sort()).toEqual(named.sort())
  await close()
  return emails
}

describe.each(engines)('kill -9 on %s', (engine) => {
  it(
    'loses nothing that was answered 201, and rows, files and outbox agree',
    { timeout: 240_000 },
    async () => {
      const place = await makePlace(engine)
      const acknowledged = new Set<string>()
      for (let round = 0; round < ROUNDS; round += 1) {
        const server = startProcess(place.settings)
        const url = await server.url
        const writers = Array.from({ length: WRITERS }, () => applyUntilItDies(url, acknowledged))
        const before = acknowledged.size
        while (acknowledged.size === before) await sleep(20)
        await sleep(Math.random() * 700)
        await server.kill('SIGKILL')
        await Promise.all(writers)
        const there = new Set(await agreement(place))
        expect([...acknowledged].filter((email) => !there.has(email))).toEqual([])
      }
      expect(acknowledged.size).toBeGreaterThanOrEqual(ROUNDS)
      await place.remove()
    },
  )

  it('leaves a spool that the next start empties', async () => {
    const place = await makePlace(engine)
    await mkdir(join(place.dataDir, 'spool'), { recursive: true })
    await writeFile(join(place.dataDir, 'spool', 'left'), 'left by a crash')
    const server = startProcess(place.settings)
    await server.url
    expect((await uploadsKept(place.dataDir)).spool).toEqual([])
    await server.kill('SIGTERM')
    await place.remove()
  })
})
