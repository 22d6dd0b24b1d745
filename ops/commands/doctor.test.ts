import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { mkdir, rmdir } from 'node:fs/promises'
import { createServer as createTcpServer } from 'node:net'
import { join } from 'node:path'
import { createServer } from 'node:tls'
import { beforeEach, describe, expect, it } from 'vitest'
import { newBackupKey } from '#server/platform/backup/key-folder.ts'
import { confirmClock } from '#server/platform/clock-watch.ts'
import { environment, type Source } from '#server/config/config.ts'
import { openDatabase } from '#server/platform/db/client.ts'
import { newId } from '#server/platform/ids.ts'
import { makeSandboxCertificate } from '#server/providers/signature/sandbox-certificate.ts'
import { hasS3, makeBucket } from '#tests/support/bucket.ts'
import { jumpClock } from '#tests/support/clock-jump.ts'
import { listen } from '#tests/support/listen.ts'
import { type MailServer, startMailServer } from '#tests/support/mail-server.ts'
import { configOf, keptPlace, newKey } from '#tests/support/stored-place.ts'
import { engines } from '#tests/support/place.ts'
import { startServer } from '#tests/support/server.ts'
import { shared } from '#tests/support/shared.ts'
import { keyFolder } from './backup.ts'
import { clockCheck, providerChecks } from '#ops/checks/outside.ts'
import { DAY_MS } from '#ops/checks/check.ts'
import { checkAll, checkLive } from './doctor.ts'
import { runOps } from '#tests/support/run-ops.ts'
import { startVendors } from '#tests/support/vendors.ts'

/** Starts a time server whose clock differs by `offsetMs`; NTP's times begin in 1900. */
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
  const close = async () => void socket.close()
  return { address: `127.0.0.1:${socket.address().port}`, [Symbol.asyncDispose]: close }
}

/** An hour, longer than any busy machine needs. */
const HOUR_MS = 3_600_000

