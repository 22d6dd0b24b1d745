import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { refusal } from './walls.ts'

const project = path.resolve(import.meta.dirname, '../..')

/** Files that lint refuses, with the rule and their text. */
const refused: [file: string, rule: string, text: string][] = [
  ['contract/wall.ts', 'house(walls)', "import '#server/app.ts'"],
  ['contract/late-wall.ts', 'house(walls)', "void import('#server/app.ts')"],
  ['web/ui/network.ts', 'no-restricted-globals', "void fetch('/')"],
  ['server/setting.ts', 'no-restricted-properties', 'export const port = process.env.PORT'],
  ['server/features/a/sql.ts', 'no-restricted-imports', "import { sql } from 'kysely'\nvoid sql"],
  ['server/enum.ts', 'house(syntax)', 'export enum Kind {}'],
  ['server/arrow.ts', 'house(syntax)', 'export const read = (text: string) => text'],
  ...[
    `void new Intl.DateTimeFormat('en-IN', { timeZone: 'Asia/Kolkata', year: 'numeric' })`,
    `void new Intl.DateTimeFormat(locale)`,
    `void clock.format(at).replaceAll('/', '-')`,
    `void (5000).toLocaleString()`,
  ].map((text, at): [string, string, string] => [`web/lib/locale-${at}.ts`, 'house(syntax)', text]),
]
const accepted: [file: string, text: string][] = [
  ['server/features/a/store.ts', "import { sql } from 'kysely'\nvoid sql"],
  ['web/lib/people.ts', `void new Intl.DateTimeFormat('en-IN', { dateStyle: 'long' }).format(at)`],
  ['web/lib/name.ts', `void name.toLocaleLowerCase('en')`],
]

describe('lint', () => {
  const house = mkdtempSync(path.join(os.tmpdir(), 'lint-'))
  let said = ''

  beforeAll(() => {
    for (const [file = '', text] of [...refused.map(([file, , text]) => [file, text]), ...accepted]) {
      mkdirSync(path.dirname(path.join(house, file)), { recursive: true })
      writeFileSync(path.join(house, file), `${text}\n`)
    }
    mkdirSync(path.join(house, 'scripts'))
    cpSync(path.join(project, 'scripts/lint'), path.join(house, 'scripts/lint'), { recursive: true })
    cpSync(path.join(project, 'oxlint.config.ts'), path.join(house, 'oxlint.config.ts'))
    symlinkSync(path.join(project, 'node_modules'), path.join(house, 'node_modules'))
    const command = path.join(project, 'node_modules/.bin/oxlint')
    const words = ['--format=unix', 'contract', 'web', 'server']
    said = spawnSync(command, words, { cwd: house, encoding: 'utf8' }).stdout
  })
  afterAll(() => rmSync(house, { recursive: true }))

  function problems(file: string): string[] {
    return said.split('\n').filter((line) => line.startsWith(`${file}:`))
  }

  it.each(refused)('refuses %s by %s: %s', (file, rule) => {
    expect(problems(file)).toContainEqual(expect.stringContaining(rule))
  })

  it.each(accepted)('accepts %s: %s', (file) => expect(problems(file)).toEqual([]))
})

describe('the walls between folders', () => {
  // One forbidden import per wall. Allowed imports exist in the project, which passes.
  it.each([
    ['contract/dates.ts', '#server/platform/ids.ts'],
    ['web/ui/button.tsx', '#web/features/enquiries/contact-form.tsx'],
    ['web/features/enquiries/new.tsx', '#web/features/careers/career-form.tsx'],
    ['sandbox/new.ts', '#server/platform/ids.ts'],
    ['server/platform/new.ts', '#server/features/enquiries/routes.ts'],
    ['server/providers/mail/new.ts', '#server/providers/sms/msg91.ts'],
    ['server/features/enquiries/new.ts', '#server/features/careers/routes.ts'],
    ['server/features/enquiries/new.ts', '#server/providers/mail/smtp.ts'],
    ...[
      ['person', 'identity'],
      ['identity', 'mandate'],
      ['mandate', 'registration'],
      ['registration', 'agreement'],
    ].map(([part, next]) => [
      `server/features/onboarding/${part}/new.ts`,
      `#server/features/onboarding/${next}/service.ts`,
    ]),
    // Not above it, and not a file that its feature keeps to itself.
    ['server/features/records/new.ts', '#server/features/vacancies/service.ts'],
    ['server/features/privacy/new.ts', '#server/features/staff/records/store.ts'],
    ['server/features/my/new.ts', '#server/features/staff/access/passkey-store.ts'],
    ['server/providers/sms/new.ts', '#server/config/config.ts'],
    ['server/app.ts', '#web/lib/api.ts'],
    ['bench/main.ts', '#server/app.ts'],
    ['tests/e2e/new.test.ts', '#server/app.ts'],
    ['web/lib/new.test.ts', '#server/app.ts'],
  ])('refuse %s importing %s', (file, imported) => {
    expect(refusal(file, imported)).toContain('may import only')
  })

  it('refuse relative imports out of a folder, and all packages except zod in the contract', () => {
    expect(refusal('web/lib/api.ts', '../../contract/dates.ts')).toContain('across folders')
    expect(refusal('contract/dates.ts', 'pg')).toContain('zod only')
    expect(refusal('contract/dates.ts', 'zod/mini')).toBeUndefined()
  })
})
