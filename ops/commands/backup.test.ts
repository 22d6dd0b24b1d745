import { mkdtemp, readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type OpsData, withDatabaseOf } from '#ops/database.ts'
import { checkBackup, readParts } from '#server/platform/backup/backup-format.ts'
import { BACKUP_LIFE_MS, listBackupKeys } from '#server/platform/backup/key-folder.ts'
import { DAILY_TASK, maintainBackupKeys, makeBackup, takeSnapshot } from '#server/platform/backup/backup.ts'
import { confirmClock } from '#server/platform/clock-watch.ts'
import { takeRun } from '#server/platform/jobs/schedule.ts'
import { newId } from '#server/platform/ids.ts'
import { erasePerson } from '#server/features/privacy/erasure-store.ts'
import { changePerson, renewInvitation } from '#server/features/staff/access/people-service.ts'
import { jumpClock } from '#tests/support/clock-jump.ts'
import { postApplication, somebody } from '#tests/support/application.ts'
import { goodEnquiry, postEnquiry } from '#tests/support/enquiry.ts'
import { addExecutive, drawForm } from '#tests/support/executive.ts'
import { configOf, keptPlace, newKey } from '#tests/support/stored-place.ts'
import { personOf } from '#tests/support/person.ts'
import { engines, type Place } from '#tests/support/place.ts'
import { enginesInTurn } from '#tests/support/rounds.ts'
import { startServer } from '#tests/support/server.ts'
import { shared } from '#tests/support/shared.ts'
import { addStaff, signedIn } from '#tests/support/staff.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { keyFolder } from './backup.ts'
import { restoreFile } from './restore.ts'
import { runOps } from '#tests/support/run-ops.ts'

const kinds = ['MAIL', 'AADHAAR', 'SMS', 'MANDATE']
const sandboxAlone = Object.fromEntries(kinds.map((kind) => [`${kind}_PROVIDER`, 'sandbox']))

function tell(): void {}
const folder = shared(temporaryFolder)

function newFile(): string {
  return join(folder.path, `${newId()}.backup`)
}

/** Creates keys for one test. */
function ownKeys() {
  return { DATA_KEY: newKey(), BACKUP_KEY: newKey(), BACKUP_KEYS_DIR: join(folder.path, newId()) }
}

/** Runs `work` with the data of a place. */
function inPlace<Result>(place: Place, work: (kept: OpsData) => Promise<Result>): Promise<Result> {
  return withDatabaseOf(configOf(place.settings), work)
}

/** Returns the counts of a backup made now, without what commands write: the audit log and the time last seen. */
function counted(place: Place) {
  return inPlace(place, async ({ db, files }) => {
    const { end } = await checkBackup(readParts(takeSnapshot({ db, files }, { id: 'x', createdAt: 0 }, tell)))
    const { audit_log: _log, audit_pruned: _pruned, clock_watch: _clock, ...tables } = end.tables
    return { tables, files: end.files }
  })
}

function backUp(place: Place, path: string, now = Date.now()) {
  return inPlace(place, ({ db, files, config }) =>
    makeBackup({ db, files, folder: keyFolder(config), now, onProgress: tell }, path),
  )
}

function restore(place: Place, path: string, change: object = {}) {
  const config = configOf({ ...place.settings, ...change })
  return restoreFile(config, path, { write: true, now: Date.now(), tell })
}

describe.each(engines)('a backup of %s', (engine) => {
  it('contains everything acknowledged before it, while others write', async () => {
    await using place = await keptPlace(engine, ownKeys())
    await using server = await startServer({ place })
    const known: string[] = []
    let writing = true
    const write = async () => {
      while (writing) {
        const person = somebody()
        if ((await postApplication(server.url, person)).status === 201) known.push(person.email)
      }
    }
    const writers = [write(), write(), write()]
    await expect.poll(() => known.length).toBeGreaterThan(2)
    const acknowledged = known.length
    const path = newFile()
    await backUp(place, path)
    writing = false
    await Promise.all(writers)
    const { end } = await restoreFile(configOf(place.settings), path, { write: false, now: Date.now(), tell })
    const { records, application_files: documents } = end.tables
    expect(records?.count).toBeGreaterThanOrEqual(acknowledged)
    expect(documents?.count).toBe(records?.count)
    expect(end.files).toMatchObject({ count: documents?.count, gone: 0 })
  })
})