describe.each(engines)('the doctor on %s', (engine) => {
  const mail = shared(startMailServer)
  const clock = shared(() => startTimeServer(HOUR_MS))
  const place = shared(async () => {
    const smtp = { MAIL_PROVIDER: 'smtp', SMTP_URL: `smtp://user:secret@127.0.0.1:${mail.port}` }
    const kept = await keptPlace(engine, { ...smtp, DATA_KEY: newKey(), BACKUP_KEY: newKey() })
    await newBackupKey(keyFolder(configOf(kept.settings)), Date.now())
    await startServer({ place: kept }).then((server) => server.stop())
    return kept
  })

  /** Returns all results, or those about one subject. */
  async function found(change: Source = {}, now = Date.now()): Promise<Record<string, string>> {
    const config = configOf({ ...place.settings, ...change })
    const results = await checkAll(config, { timeServer: clock.address, now })
    return Object.fromEntries(results.map(({ what, status, detail }) => [what, `${status}: ${detail}`]))
  }

  it('passes a healthy installation without sending anything', async () => {
    // The tests' PostgreSQL is not durable, and the tests' account may create databases.
    const [durable, rights] =
      engine === 'sqlite'
        ? [/^ok/, /^ok/]
        : [/^(ok|fail: (fsync|synchronous_commit) )/, /^warn: more than .*(superuser|createdb)/]
    const own = {
      durability: expect.stringMatching(durable),
      'database rights': expect.stringMatching(rights),
    }
    expect(await found()).toMatchObject({
      settings: expect.stringMatching(/^warn: still at a default/),
      database: expect.stringMatching(/^ok/),
      migrations: expect.stringMatching(/^ok: up to \d{4}-/),
      ...own,
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

  it('fails in production if files are not scanned', async () => {
    const results = await Promise.all(providerChecks({ ...configOf(place.settings), production: true }))
    const detail = 'CLAMD_URL is not set: files are not scanned'
    expect(results).toContainEqual({ status: 'fail', what: 'virus scanner', detail })
  })

  it('reports what is old, dead or waiting', async () => {
    const { db, close } = openDatabase(configOf(place.settings))
    const later = Date.now() + 400 * DAY_MS
    const none = { last_failure: null, finished_at: null, request_id: null }
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

  it('warns that deletion pauses and that the folder of backup keys cannot be written', async () => {
    const config = configOf(place.settings)
    const { db, close } = openDatabase(config)
    await jumpClock(db, Date.now())
    // Root can write everything except a folder.
    const probe = join(config.backup.keysDir, '.written-by-doctor')
    await mkdir(probe)
    const written = 'a restore would bring back whom you erased'
    expect(await found({}, Date.now())).toMatchObject({
      deletion: expect.stringMatching(
        /^warn: pauses until \S+: the clock jumped from .* at the desk, Privacy$/,
      ),
      backups: `fail: BACKUP_KEYS_DIR cannot be written (EISDIR): ${written}`,
    })
    await rmdir(probe)
    await confirmClock(db, Date.now())
    await close()
  })

  it('names the wrong key, address or certificate, and no secret', async () => {
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
  it('prints one line per check, and fails if a check failed', async () => {
    await using place = await keptPlace('sqlite', {})
    await using clock = await startTimeServer(0)
    const said = await runOps(['doctor', '--ntp', clock.address], place.settings)
    expect(said).toMatchObject({ code: 1, stderr: expect.stringMatching(/^\d+ of \d+ checks failed\n$/) })
    expect(said.stdout).toMatch(/^fail\tdatabase\tDATA_DIR \S+ holds no database yet/m)
    expect(said.stdout).toMatch(/^(ok|warn)\tclock\t-?\d+ ms off 127\.0\.0\.1$/m)
    for (const line of said.stdout.trimEnd().split('\n'))
      expect(line).toMatch(/^(ok|warn|fail)\t[\w ]+\t\S.*$/)
  })

  it('ignores an incomplete answer of a time server', async () => {
    await using server = await startTimeServer(0, 8)
    const told = await clockCheck(server.address)
    expect(told).toMatchObject({ status: 'warn', detail: 'unknown: 127.0.0.1 does not answer with the time' })
  })

  it('reports each invalid setting', async () => {
    const { code, stdout, stderr } = await runOps(['doctor'], { PORT: 'x', SMTP_URL: 'y' })
    expect([code, stderr]).toEqual([1, '2 of 2 checks failed\n'])
    expect(stdout).toMatch(/^fail\tsettings\tPORT must .*\nfail\tsettings\tSMTP_URL must .*\n$/)
  })
})

const clamdUrl = environment()['TEST_CLAMD_URL']
const nowhere = 'http://127.0.0.1:1'
const unreachable = 'none: the address cannot be reached'
const simulated = 'none: simulated by the sandbox'
const given = { phone: '9000000001', address: 'somebody@else.example' }

function failure(answer: string, todo: string): RegExp {
  return new RegExp(`^fail: .*answer: ${answer}; to do: ${todo}`)
}

describe('doctor --live', () => {
  const vendors = shared(startVendors)
  /** The number of SMS before the test. */
  let textsBefore = 0
  beforeEach(async () => {
    vendors.mail.replies = {}
    vendors.mail.received.length = 0
    textsBefore = (await vendors.texts()).length
  })

  /** Returns the SMS of this test, newest first. */
  async function texts() {
    const all = await vendors.texts()
    return all.slice(0, all.length - textsBefore)
  }

  /** Returns the result about one subject, and checks that no line contains a secret. */
  async function said(what: string, change: Source, receivers: Partial<typeof given> = {}): Promise<string> {
    const config = configOf({ ...vendors.settings, ...change })
    const { phone, address } = receivers
    const results = await checkLive(config, { phone, address, now: Date.now() })
    const lines = results.map((result) => `${result.what}: ${result.status}: ${result.detail}`)
    for (const secret of vendors.secrets) expect(lines.join()).not.toContain(secret)
    return lines.find((line) => line.startsWith(`${what}: `))?.slice(what.length + 2) ?? 'nothing'
  }

  it('asks each vendor one question, prints one line each, and succeeds with right credentials', async () => {
    const ran = await runOps(['doctor', '--live'], vendors.settings)
    expect(ran).toMatchObject({ code: 0, stderr: '' })
    expect(ran.stdout.replaceAll('127.0.0.1', 'HOST').trimEnd().split('\n').slice(1)).toEqual([
      'ok\tgateway\tasked: HOST about a transaction that cannot exist; answer: 9999, «not found»: host and merchant code are known; this does not prove the salt; to do: prove the salt by a first attempt with the test code (T…)',
      'ok\taadhaar\tasked: HOST for the balance; answer: 5000 credits left; to do: nothing; only the first verified number shows whether the contract covers Aadhaar OTP',
      'ok\tsms\tasked: HOST for the balance; answer: 2000 messages on route 4 left; to do: prove header, entity and templates with --send-to PHONE',
      'ok\tmail\tasked: HOST for hello and a login; answer: both; to do: prove delivery with --mail-to ADDRESS',
      'warn\tvirus scanner\tCLAMD_URL is not set: files are not scanned',
    ])
    expect([await texts(), vendors.mail.received]).toEqual([[], []])
  })

  it('sends one real message each on request, and shows no complete address', async () => {
    const words = ['--send-to', given.phone, '--mail-to', given.address]
    const ran = await runOps(['doctor', '--live', ...words], vendors.settings)
    expect(ran.code).toBe(0)
    expect(ran.stdout).toMatch(/^ok\tsms to a phone\tasked: .* to \*{6}0001; answer: taken; to do: see /m)
    expect(ran.stdout).toMatch(/^ok\tmail to an address\t.* to s\*\*\*@e\*\*\*\.example; answer: taken; /m)
    expect(await texts()).toMatchObject([{ to: given.phone, text: expect.stringContaining('000000') }])
    expect(vendors.mail.received.map(({ to }) => to)).toEqual([[given.address]])
  })

  it.each<[what: string, change: Source, answer: string, todo: string]>([
    ['gateway', { PAYNIMO_MERCHANT_ID: 'T999999' }, '.*', 'check PAYNIMO_URL and PAYNIMO_M'],
    ['gateway', { PAYNIMO_URL: nowhere }, unreachable, 'check PAYNIMO'],
    ['aadhaar', { SUREPASS_TOKEN: 'another' }, 'it refuses us', 'check SUREPASS_TOKEN'],
    ['sms', { MSG91_URL: nowhere }, unreachable, 'check MSG91'],
    ['mail', { SMTP_URL: 'smtp://127.0.0.1:1' }, 'nothing answers there', 'check SMTP_URL'],
    ['virus scanner', { CLAMD_URL: 'tcp://127.0.0.1:1' }, 'none', 'check CLAMD_URL'],
  ])('says what is wrong with %s when %o', async (what, change, answer, todo) => {
    expect(await said(what, change)).toMatch(failure(answer, todo))
  })

  it.each<[name: string, replies: MailServer['replies']]>([
    ['refuses the password', { AUTH: '535 no' }],
    ['has no login', { EHLO: '250 test', AUTH: '503 no' }],
  ])('says that the mail server %s', async (_, replies) => {
    vendors.mail.replies = replies
    expect(await said('mail', {})).toMatch(failure('it refuses the user or the password', 'check SMTP'))
  })

  it('says that a greeting without a user does not prove a login', async () => {
    const { SMTP_URL } = vendors.settings
    const bare = SMTP_URL.replace(/\/\/.*@/, '//')
    const line = await said('mail', { SMTP_URL: bare })
    expect(line).toMatch(/^warn: .*answer: hello; to do: put user and password/)
  })

  it.each<[what: string, change: Source, answer: string, todo: string]>([
    ['sms to a phone', { MSG91_TEMPLATE_CODE: 'x' }, 'refused', 'check SMS_PROVIDER and the'],
    ['sms to a phone', { MSG91_AUTH_KEY: 'x' }, 'not allowed', 'check SMS_PROVIDER and the'],
    ['sms to a phone', { SMS_PROVIDER: 'sandbox' }, simulated, ''],
    ['mail to an address', { MAIL_PROVIDER: 'sandbox' }, simulated, ''],
    ['mail to an address', {}, 'refused', 'check MAIL_PROVIDER, SMTP_URL and MAIL_FROM'],
  ])('says why there was no %s with %o', async (what, change, answer, todo) => {
    vendors.mail.replies = { RCPT: '550 no' }
    expect(await said(what, change, given)).toMatch(failure(answer, todo))
    expect(await texts()).toHaveLength(what === 'mail to an address' ? 1 : 0)
  })

  it.skipIf(!hasS3)('stores, returns and deletes one object in a bucket', async () => {
    const bucket = await makeBucket()
    const { settings } = bucket
    const right = await said('bucket', settings)
    const wrong = await said('bucket', { ...settings, S3_BUCKET: 'no-such-bucket' })
    await bucket.remove()
    const asked = /asked: \S+ to store one object, return it and delete it; answer: /.source
    expect(right).toMatch(new RegExp(`^ok: ${asked}written, read and deleted; to do: nothing$`))
    expect(wrong).toMatch(new RegExp(`^fail: ${asked}answers 404 NoSuchBucket; to do: check the S3 settings`))
  })

  it.skipIf(!clamdUrl)('checks that the virus scanner finds the test virus', async () => {
    expect(await said('virus scanner', { CLAMD_URL: clamdUrl })).toMatch(
      /^ok: asked: \S+ to scan the EICAR test virus; answer: it detects it; to do: nothing$/,
    )
  })

  it('reports a virus scanner without signatures', async () => {
    const blind = createTcpServer((socket) => void socket.once('data', () => socket.end('stream: OK\0')))
    await using listening = await listen(blind)
    const line = await said('virus scanner', { CLAMD_URL: `tcp://127.0.0.1:${listening.port}` })
    expect(line).toMatch(/^fail: .*answer: it detects nothing; to do: check CLAMD_URL, .* freshclam/)
  })
})
