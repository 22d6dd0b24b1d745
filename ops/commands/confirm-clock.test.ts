import { describe, expect, it } from 'vitest'
import { newBackupKey } from '#server/platform/backup/key-folder.ts'
import { watchClock } from '#server/platform/clock-watch.ts'
import { postEnquiry } from '#tests/support/enquiry.ts'
import { makePlace } from '#tests/support/place.ts'
import { runOps } from '#tests/support/run-ops.ts'
import { startServer } from '#tests/support/server.ts'
import { configOf, newKey } from '#tests/support/stored-place.ts'
import { keyFolder } from './backup.ts'

const DAY = 86_400_000

describe('confirm-clock', () => {
  it('says that nothing is held back while the clock has not jumped', async () => {
    await using server = await startServer()
    expect(await runOps(['confirm-clock'], server.place.settings)).toMatchObject({
      code: 0,
      stdout: '',
      stderr: expect.stringMatching(/^Nothing is held back: the clock says \S+Z and has not jumped\n$/),
    })
  })

  it('shows what would be deleted, by kind, and lets it go on', async () => {
    await using place = await makePlace('sqlite', { hasTables: true })
    const settings = { ...place.settings, BACKUP_KEY: newKey() }
    const now = Date.now()
    const past = now - 400 * DAY
    await using server = await startServer({ place, settings, clock: { now: () => past } })
    await watchClock(server.deps.db, past)
    await postEnquiry(server.url)
    await postEnquiry(server.url)
    await newBackupKey(keyFolder(configOf(settings)), past)
    const kinds = /^enquiries\t2\napplications\t0\n[^]*^files without a record\t0\nkeys of backups\t1\n$/m
    const when = `Held back since ${new Date(past).toISOString()}, when the clock jumped to `
    const shown = await runOps(['confirm-clock', '--dry-run'], settings)
    expect(shown).toMatchObject({ code: 1, stdout: expect.stringMatching(kinds) })
    expect(shown.stderr).toContain(when)
    const confirmed = await runOps(['confirm-clock'], settings)
    const stderr = expect.stringContaining(when)
    expect(confirmed).toEqual({ code: 0, stdout: shown.stdout, stderr })
    const { db } = server.deps
    const noted = db.selectFrom('audit_log').select('detail').where('action', '=', 'confirm_clock')
    const { detail } = await noted.executeTakeFirstOrThrow()
    expect(JSON.parse(detail)).toMatchObject({ enquiries: 2, 'keys of backups': 1 })
    expect((await runOps(['confirm-clock', '--dry-run'], settings)).code).toBe(0)
    expect(await watchClock(server.deps.db, now)).toBeUndefined()
  })
})
