import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { verifyAudit } from '#server/audit/verify.ts'
import { wholeFile } from '#server/backups/snapshot.ts'
import { openSealer, takeKeys } from '#server/db/key-check.ts'
import { openDatabase } from '#server/db/client.ts'
import { findApplication } from '#server/features/careers/store.ts'
import { insertEnquiries, listEnquiries } from '#server/features/enquiries/store.ts'
import { openFile } from '#server/lib/file-sealing.ts'
import { newId } from '#server/lib/ids.ts'
import { openFiles } from '#server/open-files.ts'
import { paper, pdfOf, postApplication, somebody } from '#server/testing/application.ts'
import { collect } from '#server/testing/collect.ts'
import { goodEnquiry, postEnquiry } from '#server/testing/enquiry.ts'
import { postSigning } from '#server/testing/executive.ts'
import { configOf, keptPlace, newKey } from '#server/testing/kept-place.ts'
import { openedCells } from '#server/testing/opened-cells.ts'
import { engines } from '#server/testing/place.ts'
import type { Place } from '#server/testing/place.ts'
import { registered } from '#server/testing/registration.ts'
import { startServer } from '#server/testing/server.ts'
import { dataKeys } from './database.ts'
import type { Kept } from './database.ts'
import { rotateAll } from './rotate-key.ts'
import { runOps } from './testing/run-ops.ts'

/** Enough for some commits of a rotation, so that it can be cut off between two. */
const ENQUIRIES = 700

async function withKept<Result>(place: Place, work: (kept: Kept) => Promise<Result>): Promise<Result> {
  const config = configOf(place.settings)
  const { db, close } = openDatabase(config)
  const { sealer } = await openSealer(db, dataKeys(config))
  return work({ config, db, sealer, files: openFiles(config) }).finally(close)
}

function rotate(place: Place): Promise<{ rows: number; files: number } | string> {
  return withKept(place, (kept) => rotateAll(kept, () => undefined)).catch((error: Error) => error.message)
}

/** What a registration and its signing leave sealed. */
const journeyTables = [
  ...['executives', 'mandates', 'mandate_events', 'agreements', 'agreement_events', 'seal_keys'],
  ...['sessions', 'session_photos', 'sandbox_messages', 'sandbox_books'],
]

function bytes(key: string): Buffer {
  return Buffer.from(key, 'base64')
}

/** Rotates in a process of its own, which dies at the first page of enquiries. */
async function rotateAndDie(place: Place): Promise<void> {
  const here = import.meta.dirname
  const script = `
    import { withDatabase } from '${here}/database.ts'
    import { rotateAll } from '${here}/rotate-key.ts'
    const die = (what) => what === 'enquiries' && process.kill(process.pid, 'SIGKILL')
    await withDatabase((kept) => rotateAll(kept, die))`
  const words = ['--input-type=module', '--eval', script]
  const child = spawn(process.execPath, words, { cwd: '/', env: { ...place.settings }, stdio: 'inherit' })
  expect(await once(child, 'close')).toEqual([null, 'SIGKILL'])
}