describe.each(enginesInTurn)('a restore of %s', (engine) => {
  it('does not bring back people erased since, even if that database is lost', async () => {
    const settings = ownKeys()
    await using lost = await keptPlace(engine, settings)
    const path = newFile()
    const { email } = somebody()
    {
      await using server = await startServer({ place: lost })
      await postApplication(server.url, { ...somebody(), email })
      await postApplication(server.url)
      await backUp(lost, path)
      const first = server.deps.db.selectFrom('records').select('id').orderBy('created_at')
      const person = await personOf(server.deps, (await first.executeTakeFirstOrThrow()).id)
      await erasePerson(server.deps, person, 'system')
      await maintainBackupKeys(server.deps.db, keyFolder(configOf(lost.settings)), Date.now())
    }
    await using found = await keptPlace(engine, settings)
    await restore(found, path)
    const { tables, files } = await counted(found)
    const one = { count: 1 }
    expect(tables).toMatchObject({ records: one, application_files: one, erasures: one })
    expect(files).toMatchObject({ count: 1, gone: 0 })
  })

  it('brings back no session of the desk, and lists who may sign in', async () => {
    const settings = ownKeys()
    await using lost = await keptPlace(engine, settings)
    const path = newFile()
    {
      await using server = await startServer({ place: lost })
      const { deps } = server
      const stays = { staffId: await addStaff(deps, 'owner', 'Asha Mehta') }
      const leaves = { staffId: await addStaff(deps, 'recruiter', 'Ravi Rao') }
      for (const one of [stays, leaves]) await signedIn(server, 'viewer', one)
      await renewInvitation(deps, leaves.staffId, { actor: 'system' })
      const gone = { disabled: true, id: await addStaff(deps, 'viewer', 'Kiran Shah') }
      await changePerson(deps, gone, { actor: 'system' })
      await backUp(lost, path)
      await changePerson(deps, { id: leaves.staffId, disabled: true }, { actor: 'system' })
    }
    await using found = await keptPlace(engine, settings)
    const { code, stderr } = await runOps(['restore', path], found.settings)
    expect(code).toBe(0)
    const named = stderr.split('\n').filter((line) => line.includes('@staff.example'))
    // Both may be from the same millisecond, and then their order is undefined.
    expect(named.map((line) => line.split('\t').slice(1)).toSorted()).toEqual([
      ['Asha Mehta', 'owner', '1'],
      ['Ravi Rao', 'recruiter', '1'],
    ])
    expect(stderr).toMatch(/their passkeys are as of \d{4}-\S+Z: .* is back/)
    expect(stderr).toContain('npm run -s ops -- staff disable --email X')
    await inPlace(found, async ({ db }) => {
      for (const table of ['staff_sessions', 'staff_invitations'] as const)
        expect(await db.selectFrom(table).selectAll().execute()).toEqual([])
      const restored = db.selectFrom('audit_log').select('detail').where('action', '=', 'restore')
      const { detail } = await restored.executeTakeFirstOrThrow()
      expect(JSON.parse(detail)).toMatchObject({ active_staff: 2, ended_staff_sessions: 2 })
    })
  })
})

