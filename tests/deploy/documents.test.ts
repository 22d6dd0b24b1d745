import { tooManyRequests } from '#tests/support/english.ts'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { ErrorCode } from '#contract/errors.ts'
import { errorMessages } from '#contract/messages/en/common.ts'
import { api } from '#contract/paths.ts'
import { loadConfig } from '#server/config/config.ts'
import { settings } from '#server/config/settings.ts'
import { kinds } from '#server/providers/kinds.ts'
import { smsTemplates } from '#server/providers/sms/port.ts'
import { templateText } from '#server/providers/sms/registered-texts.ts'
import { siteName } from '#tests/support/deploy/nginx-server.ts'
import { runOps } from '#tests/support/run-ops.ts'

const root = join(import.meta.dirname, '../..')
const goLive = read('docs/go-live.md')
const guides = `${goLive}\n${read('docs/deploy.md')}`

function read(file: string): string {
  return readFileSync(join(root, file), 'utf8')
}

/** Returns the settings in the guide between the lines that make /etc/agency/env. */
function settingsOfGuide(): Record<string, string> {
  const [, text = ''] = /cat > \/etc\/agency\/env <<END\n([^]*?)\nEND\n/.exec(goLive) ?? []
  const filled = text.replaceAll('$(openssl rand -base64 32)', Buffer.alloc(32, 7).toString('base64'))
  const lines = filled.split('\n').filter(Boolean)
  return Object.fromEntries(
    lines.map((line) => {
      const [, name = '', value = ''] = /^(\w+)=(.*)$/.exec(line) ?? []
      return [name, value.replace(/^"(.*)"$/, '$1')]
    }),
  )
}

describe('the guides to deployment', () => {
  it('have the texts of SMS as operators see them and as MSG91 stores them, one block each', () => {
    const texts = smsTemplates.flatMap((template) => {
      const { operator, vendor } = templateText(template, 'en', {
        agency: { name: 'AGENCY_NAME' },
        host: siteName,
        place: '##code##',
      })
      return [operator, vendor]
    })
    expect([...goLive.matchAll(/```text\n([^]*?)\n```/g)].map(([, text]) => text)).toEqual(texts)
  })

  it('make settings with which the server starts in production', () => {
    const answer = loadConfig({ ...settingsOfGuide(), NODE_ENV: 'production', TRUST_PROXY: '127.0.0.1' })
    expect(answer.ok ? [] : answer.faults).toEqual([])
  })

  it('name only existing settings', () => {
    const prefixes = new Set(Object.keys(settings).map((name) => name.split('_')[0] ?? ''))
    // Node has its own settings, and SQL tools have their own names.
    for (const other of ['NODE', 'PG']) prefixes.delete(other)
    const all = [...prefixes].join('|')
    const named = [...guides.matchAll(new RegExp(`\\b(?:${all})_[A-Z0-9_]+\\b(?!…)`, 'g'))].map(
      ([name]) => name,
    )
    expect(named.length).toBeGreaterThan(20)
    expect(named.filter((name) => !(name in settings))).toEqual([])
  })

  it('load the credentials of every vendor in units, and say how to store each one', () => {
    const vendors = kinds.flatMap((kind) => [...kind.vendors])
    expect(vendors.filter(({ name }) => !goLive.toLowerCase().includes(name))).toEqual([])
    const secrets = vendors.flatMap((vendor) => vendor.secrets)
    const [, put = ''] = /^for name in (.*); do$/m.exec(goLive) ?? []
    expect(secrets.filter((name) => !put.split(' ').includes(name))).toEqual([])
    for (const unit of ['agency@.service', 'agency-doctor.service', 'agency-backup.service']) {
      const text = read(`deploy/${unit}`)
      const missing = secrets.filter((name) => !text.includes(`\nLoadCredentialEncrypted=${name}\n`))
      expect([unit, missing]).toEqual([unit, []])
    }
  })

  it('name only existing commands of the operator’s tool', async () => {
    const { stdout } = await runOps(['help'])
    const named = [...guides.matchAll(/ops(?:\.sh| --) ([a-z-]+)/g)].map(([, name]) => name ?? '')
    expect(named.length).toBeGreaterThan(4)
    expect(named.filter((name) => !stdout.includes(`\n  ${name} `))).toEqual([])
  })

  it('name the address that the gateway calls', () => {
    expect(goLive).toContain(`https://${siteName}${api.gatewayCallback}`)
  })

  it('name only existing files, and every unit', () => {
    const named = [
      ...guides.matchAll(/(?<![\w/])(?:deploy|docs|server|contract|tests)\/[\w@/.-]+\.\w+/g),
    ].map(([name]) => name)
    expect(named.filter((name) => !existsSync(join(root, name)))).toEqual([])
    const units = readdirSync(join(root, 'deploy')).filter((name) => /\.(service|timer)$/.test(name))
    expect(units.filter((name) => !guides.includes(name.replace(/\.(service|timer)$/, '')))).toEqual([])
  })
})

describe('what nginx refuses itself', () => {
  it('has the words of the server, each with its code', () => {
    const told = [...read('deploy/nginx.conf').matchAll(/'(\{"message".*?\})'/g)].map(([, text = '']) =>
      JSON.parse(text),
    )
    const words: Partial<Record<ErrorCode, string>> = {
      unreadable: errorMessages.unreadable,
      not_found: errorMessages.notFound,
      method_not_allowed: errorMessages.methodNotAllowed,
      timeout: errorMessages.timeout,
      too_large: errorMessages.tooLarge,
      rate_limited: tooManyRequests(1),
      unavailable: errorMessages.unavailable,
    }
    expect(told.length).toBeGreaterThan(6)
    for (const { code, message } of told) expect(message).toBe(words[code as ErrorCode])
  })
})
