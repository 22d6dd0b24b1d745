import { readdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { existsSync, readdirSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { probes } from '#contract/paths.ts'
import type { Source } from '#server/config/config.ts'
import { openDatabase } from '#server/platform/db/client.ts'
import { postApplication } from '#tests/support/application.ts'
import { startProcess } from '#tests/support/child.ts'
import { enter, freshPhone, knownOf, sendTo } from '#tests/support/codes.ts'
import { postEnquiry } from '#tests/support/enquiry.ts'
import { makePlace, type Place } from '#tests/support/place.ts'
import { startOps } from '#tests/support/run-ops.ts'
import { newKey } from '#tests/support/stored-place.ts'
import { codeFor, newVisitor } from '#tests/support/visitor.ts'
import { hasFaultTools } from '#tests/support/resilience/traced.ts'

const MINUTE = 60
const DAY = 24 * 60 * MINUTE

/** Debian keeps the library in a folder that is named for the machine's kind. */
function findFaketime(): string {
  const root = '/usr/lib'
  const folders = readdirSync(root).map((name) => join(root, name, 'faketime', 'libfaketime.so.1'))
  return folders.find((file) => existsSync(file)) ?? ''
}

/** How libfaketime's file says a time that is so many seconds off the right one. */
function offset(seconds: number): string {
  return `${seconds < 0 ? '' : '+'}${seconds}`
}

/** The settings with which a process takes the time from such a file. */
function clockOf(file: string): Source {
  return {
    LD_PRELOAD: findFaketime(),
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_NO_CACHE: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    FAKETIME_DONT_RESET: '1',
  }
}

/**
 * A server whose clock is that many seconds off and can be moved while it runs; its timers go by the clock that nobody moves.
 * The place stays.
 */
async function startAt(place: Place, seconds: number) {
  const file = join(place.dataDir, 'clock')
  await writeFile(file, offset(seconds))
  const server = startProcess({
    RATE_LIMIT_SCALE: '1',
    ...place.settings,
    ...clockOf(file),
  })
  return {
    url: await server.url,
    /** Sets the clock so many seconds off the right time; whoever reads the file finds it whole. */
    async jump(seconds: number) {
      await writeFile(`${file}.next`, offset(seconds))
      await rename(`${file}.next`, file)
    },
    stop: () => server.kill('SIGTERM'),
    async [Symbol.asyncDispose]() {
      await server.kill('SIGKILL')
    },
  }
}

describe.skipIf(!hasFaultTools)('a clock that jumps', () => {
  it.for([
    ['ten minutes on', 10 * MINUTE],
    ['a day back', -DAY],
  ] as const)('%s leaves codes that end, and visitors who are served', async ([, seconds]) => {
    await using place = await makePlace('sqlite')
    await using server = await startAt(place, 0)
    const visitor = newVisitor(server.url)
    const phone = freshPhone()
    expect((await sendTo(visitor, phone)).status).toBe(200)
    const code = await codeFor(visitor, phone)
    const life = (await knownOf(visitor)).phoneOtp?.otp.expiresAfter ?? 0
    expect(life).toBeGreaterThan(500)
    expect(life).toBeLessThanOrEqual(600)
    await server.jump(seconds)
    // What was begun before the jump has to be begun again, and that can be done at once.
    expect((await enter(visitor, phone, code)).status).toBe(422)
    // No limit of before the jump stands in the way.
    expect((await sendTo(visitor, phone)).status).toBe(200)
    const other = freshPhone()
    const again = newVisitor(server.url)
    expect((await sendTo(again, other)).status).toBe(200)
    expect((await knownOf(again)).phoneOtp?.otp.expiresAfter).toBeLessThanOrEqual(600)
    expect((await enter(again, other, await codeFor(again, other))).status).toBe(200)
    expect((await postEnquiry(server.url)).status).toBe(201)
    expect((await fetch(server.url + probes.ready)).status).toBe(200)
  })
})

// The clock is watched in the same way on both engines (`clock-watch.test.ts`).
describe.skipIf(!hasFaultTools)('a clock that is wrong', () => {
  let place: Place
  beforeEach(async () => {
    place = await makePlace('sqlite')
    Object.assign(place.settings, { BACKUP_KEY: newKey(), RATE_LIMIT_SCALE: '1000' })
  })
  afterEach(() => place.remove())

  /** Everything that a wrong clock could destroy: rows, documents, keys of backups. */
  async function held() {
    const { db, close } = openDatabase(place)
    const records = await db.selectFrom('records').select('kind').execute()
    await close()
    const files = await readdir(join(place.dataDir, 'files'), { recursive: true, withFileTypes: true })
    const keys = await readdir(join(place.dataDir, 'backup-keys'))
    return {
      enquiries: records.filter(({ kind }) => kind === 'enquiries').length,
      applications: records.filter(({ kind }) => kind === 'applications').length,
      documents: files.filter((entry) => entry.isFile()).length,
      keys: keys.filter((name) => name.endsWith('.key')).length,
    }
  }

  async function store(url: string, clock: Source = {}) {
    expect((await postEnquiry(url)).status).toBe(201)
    expect((await postApplication(url)).status).toBe(201)
    const backup = ['backup', '--to', join(place.dataDir, 'one.backup')]
    expect(await startOps(backup, { ...place.settings, ...clock })).toMatchObject({ code: 0 })
  }

  const readiness = async (url: string) => (await fetch(url + probes.ready)).json()
  const isHeld = { message: 'ready', held: expect.stringContaining('clock') }

  /** Waits until the server has found its clock wrong, and sees that it goes on serving. */
  async function expectHeld(url: string) {
    await expect.poll(() => readiness(url), { timeout: 60_000, interval: 200 }).toEqual(isHeld)
    expect((await postEnquiry(url)).status).toBe(201)
  }

  it('400 days back and then right, or a day and an hour ahead and back, destroys nothing', async () => {
    await using server = await startAt(place, -400 * DAY)
    await store(server.url, clockOf(join(place.dataDir, 'clock')))
    const before = await held()
    await server.jump(0)
    await expectHeld(server.url)
    expect(await held()).toEqual({ ...before, enquiries: before.enquiries + 1 })
    expect(await startOps(['confirm-clock'], place.settings)).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^enquiries\t1$[^]*^keys of backups\t1$/m),
    })
    expect(await readiness(server.url)).toEqual({ message: 'ready' })
    await server.jump(DAY + 60 * MINUTE)
    await expectHeld(server.url)
    await server.jump(0)
    expect(await readiness(server.url)).toEqual(isHeld)
    expect(await held()).toMatchObject({ applications: 1, documents: before.documents, keys: 1 })
  })
})