describe('a backup', () => {
  it('can be restored into the other engine and back, with every row and byte', async () => {
    const settings = ownKeys()
    await using first = await keptPlace('sqlite', settings)
    {
      await using server = await startServer({ place: first })
      await drawForm(server, (await addExecutive(server.deps)).id)
      await postEnquiry(server.url, { ...goodEnquiry, enquiry: 'Zwölf, बारह, 12; "\\\n\t\u{1f600}' })
      await postApplication(server.url)
      await server.workOff()
    }
    const before = await counted(first)
    expect(before.files).toMatchObject({ count: 3, gone: 0 })
    const [there, back] = [newFile(), newFile()]
    await backUp(first, there)
    expect((await stat(there)).mode & 0o777).toBe(0o600)
    await using second = await keptPlace(engines.at(-1) ?? 'sqlite', settings)
    await restore(second, there)
    expect(await counted(second)).toEqual(before)
    await backUp(second, back)
    await using third = await keptPlace('sqlite', settings)
    await restore(third, back)
    expect(await counted(third)).toEqual(before)
    await using server = await startServer({ place: third })
    expect((await postEnquiry(server.url)).status).toBe(201)
  })

  let settings: ReturnType<typeof ownKeys>
  let place: Awaited<ReturnType<typeof keptPlace>>
  let path: string
  beforeAll(async () => {
    settings = ownKeys()
    place = await keptPlace('sqlite', settings)
    await using server = await startServer({ place })
    await postApplication(server.url)
    path = newFile()
    await backUp(place, path)
  })
  afterAll(() => place.remove())

  /** Tries to restore into an empty place and returns the text of the refusal. */
  async function refusal(file: string, change: object = {}): Promise<string> {
    await using empty = await keptPlace('sqlite', settings)
    try {
      await restore(empty, file, change)
      return 'restored'
    } catch (error) {
      expect(await readdir(empty.dataDir, { recursive: true })).not.toContain('files')
      return (error as Error).message
    }
  }

  it('is refused if it was altered, cut off or extended anywhere', async () => {
    const bytes = await readFile(path)
    const file = newFile()
    const refusalOf = async (written: Buffer | string) => {
      await writeFile(file, written)
      return refusal(file)
    }
    for (const spot of [60, Math.floor(bytes.length / 2), bytes.length - 1]) {
      const bent = Buffer.from(bytes)
      bent[spot] = (bent[spot] ?? 0) ^ 1
      expect(await refusalOf(bent)).toMatch(/altered or is incomplete/)
      expect(await refusalOf(bytes.subarray(0, spot))).toMatch(/altered or is incomplete/)
    }
    expect(await refusalOf(Buffer.concat([bytes, bytes]))).toMatch(/altered or is incomplete/)
    expect(await refusalOf('name,email\n')).toMatch(/is not a backup of this product/)
  })

  it.each([
    ['BACKUP_KEY is not the one', { BACKUP_KEY: newKey() }],
    ['BACKUP_KEY is not set', { BACKUP_KEY: '' }],
    ['DATA_KEY is not the key of this backup', { DATA_KEY: newKey() }],
    ['The key of this backup is not in', { BACKUP_KEYS_DIR: '/nowhere' }],
  ])('is refused with any other key, in words that name it: %s', async (words, change) => {
    expect((await refusal(path, change)).slice(0, words.length)).toBe(words)
  })

  it('is refused by a database with rows', async () => {
    const held = await restore(place, path).catch((error: Error) => error.message)
    expect(held).toMatch(/^The database is not empty \(\w+\)/)
  })

  it('can be restored for 35 days, and never after its key was past its time at two daily runs', async () => {
    const [early, late] = [newFile(), newFile()]
    const [now, day] = [Date.now(), 86_400_000]
    const first = await backUp(place, early, now - BACKUP_LIFE_MS - day)
    expect(await refusal(early)).toMatch(/^This backup is older than 35 days/)
    const second = await backUp(place, late, now - BACKUP_LIFE_MS + 3_600_000)
    // The content after a crash while the key was destroyed.
    const half = newId()
    await writeFile(join(settings.BACKUP_KEYS_DIR, `${half}.key`), Buffer.alloc(200))
    const after = (...runs: readonly number[]) =>
      inPlace(place, async ({ db, config }) => {
        for (const at of runs) await takeRun(db, { name: DAILY_TASK, everyMs: day, now: at })
        await maintainBackupKeys(db, keyFolder(config), now)
        const ids = (await listBackupKeys(settings.BACKUP_KEYS_DIR)).map(({ id }) => id)
        return [first.id, half, second.id].map((id) => ids.includes(id))
      })
    expect(await after(now - day / 2)).toEqual([true, true, true])
    await inPlace(place, ({ db }) => confirmClock(db, now))
    expect(await after()).toEqual([true, true, true])
    expect(await after(now + day / 2)).toEqual([false, false, true])
    expect(await refusal(early)).toMatch(/^The key of this backup is not in/)
    expect(await refusal(late)).toBe('restored')
  })

  it('is made, checked and restored by the commands, which report what they did', async () => {
    const file = newFile()
    const made = await runOps(['backup', '--to', file], place.settings)
    expect([made.code, made.stderr]).toEqual([
      0,
      expect.stringMatching(/^backed up: \d+ rows and 1 file in/m),
    ])
    expect(made.stdout).toMatch(new RegExp(`^[\\w-]{32}\\t\\S+Z\\t\\d+\\t${file}\\n$`))
    const refused = { code: 1, stdout: '', stderr: `${file} already exists\n` }
    expect(await runOps(['backup', '--to', file], place.settings)).toEqual(refused)
    await using empty = await keptPlace('sqlite', settings)
    const looked = await runOps(['restore', file, '--dry-run'], empty.settings)
    expect(looked).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^records\t1$/m),
      stderr: expect.stringMatching(/ can be decrypted with these keys; nothing was written$/m),
    })
    expect(await readdir(empty.dataDir)).toEqual([])
    const done = await runOps(['restore', file], empty.settings)
    expect(done.stderr).toMatch(/^restored as of \S+Z: \d+ rows and 1 file in [\d.]+ s$/m)
    const audited = await inPlace(empty, ({ db }) => db.selectFrom('audit_log').select('action').execute())
    expect(audited).toEqual([{ action: 'restore' }])
  })

  it('deletes older backups with --keep, except while deletion pauses', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'backups-'))
    const [old, recent, other] = ['old.backup', 'recent.backup', 'old.txt'].map((name) => join(folder, name))
    const daysAgo = (days: number) => (Date.now() - days * 86_400_000) / 1000
    for (const [file = '', days] of [
      [old, 36],
      [recent, 34],
      [other, 36],
    ] as const) {
      await writeFile(file, '')
      await utimes(file, daysAgo(days), daysAgo(days))
    }
    const backUpTo = (name: string) =>
      runOps(['backup', '--keep', '35', '--to', join(folder, name)], place.settings)
    await inPlace(place, ({ db }) => jumpClock(db, Date.now()))
    expect(await backUpTo('one.backup')).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/deletion pauses/),
    })
    expect(await readdir(folder)).toHaveLength(4)
    await inPlace(place, ({ db }) => confirmClock(db, Date.now()))
    const made = await backUpTo('two.backup')
    expect([made.code, made.stderr]).toEqual([0, expect.stringContaining(`older than 35 days: ${old}`)])
    expect((await readdir(folder)).toSorted()).toEqual([
      'old.txt',
      'one.backup',
      'recent.backup',
      'two.backup',
    ])
    const wrong = await runOps(['backup', '--keep', 'all', '--to', newFile()], place.settings)
    expect(wrong).toMatchObject({ code: 2, stderr: expect.stringMatching(/--keep needs a number of days/) })
  })

  it('needs only the data key in a trial', async () => {
    const file = newFile()
    const trial = { ...place.settings, BACKUP_KEY: '' }
    const made = await runOps(['backup', '--to', file], trial)
    expect(made).toMatchObject({ code: 0, stderr: expect.stringMatching(/^BACKUP_KEY is not set: /m) })
    await using empty = await keptPlace('sqlite', { DATA_KEY: settings.DATA_KEY })
    const wrong = await runOps(['restore', file], { ...empty.settings, DATA_KEY: newKey() })
    expect(wrong.stderr).toMatch(/^DATA_KEY is not the key that .* was made with, or the file was altered/m)
    expect(await runOps(['restore', file], empty.settings)).toMatchObject({ code: 0 })
    expect(await counted(empty)).toEqual(await counted(place))
  })

  it.each([
    ['production', { NODE_ENV: 'production', ...sandboxAlone }],
    ['a real provider', { MAIL_PROVIDER: 'smtp', SMTP_URL: 'smtp://localhost' }],
  ])('is not made without a key of its own for %s', async (_, change) => {
    const given = { ...place.settings, BACKUP_KEY: '', ...change }
    const { code, stderr } = await runOps(['backup', '--to', newFile()], given)
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^BACKUP_KEY is not set: generate one/)])
  })
})
