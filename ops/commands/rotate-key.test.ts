import { insertEnquiries, listEnquiries, newEnquiry, postEnquiry } from '#tests/support/enquiry.ts'
import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { type OpsData, withDatabaseOf } from '#ops/database.ts'
import { findApplication } from '#server/features/careers/store.ts'
import { wholeFile } from '#server/platform/backup/backup.ts'
import { decryptFile } from '#server/platform/crypto/file-cipher.ts'
import { registerKeys } from '#server/platform/crypto/key-check.ts'
import { newId } from '#server/platform/ids.ts'
import { documentPart, pdfOf, postApplication, somebody } from '#tests/support/application.ts'
import { addEnquiry, deskAs, referenceOf } from '#tests/support/desk-records.ts'
import { eventually } from '#tests/support/eventually.ts'
import { signAgreement } from '#tests/support/executive.ts'
import { engines, type Place } from '#tests/support/place.ts'
import { registered } from '#tests/support/registration.ts'
import { enginesInTurn } from '#tests/support/rounds.ts'
import { runOps } from '#tests/support/run-ops.ts'
import { startServer, type TestServer } from '#tests/support/server.ts'
import { addStaff } from '#tests/support/staff.ts'
import { configOf, decryptedCells, keptPlace, newKey } from '#tests/support/stored-place.ts'
import type { Progress } from '#ops/command.ts'
import { rotateAll } from './rotate-key.ts'

/** Enough records for several commits of a rotation, so that it can be interrupted between two. */
const ENQUIRIES = 550

function withDeps<Result>(place: Place, work: (deps: OpsData) => Promise<Result>): Promise<Result> {
  return withDatabaseOf(configOf(place.settings), work)
}

/** Rotates until `tell` throws, and returns the error. */
function rotate(place: Place, tell: Progress['tell'] = () => undefined) {
  return withDeps(place, (deps) => rotateAll(deps, tell)).catch((error: Error) => error.message)
}

/** Interrupts a rotation after the first page of records, as a crash would. */
function cutOff(table: string): void {
  if (table === 'records') throw new Error('cut off')
}

/** The encrypted data of a registration, its signature and the desk. */
const journeyTables = [
  ...['records', 'mandates', 'mandate_events', 'agreements', 'signing_keys'],
  ...['sessions', 'session_photos', 'sandbox_entries', 'staff', 'staff_passkeys', 'staff_sessions'],
  ...['staff_views', 'record_events', 'webhook_endpoints'],
]

async function leaveJourneys(server: TestServer): Promise<void> {
  const { deps, url } = server
  const { id, fields } = await registered(url)
  await signAgreement(server, { link: id, name: fields['name'] ?? '' })
  const staffId = await addStaff(deps, 'owner')
  const call = await deskAs(server, 'owner', { staffId })
  const reference = await referenceOf(deps, 'enquiries', await addEnquiry(deps))
  const view = { kind: 'enquiries', name: 'Mine', query: 'assigned=me' }
  const hook = { url: 'https://hooks.example/', events: ['record.status_changed'] }
  const note = await call(`records/enquiries/${reference}/notes`, { id: newId(), text: 'Called back' })
  const saved = await call('views', view)
  const added = await call<{ endpoint: { id: string } }>('webhooks', hook)
  const rotated = await call(`webhooks/${added.body.endpoint.id}/rotate`, undefined, 'POST')
  expect([note, saved, added, rotated].map(({ status }) => status)).toEqual([200, 201, 201, 200])
}

function bytes(key: string): Buffer {
  return Buffer.from(key, 'base64')
}

