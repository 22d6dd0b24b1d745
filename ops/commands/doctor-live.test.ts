import { createServer } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { environment, type Source } from '#server/config/config.ts'
import { hasS3, makeBucket } from '#tests/support/bucket.ts'
import { listen } from '#tests/support/listen.ts'
import { configOf } from '#tests/support/stored-place.ts'
import type { MailServer } from '#tests/support/mail-server.ts'
import { checkLive } from './doctor.ts'
import { runOps } from '#tests/support/run-ops.ts'
import { startVendors } from '#tests/support/vendors.ts'

const clamdUrl = environment()['TEST_CLAMD_URL']
const nowhere = 'http://127.0.0.1:1'
const nobody = { phone: undefined, address: undefined }

let vendors: Awaited<ReturnType<typeof startVendors>>
beforeAll(async () => {
  vendors = await startVendors()
})
afterAll(() => vendors.close())
/** How many SMS there were when the test began. */
let textsBefore = 0
beforeEach(async () => {
  vendors.mail.replies = {}
  vendors.mail.received.length = 0
  textsBefore = (await vendors.texts()).length
})

/** The SMS of this test, the newest first. */
async function texts() {
  const all = await vendors.texts()
  return all.slice(0, all.length - textsBefore)
}

/** What it says of one thing; no line may have a secret. */
async function said(what: string, change: Source, receivers: Partial<typeof given> = {}): Promise<string> {
  const config = configOf({ ...vendors.settings, ...change })
  const results = await checkLive(config, { ...nobody, ...receivers, now: Date.now() })
  const lines = results.map((result) => `${result.what}: ${result.status}: ${result.detail}`)
  for (const secret of vendors.secrets) expect(lines.join()).not.toContain(secret)
  return lines.find((line) => line.startsWith(`${what}: `))?.slice(what.length + 2) ?? 'nothing'
}

const unreachable = 'none: the address cannot be reached'
const simulated = 'none: simulated by the sandbox'

function failure(answer: string, todo: string): RegExp {
  return new RegExp(`^fail: .*answer: ${answer}; to do: ${todo}`)
}

const given = { phone: '9000000001', address: 'somebody@else.example' }

describe('doctor --live', () => {
  it('asks each vendor one question under right credentials, a line each, and ends well', async () => {
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

  it('sends one real message each where that is asked for, and shows no whole address', async () => {
    const words = ['--send-to', given.phone, '--mail-to', given.address]
    const ran = await runOps(['doctor', '--live', ...words], vendors.settings)
    expect(ran.code).toBe(0)
    expect(ran.stdout).toMatch(
      /^ok\tsms to a phone\tasked: .* to \*{6}0001; answer: taken; to do: see that /m,
    )
    expect(ran.stdout).toMatch(
      /^ok\tmail to an address\tasked: .* to s\*\*\*@e\*\*\*\.example; answer: taken; /m,
    )
    expect(await texts()).toMatchObject([{ to: given.phone, text: expect.stringContaining('000000') }])
    expect(vendors.mail.received.map(({ to }) => to)).toEqual([[given.address]])
  })

  it.each<[what: string, change: Source, answer: string, todo: string]>([
    ['gateway', { PAYNIMO_MERCHANT_ID: 'T999999' }, '.*', 'check PAYNIMO_URL and PAYNIMO_M'],
    ['gateway', { PAYNIMO_URL: nowhere }, unreachable, 'check PAYNIMO'],
    ['aadhaar', { SUREPASS_TOKEN: 'another' }, 'it refuses us', 'check SUREPASS_TOKEN'],
    ['aadhaar', { SUREPASS_URL: nowhere }, unreachable, 'check SURE'],
    ['sms', { MSG91_AUTH_KEY: 'another' }, 'it refuses us', 'check MSG91_AUTH_KEY'],
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

  it('says that hello without a user proves no login', async () => {
    const { SMTP_URL } = vendors.settings
    const bare = SMTP_URL.replace(/\/\/.*@/, '//')
    expect(await said('mail', { SMTP_URL: bare })).toMatch(
      /^warn: .*answer: hello; to do: put user and password/,
    )
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

  it.skipIf(!hasS3)('keeps, gives back and removes one object of a bucket', async () => {
    const bucket = await makeBucket()
    const { settings } = bucket
    const right = await said('bucket', settings)
    const wrong = await said('bucket', { ...settings, S3_BUCKET: 'no-such-bucket' })
    await bucket.remove()
    const asked = /asked: \S+ to store one object, return it and delete it; answer: /.source
    expect(right).toMatch(new RegExp(`^ok: ${asked}written, read and deleted; to do: nothing$`))
    expect(wrong).toMatch(new RegExp(`^fail: ${asked}answers 404 NoSuchBucket; to do: check the S3 settings`))
  })

  it.skipIf(!clamdUrl)('has the virus scanner find the test virus', async () => {
    expect(await said('virus scanner', { CLAMD_URL: clamdUrl })).toMatch(
      /^ok: asked: \S+ to scan the EICAR test virus; answer: it detects it; to do: nothing$/,
    )
  })

  it('says that a virus scanner without signatures finds nothing', async () => {
    const blind = createServer((socket) => void socket.once('data', () => socket.end('stream: OK\0')))
    await using listening = await listen(blind)
    const line = await said('virus scanner', { CLAMD_URL: `tcp://127.0.0.1:${listening.port}` })
    expect(line).toMatch(/^fail: .*answer: it detects nothing; to do: check CLAMD_URL, .* freshclam/)
  })
})
