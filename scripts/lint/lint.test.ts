import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { ESLint, Linter } from 'eslint'
import { describe, expect, it } from 'vitest'
import { everywhere } from './house-rules.ts'

const project = path.resolve(import.meta.dirname, '../..')

describe('the lint that runs on this project', () => {
  const real = new ESLint({ cwd: project })

  async function refusals(file: string, text: string): Promise<(string | null)[]> {
    const [result] = await real.lintText(`${text}\n`, { filePath: path.join(project, file) })
    return (result?.messages ?? []).map(({ ruleId }) => ruleId)
  }

  // One for each wall; what may be imported is imported somewhere, and the project passes.
  it.each([
    ['contract/dates.ts', 'server/platform/ids.ts'],
    ['web/ui/button.tsx', 'web/features/enquiries/contact-form.tsx'],
    ['web/lib/api.ts', 'server/platform/ids.ts'],
    ['web/features/enquiries/new.tsx', 'web/features/careers/career-form.tsx'],
    ['web/layout/new.tsx', 'web/features/enquiries/contact-form.tsx'],
    ['sandbox/new.ts', 'server/platform/ids.ts'],
    ['server/platform/new.ts', 'server/features/enquiries/routes.ts'],
    ['server/providers/mail/new.ts', 'server/providers/sms/msg91.ts'],
    ['server/features/enquiries/new.ts', 'server/features/careers/routes.ts'],
    ['server/features/enquiries/new.ts', 'server/providers/mail/smtp.ts'],
    ['server/features/enquiries/new.ts', 'server/config/config.ts'],
    ['server/app.ts', 'web/lib/api.ts'],
    ['ops/main.ts', 'web/lib/api.ts'],
    ['bench/main.ts', 'server/app.ts'],
    ['tests/e2e/new.test.ts', 'server/app.ts'],
    ['tests/security/new.test.ts', 'server/app.ts'],
    ['web/lib/new.test.ts', 'server/app.ts'],
  ])(
    'refuses %s importing %s',
    async (from, to) => {
      expect(await refusals(from, `import '#${to}'`)).toContain('import-x/no-restricted-paths')
    },
    240_000,
  )

  it.each([
    ['contract/dates.ts', "import 'pg'", '@typescript-eslint/no-restricted-imports'],
    ['web/lib/api.ts', "import '../../contract/dates.ts'", '@typescript-eslint/no-restricted-imports'],
    ['web/ui/field.tsx', "void fetch('/')", 'no-restricted-globals'],
    ['server/app.ts', 'export const port = process.env.PORT', 'no-restricted-properties'],
    [
      'server/features/enquiries/service.ts',
      "import { sql } from 'kysely'\nvoid sql",
      '@typescript-eslint/no-restricted-imports',
    ],
    ['server/app.ts', 'export const read = (text: any) => text', '@typescript-eslint/no-explicit-any'],
  ])(
    'refuses in %s: %s',
    async (file, text, rule) => expect(await refusals(file, text)).toContain(rule),
    240_000,
  )
})

describe('oxlint', () => {
  it.each([
    ['no-cycle', "import './b.ts'\n"],
    ['no-cycle', "import type { B } from './b.ts'\nexport type A = B\n"],
    ['no-floating-promises', 'Promise.resolve()\n'],
    ['no-misused-promises', 'if (Promise.resolve()) throw new Error()\n'],
    ['await-thenable', 'await 1\n'],
  ])('refuses what breaks %s', (rule, text) => {
    const house = mkdtempSync(path.join(os.tmpdir(), 'lint-'))
    mkdirSync(path.join(house, 'server'))
    writeFileSync(path.join(house, 'server/a.ts'), text)
    writeFileSync(path.join(house, 'server/b.ts'), "import './a.ts'\nexport type B = string\n")
    const args = ['--config', path.join(project, '.oxlintrc.json'), '--format=unix', 'server/a.ts']
    const command = path.join(project, 'node_modules/.bin/oxlint')
    expect(() => execFileSync(command, args, { cwd: house, encoding: 'utf8' })).toThrow(
      expect.objectContaining({ stdout: expect.stringContaining(`(${rule})`) as string }),
    )
    rmSync(house, { recursive: true })
  })
})

function syntaxRefusals(code: string): number {
  const rules = { 'no-restricted-syntax': everywhere['no-restricted-syntax'] ?? 'off' }
  return new Linter().verify(code, { rules }).length
}

describe('what a locale writes is taken for data', () => {
  it.each([
    `new Intl.DateTimeFormat('en-CA', { dateStyle: 'short' })`,
    `new Intl.DateTimeFormat('en-IN', { timeZone: 'Asia/Kolkata', year: 'numeric' })`,
    `new Intl.DateTimeFormat(locale)`,
    `clock.format(at).replaceAll('/', '-')`,
    `new Date().toLocaleDateString('sv')`,
    `(5000).toLocaleString()`,
  ])('in %s, which is refused', (code) => expect(syntaxRefusals(code)).toBe(1))

  it.each([
    `new Intl.DateTimeFormat('en-IN', { dateStyle: 'long' }).format(at)`,
    `new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' }).format(5000)`,
    `name.toLocaleLowerCase('en')`,
  ])('not in %s, which is for people', (code) => expect(syntaxRefusals(code)).toBe(0))
})
