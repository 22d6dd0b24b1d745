import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:tls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newBackupKey } from '#server/platform/backup/key-folder.ts'
import type { Source } from '#server/config/config.ts'
import { openDatabase } from '#server/platform/db/client.ts'
import { newId } from '#server/platform/ids.ts'
import { makeSandboxCertificate } from '#server/providers/signature/sandbox-certificate.ts'
import { listen } from '#tests/support/listen.ts'
import { type MailServer, startMailServer } from '#tests/support/mail-server.ts'
import { configOf, keptPlace, newKey } from '#tests/support/stored-place.ts'
import { engines } from '#tests/support/place.ts'
import { startServer } from '#tests/support/server.ts'
import { keyFolder } from './backup.ts'
import { clockCheck, providerChecks } from '#ops/checks/outside.ts'
import { DAY_MS } from '#ops/checks/check.ts'
import { checkAll } from './doctor.ts'
import { runOps } from '#tests/support/run-ops.ts'

/** A time server whose clock is that far from this machine's; NTP's times begin in 1900. */
async function startTimeServer(offsetMs: number, length = 48) {
  const socket = createSocket('udp4')
  socket.on('message', (_question, from) => {
    const answer = Buffer.alloc(48)
    const now = Date.now() + offsetMs
    for (const at of [32, 40]) {
      answer.writeUInt32BE(Math.floor(now / 1000) + 2_208_988_800, at)
      answer.writeUInt32BE(Math.floor(((now % 1000) / 1000) * 2 ** 32), at + 4)
    }
    socket.send(answer.subarray(0, length), from.port, from.address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return { address: `127.0.0.1:${socket.address().port}`, close: () => socket.close() }
}

/** An hour that no busy machine takes to answer. */
const HOUR_MS = 3_600_000

describe.each(engines)('the doctor on %s', (engine) => {
  let place: Awaited<ReturnType<typeof keptPlace>>
  let mail: MailServer
  let clock: Awaited<ReturnType<typeof startTimeServer>>
  beforeAll(async () => {
    mail = await startMailServer()
    clock = await startTimeServer(HOUR_MS)
    place = await keptPlace(engine, {
      DATA_KEY: newKey(),
      BACKUP_KEY: newKey(),
      MAIL_PROVIDER: 'smtp',
      SMTP_URL: `smtp://user:secret@127.0.0.1:${mail.port}`,
    })
    await newBackupKey(keyFolder(configOf(place.settings)), Date.now())
    const server = await startServer({ place })
    await server.stop()
  })
  afterAll(async () => {
    await mail.close()
    clock.close()
    await place.remove()
  })

  /** What it says of everything, or of one thing. */
  async function found(change: Source = {}, now = Date.now()): Promise<Record<string, string>> {
    const config = configOf({ ...place.settings, ...change })
    const results = await checkAll(config, { timeServer: clock.address, now })
    return Object.fromEntries(results.map(({ what, status, detail }) => [what, `${status}: ${detail}`]))
  }

  it('finds a place whole, without sending anything', async () => {
    expect(await found()).toMatchObject({
      settings: expect.stringMatching(/^warn: still at a default/),
      database: expect.stringMatching(/^ok/),
      migrations: expect.stringMatching(/^ok: up to \d{4}-/),
      // A PostgreSQL for tests may trade it for speed.
      durability: expect.stringMatching(
        engine === 'sqlite' ? /^ok/ : /^(ok|fail: (fsync|synchronous_commit) )/,
      ),
      // The tests' own account makes databases.
      'database rights': expect.stringMatching(
        engine === 'sqlite' ? /^ok/ : /^warn: more than it needs: .*(superuser|createdb)/,
      ),
      'data key': 'ok: the right one, for 0 days',
      storage: 'ok: written, read and deleted',
      outbox: 'ok: 0 dead, the oldest due job waits 0 min',
      deletion: 'ok: goes on: the clock has not jumped',
      backups: 'ok: the newest is 0 hours old',
      mail: 'ok: 127.0.0.1 accepts our mail',
      sms: 'ok: simulated by the sandbox',
      'virus scanner': expect.stringMatching(/^warn: CLAMD_URL is not set/),
      'signing certificate': expect.stringMatching(/^ok/),
      clock: expect.stringMatching(/^fail: 3\d{6} ms off 127\.0\.0\.1$/),
    })
    expect(mail.received).toEqual([])
  })

  it('fails in production where files are not scanned', async () => {
    const config = { ...configOf(place.settings), production: true }
    const results = await Promise.all(providerChecks(config))
    expect(results).toContainEqual({
      status: 'fail',
      what: 'virus scanner',
      detail: 'CLAMD_URL is not set: files are not scanned',
    })
  })

  it('says what is old, dead or waits', async () => {
    const { db, close } = openDatabase(configOf(place.settings))
    const later = Date.now() + 400 * DAY_MS
    const none = { last_failure: null, finished_at: null, request_id: null, traceparent: null }
    const job = { ...none, kind: 'k', payload: '{}', created_at: 0, attempts: 1 }
    const dead = { ...job, id: newId(), run_at: later, status: 'dead' } as const
    const waiting = { ...job, id: newId(), run_at: later - 2 * HOUR_MS, status: 'ready' } as const
    await db.insertInto('jobs').values([dead, waiting]).execute()
    expect(await found({}, later)).toMatchObject({
      'data key': 'warn: the right one, for 400 days: rotate it once a year',
      outbox: 'fail: 1 dead, the oldest due job waits 120 min: no server runs them',
      backups: 'fail: the newest is 9600 hours old',
    })
    await db.deleteFrom('jobs').execute()
    await close()
  })

  it('says which key, address or certificate is wrong, and no secret', async () => {
    mail.replies = { AUTH: '535 no' }
    const password = newId()
    const p12 = await makeSandboxCertificate({ name: 'localhost', password, now: Date.now() })
    const site = await listen(createServer({ pfx: Buffer.from(p12), passphrase: password }))
    const siteUrl = `https://127.0.0.1:${site.port}`
    const wrong = await found({
      DATA_KEY: newKey(),
      PUBLIC_URL: siteUrl,
      AADHAAR_PROVIDER: 'surepass',
      SUREPASS_TOKEN: 'secret',
      SUREPASS_URL: siteUrl,
      CLAMD_URL: 'unix:///nowhere/clamd',
      SEAL_P12: Buffer.from(p12).toString('base64'),
      SEAL_P12_PASSWORD: password,
    })
    mail.replies = {}
    await site.close()
    expect(wrong).toMatchObject({
      'data key': 'fail: DATA_KEY is not the key of this database',
      mail: 'fail: it refuses the user or the password',
      aadhaar: 'fail: its certificate is not signed by a trusted authority',
      'site certificate': 'fail: its certificate is not signed by a trusted authority',
      'virus scanner': 'fail: there is none',
      'signing certificate': expect.stringMatching(/^ok: valid for \d+ days$/),
    })
    expect(JSON.stringify(wrong)).not.toContain('secret')
  })
})

describe('the doctor', () => {
  it('tells each look on a line of its own, and fails when one did', async () => {
    await using place = await keptPlace('sqlite', {})
    const clock = await startTimeServer(0)
    const said = await runOps(['doctor', '--ntp', clock.address], place.settings)
    clock.close()
    expect(said).toMatchObject({ code: 1, stderr: expect.stringMatching(/^\d+ of \d+ checks failed\n$/) })
    expect(said.stdout).toMatch(/^fail\tdatabase\tDATA_DIR \S+ holds no database yet/m)
    expect(said.stdout).toMatch(/^(ok|warn)\tclock\t-?\d+ ms off 127\.0\.0\.1$/m)
    for (const line of said.stdout.trimEnd().split('\n'))
      expect(line).toMatch(/^(ok|warn|fail)\t[\w ]+\t\S.*$/)
  })

  it('knows no time from an answer that is cut off', async () => {
    const server = await startTimeServer(0, 8)
    const told = await clockCheck(server.address)
    server.close()
    expect(told).toMatchObject({ status: 'warn', detail: 'unknown: 127.0.0.1 does not answer with the time' })
  })

  it('says each setting that cannot be used', async () => {
    expect(await runOps(['doctor'], { PORT: 'x', SMTP_URL: 'y' })).toEqual({
      code: 1,
      stdout:
        'fail\tsettings\tPORT must be a port number from 0 to 65535\n' +
        'fail\tsettings\tSMTP_URL must begin with smtp:// or smtps://\n',
      stderr: '2 of 2 checks failed\n',
    })
  })
})
