import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { environment, loadConfig, loadEnvironment, type Source } from './config.ts'

function faultsOf(source: Source): string[] {
  const answer = loadConfig(source)
  return answer.ok ? [] : answer.faults
}

const key = 'ab'.repeat(32)
const providers = ['MAIL_PROVIDER', 'AADHAAR_PROVIDER', 'SMS_PROVIDER', 'MANDATE_PROVIDER']
/** All that production asks for. */
const inProduction: Source = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://www.example.in',
  DATA_KEY: key,
  ...Object.fromEntries(providers.map((name) => [name, 'sandbox'])),
}

describe('the settings', () => {
  it('ask in production for a code before a link opens elsewhere, unless they are told not to', () => {
    const stepUp = (source: Source) => {
      const answer = loadConfig(source)
      return answer.ok && answer.config.linkStepUp
    }
    expect([{}, inProduction, { ...inProduction, LINK_STEP_UP: 'none' }].map(stepUp)).toEqual([
      false,
      true,
      false,
    ])
  })

  it('ask in production for the key and each provider by name, all at once', () => {
    expect(faultsOf({ NODE_ENV: 'production' })).toEqual([
      expect.stringMatching(/^DATA_KEY is missing: /),
      ...providers.map((name) => expect.stringMatching(new RegExp(`^${name} is missing: `))),
    ])
    expect(faultsOf({ ...inProduction })).toEqual([])
    const bad = { PUBLIC_URL: 'nowhere', DATA_KEY: 'short', MAIL_PROVIDER: 'pigeon' }
    expect(faultsOf({ ...inProduction, ...bad })).toEqual([
      expect.stringMatching(/^PUBLIC_URL must be /),
      expect.stringMatching(/^DATA_KEY must be /),
      expect.stringMatching(/^MAIL_PROVIDER must be /),
    ])
  })

  it('ask in production for https, unless the site is only tried on one machine', () => {
    const faults = (url: string) => faultsOf({ ...inProduction, PUBLIC_URL: url })
    expect(faults('http://www.example.in')).toEqual([expect.stringMatching(/^PUBLIC_URL must begin with /)])
    for (const url of ['http://localhost:3000', 'http://127.0.0.1']) expect(faults(url)).toEqual([])
  })

  it.each(['SUREPASS_URL', 'MSG91_URL', 'PAYNIMO_URL'])('ask in production for https in %s', (name) => {
    const faults = (url: string) => faultsOf({ ...inProduction, [name]: url })
    expect(faults('http://provider.example')).toEqual([`${name} must begin with https:// in production`])
    for (const url of ['https://provider.example', 'http://127.0.0.1:4000']) expect(faults(url)).toEqual([])
  })

  it('refuse in production each simulator beside a real provider', () => {
    const smtp = { MAIL_PROVIDER: 'smtp', SMTP_URL: 'smtps://mail.example.in' }
    expect(faultsOf({ ...inProduction, ...smtp })).toEqual(
      providers
        .filter((name) => name !== 'MAIL_PROVIDER')
        .map((name) => `${name} must not be sandbox in production beside a real provider`),
    )
  })

  it.each([
    ['DATABASE_URL', 'postgres://db.example/agency', 'postgres://db.example/agency?sslmode=verify-full'],
    ['DATABASE_URL', 'postgres://db.example/agency?sslmode=no-verify', 'postgres://u:p@127.0.0.1/agency'],
    [
      'DATABASE_URL',
      'postgres://localhost/agency?host=db.example',
      'postgres://u@%2Frun%2Fpostgresql/agency',
    ],
    ['CLAMD_URL', 'tcp://scanner.example:3310', 'unix:///run/clamav/clamd.ctl'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://traces.example', 'http://localhost:4318'],
    ['S3_ENDPOINT', 'http://s3.example', 'https://s3.example'],
  ])('ask in production for encryption to other machines in %s: not %s, but %s', (name, plain, good) => {
    const asked = [expect.stringMatching(new RegExp(`^${name} needs .* in production, unless it stays`))]
    expect(faultsOf({ ...inProduction, [name]: plain })).toEqual(asked)
    expect(faultsOf({ ...inProduction, [name]: good })).toEqual([])
    expect(faultsOf({ [name]: plain })).toEqual([])
  })

  it('come from a folder of credentials too, a file each, under what the environment says', async () => {
    await using folder = await temporaryFolder()
    await writeFile(join(folder.path, 'DATA_KEY'), `${key}\n`)
    await writeFile(join(folder.path, 'MAIL_FROM'), 'of-the-file@example.in')
    await writeFile(join(folder.path, 'OTHER'), 'nothing of ours')
    const read = environment({ CREDENTIALS_DIRECTORY: folder.path, MAIL_FROM: 'given@example.in' })
    expect(read).toMatchObject({ DATA_KEY: key, MAIL_FROM: 'given@example.in' })
    expect(read).not.toHaveProperty('OTHER')
    expect(environment({ CREDENTIALS_DIRECTORY: join(folder.path, 'nowhere') })).not.toHaveProperty(
      'DATA_KEY',
    )
  })

  it('say which file of them cannot be read', async () => {
    await using folder = await temporaryFolder()
    await mkdir(join(folder.path, 'SMTP_URL'))
    const read = loadEnvironment({ CREDENTIALS_DIRECTORY: folder.path })
    expect(read).toEqual({ ok: false, faults: [expect.stringMatching(/SMTP_URL cannot be read \(EISDIR\)/)] })
  })

  it('ask in production on what ground Aadhaar numbers are verified, and nowhere else', () => {
    const real = {
      ...{ AADHAAR_PROVIDER: 'surepass', SUREPASS_TOKEN: 'a.b.c' },
      ...{ MAIL_PROVIDER: 'smtp', SMTP_URL: 'smtps://mail.example.in' },
      ...{ SMS_PROVIDER: 'msg91', MSG91_AUTH_KEY: 'k', MSG91_SENDER: 'AGENCY', MSG91_ENTITY_ID: '12345' },
      ...{ MSG91_TEMPLATE_CODE: 't', MSG91_TEMPLATE_LINK: 't' },
      ...{ MANDATE_PROVIDER: 'paynimo', PAYNIMO_MERCHANT_ID: 'L1', PAYNIMO_SALT: 's', PAYNIMO_SCHEME: 'f' },
    }
    const missing = [expect.stringMatching(/^AADHAAR_LEGAL_BASIS is missing: /)]
    expect(faultsOf({ ...inProduction, ...real })).toEqual(missing)
    expect(faultsOf({ ...inProduction, ...real, AADHAAR_LEGAL_BASIS: ' ' })).toEqual(missing)
    expect(faultsOf({ ...inProduction, ...real, AADHAAR_LEGAL_BASIS: 'A licence of the vendor' })).toEqual([])
    expect(faultsOf(real)).toEqual([])
  })
})