describe.each(engines)('a new data key on %s', (engine) => {
  // Both engines re-encrypt every table alike, and a signed agreement takes time.
  const hasJourneys = enginesInTurn.includes(engine)
  const files = hasJourneys ? 4 : 1

  it('re-encrypts everything beside a running server, also after an interruption', async () => {
    const old = newKey()
    const current = newKey()
    await using place = await keptPlace(engine, { DATA_KEY: old })
    const person = somebody()
    const document = pdfOf(100_000)
    {
      await using server = await startServer({ place })
      const rows = Array.from({ length: ENQUIRIES }, () => newEnquiry())
      while (rows.length > 0) await insertEnquiries(server.deps.db, server.deps.cipher, rows.splice(0, 100))
      if (hasJourneys) await leaveJourneys(server)
      expect((await postApplication(server.url, person, [documentPart('resume', document)])).status).toBe(201)
      await eventually(async () => {
        await server.workOff()
        expect(await Array.fromAsync(server.deps.files.list())).toHaveLength(files)
      })
    }
    const turned = { ...place, settings: { ...place.settings, DATA_KEY: current, DATA_KEY_PREVIOUS: old } }
    await using server = await startServer({ place: turned })
    let writing = true
    const statuses = new Set<number>()
    const write = async () => {
      while (writing) {
        statuses.add((await postEnquiry(server.url)).status)
        // A repeated request from before the new key is recognised.
        statuses.add((await postApplication(server.url, person)).status)
      }
    }
    const turning = async () => {
      expect(await rotate(turned, cutOff)).toBe('cut off')
      return runOps(['rotate-key'], turned.settings)
    }
    const [half] = await Promise.all([turning().finally(() => (writing = false)), write()])
    const again = await rotate(turned)
    expect(half).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(new RegExp(`^rows\\t\\d+\\nfiles\\t${files}\\n$`)),
    })
    expect(half.stderr).toMatch(/remove DATA_KEY_PREVIOUS/)
    expect(Number(/\d+/.exec(half.stdout))).toBeLessThan(ENQUIRIES)
    expect(again).toEqual({ rows: 0, files: 0 })
    expect([...statuses].sort()).toEqual([201, 409])
    await server.stop()

    const alone = { ...place, settings: { ...place.settings, DATA_KEY: current } }
    await withDeps(alone, async ({ db, cipher, files }) => {
      const unreadable: string[] = []
      const listing = listEnquiries(db, cipher, { since: 0, unreadable: (id) => unreadable.push(id) })
      expect((await Array.fromAsync(listing)).length).toBeGreaterThan(ENQUIRIES)
      expect(unreadable).toEqual([])
      const sent = db.selectFrom('records').select('id').where('kind', '=', 'applications')
      const row = await sent.executeTakeFirst()
      const application = await findApplication(db, cipher, row?.id ?? '')
      expect(application).toMatchObject(person)
      const id = application?.documents[0]?.id ?? ''
      const sealed = await wholeFile(files, id)
      const clear = await Array.fromAsync(decryptFile(cipher, id, Readable.from([sealed])))
      expect(Buffer.concat(clear).equals(document)).toBe(true)
      const cells = await decryptedCells(db, cipher)
      expect(cells.filter((cell) => cell.includes(': v1.'))).toEqual([])
      for (const table of hasJourneys ? journeyTables : []) expect(cells.join('\n')).toContain(`\n${table}.`)
    })
    await using last = await startServer({ place: alone })
    expect((await postApplication(last.url, person)).status).toBe(409)
  })
})

describe.each(enginesInTurn)('a rotation on %s', (engine) => {
  it('is refused with an explanation if the keys do not fit', async () => {
    const [first, second] = [newKey(), newKey()]
    await using place = await keptPlace(engine, { DATA_KEY: first })
    await startServer({ place }).then((server) => server.stop())
    const given = (keys: object) => rotate({ ...place, settings: { ...place.settings, ...keys } })
    expect(await given({})).toMatch(/^DATA_KEY_PREVIOUS is not set/)
    expect(await given({ DATA_KEY_PREVIOUS: first })).toMatch(/are the same$/)
    expect(await given({ DATA_KEY: second, DATA_KEY_PREVIOUS: newKey() })).toMatch(/^Neither/)
    await withDeps(place, ({ db }) => registerKeys(db, { current: bytes(second), previous: bytes(first) }, 0))
    expect(await given({ DATA_KEY_PREVIOUS: second })).toMatch(/swap them/)
    expect(await given({ DATA_KEY: newKey(), DATA_KEY_PREVIOUS: second })).toMatch(/was not finished/)
  })

  it('does not finish while a value cannot be decrypted, and names it', async () => {
    const old = newKey()
    await using place = await keptPlace(engine, { DATA_KEY: old })
    {
      await using server = await startServer({ place })
      await postEnquiry(server.url)
      await postEnquiry(server.url)
    }
    const settings = { ...place.settings, DATA_KEY: newKey(), DATA_KEY_PREVIOUS: old }
    const bent = await withDeps(place, async ({ db }) => {
      const { id, personal } = await db.selectFrom('records').selectAll().executeTakeFirstOrThrow()
      const altered = { personal: `${personal.slice(0, -4)}AAAA` }
      await db.updateTable('records').set(altered).where('id', '=', id).execute()
      return id
    })
    const said = await rotate({ ...place, settings })
    expect(said).toContain(`records.personal ${bent}.`)
    await withDeps(place, ({ db }) => db.deleteFrom('records').where('id', '=', bent).execute())
    expect(await rotate({ ...place, settings })).toMatchObject({ files: 0 })
  })
})
