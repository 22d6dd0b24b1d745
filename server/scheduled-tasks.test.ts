import type { RecordKind } from '#contract/schemas/staff-records.ts'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { probes } from '#contract/paths.ts'
import { listBackupKeys, newBackupKey } from '#server/platform/backup/key-folder.ts'
import { confirmClock } from '#server/platform/clock-watch.ts'
import { createFieldCipher } from '#server/platform/crypto/field-cipher.ts'
import { postApplication } from '#tests/support/application.ts'
import { postEnquiry } from '#tests/support/enquiry.ts'
import { makePlace, withoutTable } from '#tests/support/place.ts'
import { enginesInTurn } from '#tests/support/rounds.ts'
import { movingClock, startServer, type TestServer } from '#tests/support/server.ts'
import { ofEachTest } from '#tests/support/shared.ts'
import { rewriteBooks } from '#tests/support/gateway-store.ts'
import { mandateOf, registered } from '#tests/support/registration.ts'
import { newKey } from '#tests/support/stored-place.ts'
import { messagesTo } from '#tests/support/visitor.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const inbox = 'inbox@agency.example'

describe.each(enginesInTurn)('the scheduled deletion, on %s,', (engine) => {
  const key = newKey()
  const place = ofEachTest(() => makePlace(engine, { hasTables: true }))
  let clock: ReturnType<typeof movingClock>
  let server: TestServer
  beforeEach(async () => {
    clock = movingClock()
    server = await start()
  })
  afterEach(() => server.stop())

  function start(): Promise<TestServer> {
    return startServer({ place, clock, settings: { BACKUP_KEY: key, AGENCY_INBOX: inbox } })
  }

  async function restart(): Promise<void> {
    await server.stop()
    server = await start()
  }

  /** Runs the first rounds of a server that has just started. */
  async function look(rounds = 3): Promise<void> {
    for (let round = 0; round < rounds; round += 1) await server.deps.scheduledTasks.round()
  }

  /** Stores one of everything that expires: an enquiry, an application with its documents, and the key of a backup. */
  async function store(): Promise<void> {
    expect((await postEnquiry(server.url)).status).toBe(201)
    expect((await postApplication(server.url)).status).toBe(201)
    const { keysDir } = server.deps.config.backup
    await newBackupKey({ path: keysDir, cipher: createFieldCipher(Buffer.from(key, 'base64')) }, clock.now())
  }

  async function held() {
    const { db, config } = server.deps
    const files = await readdir(join(place.dataDir, 'files'), { recursive: true, withFileTypes: true })
    const rows = await db.selectFrom('records').select('kind').execute()
    const count = (kind: RecordKind) => rows.filter((row) => row.kind === kind).length
    const keys = (await listBackupKeys(config.backup.keysDir)).length
    const hasFiles = files.some((entry) => entry.isFile())
    return { enquiries: count('enquiries'), applications: count('applications'), hasFiles, keys }
  }
  const all = { enquiries: 1, applications: 1, hasFiles: true, keys: 1 }
  const nothing = { enquiries: 0, applications: 0, hasFiles: false, keys: 0 }

  it.each([
    ['a start 367 days ahead', [367 * DAY]],
    ['a leap of more than a day and back', [DAY + HOUR, -DAY - HOUR]],
    ['a year off', [367 * DAY, DAY]],
  ])('deletes nothing after %s, logs that, and serves visitors', async (_, jumps) => {
    await store()
    await look()
    for (const ms of jumps) {
      clock.advance(ms)
      await restart()
      await look()
      clock.advance(2 * HOUR)
      await look()
    }
    expect(await held()).toEqual(all)
    expect(
      server.log().match(/"level":"warn".*the clock jumped: nothing is deleted for 48 hours/g),
    ).toHaveLength(1)
    // Strangers are not told.
    const ready = await fetch(server.url + probes.ready)
    expect([ready.status, await ready.json()]).toEqual([200, { message: 'ready' }])
    await server.workOff()
    const subjects = (await messagesTo(server, inbox)).map(({ subject }) => subject)
    expect(subjects.filter((subject) => subject?.includes('deletion pauses'))).toHaveLength(1)
    expect((await postEnquiry(server.url)).status).toBe(201)
  })

  it('deletes nothing that was written 400 days back once the clock is right', async () => {
    clock.advance(-400 * DAY)
    await look()
    await store()
    await look()
    clock.advance(400 * DAY)
    await restart()
    await look()
    clock.advance(DAY)
    await look()
    clock.advance(DAY - 1)
    await look()
    expect(await held()).toEqual(all)
  })

  it('polls each mandate again as soon as a clock that was ahead is right', async () => {
    const { fields } = await registered(server, { now: clock.now() })
    const { transactionId = '' } = fields
    clock.advance(6 * DAY)
    await look()
    await rewriteBooks(server, transactionId, { status: '0300' })
    clock.advance(HOUR - 6 * DAY)
    await look()
    expect((await mandateOf(server.deps, { transactionId }))?.status).toBe('active')
  })

  it('pauses only after three days off, and then everything continues by itself', async () => {
    await store()
    await look()
    // So close to a year that the days off complete it.
    clock.advance(365 * DAY)
    await confirmClock(server.deps.db, clock.now())
    await look()
    clock.advance(3 * DAY)
    await restart()
    const seen: unknown[] = []
    for (let days = 0; days < 5; days += 1) {
      await look()
      seen.push(await held())
      clock.advance(DAY)
    }
    expect(seen.slice(0, 2)).toEqual([all, all])
    expect(seen.at(-1)).toEqual(nothing)
  })

  it('continues once the clock is confirmed, with what was due at two daily runs', async () => {
    await store()
    await look()
    clock.advance(367 * DAY)
    await look()
    await confirmClock(server.deps.db, clock.now())
    await look()
    clock.advance(23 * HOUR)
    await look()
    expect(await held()).toEqual(all)
    clock.advance(HOUR)
    await look()
    expect(await held()).toEqual(nothing)
  })

  it('loses no daily run that failed: it is repeated within minutes', async () => {
    await store()
    clock.advance(367 * DAY)
    await confirmClock(server.deps.db, clock.now())
    await look()
    clock.advance(DAY)
    const { db } = server.deps
    await expect(withoutTable(db, 'audit_log', () => look(1))).rejects.toThrow()
    expect(await held()).toMatchObject({ enquiries: 1, applications: 1 })
    await look(1)
    expect(await held()).toMatchObject({ enquiries: 1, applications: 1 })
    clock.advance(HOUR / 12)
    await look(1)
    expect(await held()).toEqual(nothing)
  })

  it('deletes what is due although its processes restart every few hours, and never in their first round', async () => {
    await store()
    clock.advance(367 * DAY)
    await confirmClock(server.deps.db, clock.now())
    const seen = [await held()]
    for (let hours = 0; hours < 50; hours += 6) {
      await restart()
      await look(1)
      expect(await held()).toEqual(seen.at(-1))
      await look(1)
      seen.push(await held())
      clock.advance(6 * HOUR)
    }
    // The first daily run saw them past their time, the second deleted them; keys follow within ten minutes.
    expect(seen.slice(0, 5)).toEqual(Array(5).fill(all))
    expect(seen.at(-1)).toEqual(nothing)
  })
})
