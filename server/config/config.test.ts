import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { liveProviders } from '#tests/support/vendors.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { type Config, environment, loadConfig, loadEnvironment, type Source } from './config.ts'
import type { settings } from './settings.ts'

function faultsOf(source: Source): string[] {
  const answer = loadConfig(source)
  return answer.ok ? [] : answer.faults
}

function configOf(source: Source = {}): Config {
  const answer = loadConfig(source)
  if (!answer.ok) throw new Error(answer.faults.join('\n'))
  return answer.config
}

const key = 'ab'.repeat(32)
/** Begins like a PKCS#12 file. */
const p12 = Buffer.alloc(200, 0x30)

const support = { AGENCY_SUPPORT_EMAIL: 'a@b.in' }
const report = 'https://b.in/report'
const registered = { ...liveProviders, MSG91_TEMPLATE_LINK_GU: 't2' }
const none = undefined
const unregistered = { mobile_code: none, link_code: none, number_code: none, number_changed: none }
const texts = {
  templates: { en: { mobile_code: 'code' }, hi: unregistered, gu: { ...unregistered, link_code: 't2' } },
}

describe('the settings', () => {
  it.each<[string, Source, object]>([
    ['the port in the public address', { PORT: '8080' }, { publicUrl: 'http://localhost:8080' }],
    ['a public address without its slash', { PUBLIC_URL: 'https://x.in/' }, { publicUrl: 'https://x.in' }],
    ['an empty line as none', { PORT: '', DATABASE_URL: '', AGENCY_NAME: '' }, { port: 3000 }],
    [
      'proxies',
      { TRUST_PROXY: '10.0.0.0/8, ::1,10.0.0.1' },
      { trustProxy: ['10.0.0.0/8', '::1', '10.0.0.1'] },
    ],
    ['every language while the product is tried', {}, { languages: ['en', 'hi', 'gu'] }],
    ['languages, with English always', { LANGUAGES: 'gu' }, { languages: ['en', 'gu'] }],
    ['a key', { DATA_KEY: key }, { dataKey: Buffer.from(key, 'hex') }],
    ['a fraction of the limits', { RATE_LIMIT_SCALE: '0.5' }, { rateLimitScale: 0.5 }],
    [
      'a sender',
      { PUBLIC_URL: 'https://www.x.in' },
      { mail: { from: 'no-reply@www.x.in', name: 'www.x.in' } },
    ],
    ['a number as no name for mail', { PUBLIC_URL: 'http://10.0.0.5' }, { mail: { name: '[127.0.0.1]' } }],
    ['another name for mail servers', { SMTP_NAME: 'mail.x.in' }, { mail: { name: 'mail.x.in' } }],
    ['the support’s address for weaknesses', support, { securityContact: 'mailto:a@b.in' }],
    ['another for weaknesses', { ...support, SECURITY_CONTACT: report }, { securityContact: report }],
    ['the texts of MSG91 in each language', registered, { sms: texts }],
    ['another maximum', { MANDATE_MAX_AMOUNT: '4999.50' }, { mandate: { maxAmount: 4999.5 } }],
    [
      "the agency's certificate, wrapped over lines, without a password",
      { SEAL_P12: p12.toString('base64').replace(/(.{76})/g, '$1\n'), TSA_URL: 'https://time.example/tsr' },
      { signature: { key: { p12, password: '' }, tsaUrl: 'https://time.example/tsr' } },
    ],
  ])('read %s', (_, source, expected) => {
    expect(configOf(source)).toMatchObject(expected)
  })

  /** One of several settings of the same kind. */
  const values: Partial<Record<keyof typeof settings, string[]>> = {
    NODE_ENV: ['prod'],
    PORT: ['abc', '65536', '-1', '3000.5', '0x50'],
    PUBLIC_URL: ['www.example.in', 'https://www.example.in/path', 'ftp://example.in', 'javascript:alert(1)'],
    DATABASE_URL: ['mysql://x', 'localhost'],
    DATA_KEY: ['secret', 'a'.repeat(63)],
    RATE_LIMIT_SCALE: ['0', '-1', 'NaN', '1e3', '1000001'],
    TRUST_PROXY: ['true', '127.0.0.1,proxy', '10.0.0.0/33'],
    AGENCY_NAME: ['n'.repeat(121)],
    AGENCY_INBOX: ['inbox', 'a@b.in\r\nBcc: c@d.in'],
    AGENCY_PINCODE: ['39500', '095002'],
    AGENCY_FACEBOOK: ['javascript:alert(1)'],
    AGENCY_FEE: ['0', '5,000', 'free'],
    AGENCY_FEE_DUE_DAYS: ['-1', '1.5', '1000', 'soon'],
    AGENCY_FEE_MONTHS: ['0', '1000', 'a year'],
    AGENCY_PHONE: ['call us', '123', '+91 261 400 0000; +91 1'],
    AGENCY_HOURS: ['daily', 'Mo-Sa 10-19', 'Mo-Sa 24:00-25:00'],
    AGENCY_WHATSAPP: ['98250 00000', 'https://wa.me/919825000000'],
    AGENCY_GSTIN: ['24AAAAA0000A1X5', '24aaaaa0000a1z5'],
    AGENCY_PERSON_PICTURE: ['person.svg', 'person'],
    MAIL_PROVIDER: ['sendmail'],
    SMTP_URL: ['http://mail'],
    MAIL_FROM: ['the agency <a@b.in>'],
    SMTP_NAME: ['two words', 'a\r\nb', '-x.in'],
    SECURITY_CONTACT: ['http://b.in', 'somebody', 'tel:+91'],
    SUREPASS_TOKEN: ['two words', 'a\r\nx-admin: 1'],
    AADHAAR_LEGAL_BASIS: ['b'.repeat(1001)],
    MSG91_SENDER: ['AGENCY1'],
    MSG91_ENTITY_ID: ['entity'],
    MSG91_TEMPLATE_CODE: ['a b'],
    MANDATE_MAX_AMOUNT: ['0', '0.99', '10000001', '5,000', '5000.001'],
    PAYNIMO_URL: ['https://www.paynimo.com/api', 'paynimo.com'],
    PAYNIMO_MERCHANT_ID: ['L|1'],
    PAYNIMO_SALT: ['two words'],
    LANGUAGES: ['fr', 'en;gu', 'English'],
    SEAL_P12: ['seal.p12', Buffer.alloc(200).toString('base64')],
  }
  const bad = Object.entries(values).flatMap(([name, all]) => all.map((value) => [name, value] as const))
  it.each(bad)('refuse %s=%s in one line that begins with its name', (name, value) => {
    const faults = faultsOf({ [name]: value })
    expect(faults).toHaveLength(1)
    expect(faults[0]).toMatch(new RegExp(`^${name} (must|is) [^\\n]+$`))
  })

  it('report all faults at once, one line each', () => {
    const source = Object.fromEntries(bad.map(([name, value]) => [name, value]))
    const faults = faultsOf(source)
    expect(faults.map((fault) => fault.split(' ')[0]).sort()).toEqual(Object.keys(source).sort())
  })

  it('refuse a fee above the mandate’s maximum, also above its default', () => {
    const beyond = [expect.stringMatching(/^AGENCY_FEE must not be more than MANDATE_MAX_AMOUNT: /)]
    expect(faultsOf({ AGENCY_FEE: '5000.01' })).toEqual(beyond)
    expect(faultsOf({ AGENCY_FEE: '25000', MANDATE_MAX_AMOUNT: '24999' })).toEqual(beyond)
    for (const source of [{ AGENCY_FEE: '5000' }, { AGENCY_FEE: '25000', MANDATE_MAX_AMOUNT: '25000' }])
      expect(faultsOf(source)).toEqual([])
  })

  it('never repeat a value in an error, because it may be a key or a password', () => {
    const secret = {
      DATA_KEY: 'hunter2',
      SEAL_P12: 'hunter2',
      DATABASE_URL: 'pg://u:hunter2@x',
      SMTP_URL: 'smtp//u:hunter2@x',
      SUREPASS_TOKEN: 'my hunter2',
      PAYNIMO_SALT: 'hunter2|',
    }
    expect(faultsOf(secret)).toHaveLength(6)
    expect(faultsOf(secret).join()).not.toContain('hunter2')
  })

  it('require what each provider needs', () => {
    const named = Object.entries(liveProviders).filter(([name]) => name.endsWith('_PROVIDER'))
    const missing = ['SMTP_URL', 'SUREPASS_TOKEN', 'MSG91_AUTH_KEY', 'MSG91_SENDER', 'MSG91_ENTITY_ID']
    const templates = ['CODE', 'LINK', 'NUMBER', 'CHANGED'].map((name) => `MSG91_TEMPLATE_${name}`)
    const more = [...templates, 'PAYNIMO_MERCHANT_ID', 'PAYNIMO_SALT']
    const lines = [...missing, ...more, 'PAYNIMO_SCHEME'].map((name) =>
      expect.stringMatching(new RegExp(`^${name} is missing: `)),
    )
    expect(faultsOf(Object.fromEntries(named))).toEqual(lines)
  })

  it('never serve metrics on the public port', () => {
    expect(faultsOf({ PORT: '4000', METRICS_PORT: '4000' })).toEqual([
      expect.stringMatching(/^METRICS_PORT must not/),
    ])
  })
})