describe.each(engines)('a new data key on %s', (engine) => {
  it('seals everything anew beside a running server, cut off and given again', async () => {
    const old = newKey()
    const current = newKey()
    await using place = await keptPlace(engine, { DATA_KEY: old })
    const person = somebody()
    const document = pdfOf(100_000)
    {
      await using server = await startServer({ place })
      const rows = Array.from({ length: ENQUIRIES }, () => {
        return { ...goodEnquiry, id: newId(), createdAt: Date.now(), suspect: null, notice: null }
      })
      while (rows.length > 0) await insertEnquiries(server.deps.db, server.deps.sealer, rows.splice(0, 100))
      const { id, fields } = await registered(server.url)
      await server.workOff()
      await postSigning(server.url, { id, signName: fields['name'] ?? '' })
      expect((await postApplication(server.url, person, [paper('resume', document)])).status).toBe(201)
      await server.workOff()
    }
    const turned = { ...place, settings: { ...place.settings, DATA_KEY: current, DATA_KEY_PREVIOUS: old } }
    await using server = await startServer({ place: turned })
    let writing = true
    const statuses = new Set<number>()
    const write = async () => {
      while (writing) {
        statuses.add((await postEnquiry(server.url)).status)
        // What was sent under the key before is known again.
        statuses.add((await postApplication(server.url, person)).status)
      }
    }
    const turning = async () => {
      await rotateAndDie(turned)
      return runOps(['rotate-key'], turned.settings)
    }
    const [half] = await Promise.all([turning().finally(() => (writing = false)), write()])
    const again = await rotate(turned)
    expect(half).toMatchObject({ code: 0, stdout: expect.stringMatching(/^rows\t\d+\nfiles\t4\n$/) })
    expect(half.stderr).toMatch(/DATA_KEY_PREVIOUS can go/)
    expect(Number(/\d+/.exec(half.stdout))).toBeLessThan(ENQUIRIES)
    expect(again).toEqual({ rows: 0, files: 0 })
    expect([...statuses].sort()).toEqual([201, 409])
    await server.stop()

    const alone = { ...place, settings: { ...place.settings, DATA_KEY: current } }
    await withKept(alone, async ({ db, sealer, files }) => {
      const unreadable: string[] = []
      const listing = listEnquiries(db, sealer, { since: 0, unreadable: (id) => unreadable.push(id) })
      expect((await collect(listing)).length).toBeGreaterThan(ENQUIRIES)
      expect(unreadable).toEqual([])
      const [row] = await db.selectFrom('applications').select('id').execute()
      const application = await findApplication(db, sealer, row?.id ?? '')
      expect(application).toMatchObject(person)
      const id = application?.papers[0]?.id ?? ''
      const sealed = await wholeFile(files, id)
      const clear = await collect(openFile(sealer, id, Readable.from([sealed])))
      expect(Buffer.concat(clear).equals(document)).toBe(true)
      expect(await verifyAudit(db)).toMatchObject({ whole: true })
      const cells = await openedCells(db, sealer)
      expect(cells.filter((cell) => cell.includes(': v1.'))).toEqual([])
      for (const table of journeyTables) expect(cells.join('\n')).toContain(`\n${table}.`)
    })
    await using last = await startServer({ place: alone })
    expect((await postApplication(last.url, person)).status).toBe(409)
  })

  it('is refused in words where the keys do not fit', async () => {
    const [first, second] = [newKey(), newKey()]
    await using place = await keptPlace(engine, { DATA_KEY: first })
    await startServer({ place }).then((server) => server.stop())
    const given = (keys: object) => rotate({ ...place, settings: { ...place.settings, ...keys } })
    expect(await given({})).toMatch(/^DATA_KEY_PREVIOUS is not set/)
    expect(await given({ DATA_KEY_PREVIOUS: first })).toMatch(/are the same$/)
    expect(await given({ DATA_KEY: second, DATA_KEY_PREVIOUS: newKey() })).toMatch(/^Neither/)
    await withKept(place, ({ db }) => takeKeys(db, { current: bytes(second), previous: bytes(first) }, 0))
    expect(await given({ DATA_KEY_PREVIOUS: second })).toMatch(/exchange them/)
    expect(await given({ DATA_KEY: newKey(), DATA_KEY_PREVIOUS: second })).toMatch(/was not finished/)
  })

  it('is not done while something does not open, which it names', async () => {
    const old = newKey()
    await using place = await keptPlace(engine, { DATA_KEY: old })
    {
      await using server = await startServer({ place })
      await postEnquiry(server.url)
      await postEnquiry(server.url)
    }
    const settings = { ...place.settings, DATA_KEY: newKey(), DATA_KEY_PREVIOUS: old }
    const bent = await withKept(place, async ({ db }) => {
      const [row] = await db.selectFrom('enquiries').selectAll().execute()
      const name = `${row?.name.slice(0, -4)}AAAA`
      await db
        .updateTable('enquiries')
        .set({ name })
        .where('id', '=', row?.id ?? '')
        .execute()
      return row?.id
    })
    const said = await rotate({ ...place, settings })
    expect(said).toContain(`enquiries.name ${bent}.`)
    await withKept(place, ({ db }) =>
      db
        .deleteFrom('enquiries')
        .where('id', '=', bent ?? '')
        .execute(),
    )
    expect(await rotate({ ...place, settings })).toMatchObject({ files: 0 })
  })
})