const providers = ['MAIL_PROVIDER', 'AADHAAR_PROVIDER', 'SMS_PROVIDER', 'MANDATE_PROVIDER']
/** Everything that production requires. */
const inProduction: Source = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://www.example.in',
  DATA_KEY: key,
  ...Object.fromEntries(providers.map((name) => [name, 'sandbox'])),
}

describe('the settings in production', () => {
  it('require a code for a link opened elsewhere, unless switched off', () => {
    const stepUp = (source: Source) => configOf(source).linkStepUp
    expect(stepUp({})).toBe(false)
    expect(stepUp(inProduction)).toBe(true)
    expect(stepUp({ ...inProduction, LINK_STEP_UP: 'none' })).toBe(false)
  })

  it('let people register once the fee, or `none`, is set', () => {
    const read = (AGENCY_FEE?: string) => {
      const { registers, agency } = configOf({ ...inProduction, ...(AGENCY_FEE ? { AGENCY_FEE } : {}) })
      return { registers, fee: agency.fee, every: agency.feeEvery }
    }
    expect(read()).toEqual({ registers: false, fee: '', every: 'untold' })
    expect(read('none')).toEqual({ registers: true, fee: '', every: 'none' })
    expect(read('4500')).toEqual({ registers: true, fee: '₹4,500', every: 'once' })
    expect(configOf({}).registers).toBe(true)
  })

  it('require the key and each provider by name, all at once', () => {
    expect(faultsOf({ NODE_ENV: 'production' })).toEqual([
      expect.stringMatching(/^DATA_KEY is missing: /),
      ...providers.map((name) => expect.stringMatching(new RegExp(`^${name} is missing: `))),
    ])
    expect(faultsOf({ ...inProduction })).toEqual([])
  })

  it('require https, except for a trial on one machine', () => {
    const faults = (url: string) => faultsOf({ ...inProduction, PUBLIC_URL: url })
    expect(faults('http://www.example.in')).toEqual([expect.stringMatching(/^PUBLIC_URL must begin with /)])
    for (const url of ['http://localhost:3000', 'http://127.0.0.1']) expect(faults(url)).toEqual([])
  })

  it.each(['SUREPASS_URL', 'MSG91_URL', 'PAYNIMO_URL'])('ask for https in %s', (name) => {
    const faults = (url: string) => faultsOf({ ...inProduction, [name]: url })
    expect(faults('http://provider.example')).toEqual([`${name} must begin with https:// in production`])
    for (const url of ['https://provider.example', 'http://127.0.0.1:4000']) expect(faults(url)).toEqual([])
  })

  const smtp = { MAIL_PROVIDER: 'smtp', SMTP_URL: 'smtps://mail.example.in' }
  const others = providers.filter((name) => name !== 'MAIL_PROVIDER')
  const refusal =
    'must not be sandbox beside a real provider in production, or where PUBLIC_URL is not this machine'

  it('refuse each simulator beside a real provider', () => {
    expect(faultsOf({ ...inProduction, ...smtp })).toEqual(others.map((name) => `${name} ${refusal}`))
  })

  it('refuse a simulator beside a real provider outside production too, except on one’s own machine', () => {
    const faults = (PUBLIC_URL?: string) => faultsOf({ ...smtp, ...(PUBLIC_URL ? { PUBLIC_URL } : {}) })
    for (const url of [undefined, 'http://localhost:3000', 'http://127.0.0.1:3000'])
      expect(faults(url)).toEqual([])
    for (const url of ['https://www.example.in', 'http://192.168.1.7:3000'])
      expect(faults(url)).toEqual(others.map((name) => `${name} ${refusal}`))
    expect(faultsOf({ PUBLIC_URL: 'https://trial.example.in' })).toEqual([])
  })

  it.each([
    ['DATABASE_URL', 'postgres://db.example/agency', 'postgres://db.example/agency?sslmode=verify-full'],
    ['DATABASE_URL', 'postgres://db.example/agency?sslmode=no-verify', 'postgres://u:p@127.0.0.1/agency'],
    ['DATABASE_URL', 'postgres://localhost/a?host=db.example', 'postgres://u@%2Frun%2Fpostgresql/agency'],
    ['CLAMD_URL', 'tcp://scanner.example:3310', 'unix:///run/clamav/clamd.ctl'],
    ['S3_ENDPOINT', 'http://s3.example', 'https://s3.example'],
  ])('ask for encryption to other machines in %s: not %s, but %s', (name, plain, good) => {
    const asked = [expect.stringMatching(new RegExp(`^${name} needs .* in production, unless it stays`))]
    expect(faultsOf({ ...inProduction, [name]: plain })).toEqual(asked)
    expect(faultsOf({ ...inProduction, [name]: good })).toEqual([])
    expect(faultsOf({ [name]: plain })).toEqual([])
  })

  it('require the legal basis for verifying Aadhaar numbers, only in production', () => {
    const missing = [expect.stringMatching(/^AADHAAR_LEGAL_BASIS is missing: /)]
    const faults = (source: Source) => faultsOf({ ...inProduction, ...liveProviders, ...source })
    expect(faults({})).toEqual(missing)
    expect(faults({ AADHAAR_LEGAL_BASIS: ' ' })).toEqual(missing)
    expect(faults({ AADHAAR_LEGAL_BASIS: 'A licence of the vendor' })).toEqual([])
    expect(faultsOf(liveProviders)).toEqual([])
  })
})

describe('settings as files', () => {
  it('come from a folder of credentials too, one file each, which the environment overrides', async () => {
    await using folder = await temporaryFolder()
    await writeFile(join(folder.path, 'DATA_KEY'), `${key}\n`)
    await writeFile(join(folder.path, 'MAIL_FROM'), 'of-the-file@example.in')
    await writeFile(join(folder.path, 'OTHER'), 'nothing of ours')
    const read = environment({ CREDENTIALS_DIRECTORY: folder.path, MAIL_FROM: 'given@example.in' })
    expect(read).toMatchObject({ DATA_KEY: key, MAIL_FROM: 'given@example.in' })
    expect(read).not.toHaveProperty('OTHER')
    const none = environment({ CREDENTIALS_DIRECTORY: join(folder.path, 'nowhere') })
    expect(none).not.toHaveProperty('DATA_KEY')
  })

  it('name the file that cannot be read', async () => {
    await using folder = await temporaryFolder()
    await mkdir(join(folder.path, 'SMTP_URL'))
    const read = loadEnvironment({ CREDENTIALS_DIRECTORY: folder.path })
    expect(read).toEqual({ ok: false, faults: [expect.stringMatching(/SMTP_URL cannot be read \(EISDIR\)/)] })
  })
})
