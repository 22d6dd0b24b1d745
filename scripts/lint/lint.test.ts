import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { ESLint, Linter } from 'eslint'
import importX from 'eslint-plugin-import-x'
import tseslint from 'typescript-eslint'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { everywhere, importSettings } from './house-rules.ts'
import { importZones, testZones } from './import-zones.ts'

const project = path.resolve(import.meta.dirname, '../..')

/** One refusal at least for each row of the table of zones, and for each wall within a row. */
const refused = {
  'contract/fields/field.ts': ['web/lib/api.ts', 'server/platform/ids.ts'],
  'web/ui/button.tsx': ['web/content/brand.ts', 'web/features/enquiries/form.tsx'],
  'web/lib/api.ts': ['web/ui/button.tsx', 'server/config/config.ts'],
  'web/content/brand.ts': ['web/views/home.tsx'],
  'web/newcomer/thing.ts': ['web/features/enquiries/form.tsx'],
  'web/features/enquiries/form.tsx': [
    'web/features/careers/form.tsx',
    'web/views/home.tsx',
    'server/features/enquiries/store.ts',
  ],
  'web/layout/header.tsx': ['web/features/enquiries/form.tsx', 'web/views/home.tsx'],
  'web/pages/feed.xml.ts': ['server/config/config.ts'],
  'sandbox/start.ts': ['server/platform/ids.ts', 'web/lib/api.ts'],
  'web/english-only/pages/map.xml.ts': ['server/config/config.ts'],
  'server/platform/db/client.ts': ['server/config/config.ts'],
  'server/platform/jobs/worker.ts': ['server/features/enquiries/store.ts'],
  'server/providers/mail/smtp.ts': ['server/providers/sms/msg91.ts', 'server/features/enquiries/store.ts'],
  'server/features/enquiries/routes.ts': [
    'server/features/careers/routes.ts',
    'server/providers/mail/smtp.ts',
    'sandbox/mail.ts',
    'server/config/config.ts',
    'web/lib/api.ts',
  ],
  'server/app.ts': ['web/lib/api.ts', 'scripts/postgres.ts'],
  'server/context.ts': ['web/lib/api.ts', 'ops/main.ts'],
  'ops/main.ts': ['web/lib/api.ts'],
  'tests/e2e/contact.ts': ['server/app.ts', 'web/lib/api.ts'],
  'bench/main.ts': ['server/app.ts'],
  'contract/fields/field.test.ts': ['server/platform/ids.ts'],
  'server/features/enquiries/routes.test.ts': ['web/lib/api.ts'],
  'web/lib/api.test.ts': ['server/app.ts'],
  'tests/e2e/contact.test.ts': ['server/app.ts'],
  'tests/security/slow.test.ts': ['server/app.ts'],
}

const accepted = {
  'sandbox/start.ts': ['contract/paths.ts'],
  'contract/fields/field.ts': ['contract/errors.ts'],
  'web/ui/button.tsx': ['contract/fields/field.ts', 'web/lib/api.ts'],
  'web/features/enquiries/form.tsx': ['web/ui/button.tsx', 'web/lib/api.ts', 'contract/fields/field.ts'],
  'web/views/home.tsx': ['web/content/brand.ts', 'web/pictures/names.ts'],
  'web/layout/header.tsx': ['web/ui/button.tsx'],
  'web/pages/feed.xml.ts': ['web/views/home.tsx', 'web/features/enquiries/form.tsx'],
  'web/english-only/pages/map.xml.ts': ['web/layout/header.tsx', 'web/views/home.tsx'],
  'server/platform/db/client.ts': ['server/platform/ids.ts'],
  'server/platform/jobs/worker.ts': ['server/platform/db/client.ts'],
  'server/providers/mail/smtp.ts': ['server/providers/mail/port.ts', 'server/platform/ids.ts'],
  'server/features/enquiries/routes.ts': [
    'server/features/enquiries/store.ts',
    'server/providers/mail/port.ts',
  ],
  'server/features/enquiries/store.ts': ['server/platform/db/client.ts'],
  'server/app.ts': ['server/features/enquiries/routes.ts', 'server/providers/mail/port.ts'],
  'server/main.ts': ['server/context.ts'],
  'server/context.ts': ['server/providers/mail/smtp.ts'],
  'ops/main.ts': ['server/context.ts', 'server/features/enquiries/store.ts'],
  'contract/fields/field.test.ts': ['tests/support/english.ts'],
  'tests/e2e/contact.ts': ['contract/fields/field.ts'],
  'bench/main.ts': ['scripts/postgres.ts', 'tests/support/tcp.ts'],
  'server/features/enquiries/routes.test.ts': ['server/context.ts'],
  'tests/support/server.ts': ['server/context.ts'],
  'tests/security/slow.test.ts': ['tests/support/server.ts'],
  'server/providers/mail/conformance.test.ts': ['server/providers/mail/smtp.ts'],
}

function pairsOf(table: Record<string, string[]>): [from: string, to: string][] {
  return Object.entries(table).flatMap(([from, targets]) =>
    targets.map((to) => [from, to] as [string, string]),
  )
}

const house = mkdtempSync(path.join(os.tmpdir(), 'import-zones-'))
let lint: ESLint

function write(file: string, text: string): void {
  const whole = path.join(house, file)
  mkdirSync(path.dirname(whole), { recursive: true })
  writeFileSync(whole, text)
}

async function refusals(file: string, to: string): Promise<string[]> {
  const [result] = await lint.lintText(`import '#${to}'\n`, { filePath: path.join(house, file) })
  return (result?.messages ?? []).map(({ ruleId, message }) => ruleId ?? message)
}

beforeAll(() => {
  const files = [...pairsOf(refused), ...pairsOf(accepted)].flat().filter((file) => !file.includes('.test.'))
  for (const file of files) write(file, 'export {}\n')
  const roots = ['contract', 'sandbox', 'web', 'server', 'ops', 'scripts', 'tests']
  const imports = Object.fromEntries(roots.map((root) => [`#${root}/*`, `./${root}/*`]))
  write('package.json', JSON.stringify({ type: 'module', imports }))
  const shared = {
    plugins: { 'import-x': importX as unknown as ESLint.Plugin },
    languageOptions: { parser: tseslint.parser as never },
    settings: importSettings,
  }
  const tests = ['**/*.test.ts', 'tests/**/*.ts']
  const rule = 'import-x/no-restricted-paths'
  lint = new ESLint({
    cwd: house,
    overrideConfigFile: true,
    overrideConfig: [
      {
        ...shared,
        files: ['**/*.{ts,tsx}'],
        ignores: tests,
        rules: { [rule]: ['error', importZones(house)] },
      },
      { ...shared, files: tests, rules: { [rule]: ['error', testZones(house)] } },
    ],
  })
})

afterAll(() => rmSync(house, { recursive: true, force: true }))

describe('the direction of imports', () => {
  it.each(pairsOf(refused))('refuses %s importing %s', async (from, to) => {
    expect(await refusals(from, to)).toEqual(['import-x/no-restricted-paths'])
  })

  it.each(pairsOf(accepted))('accepts %s importing %s', async (from, to) => {
    expect(await refusals(from, to)).toEqual([])
  })
})

describe('oxlint', () => {
  it.each([
    ['no-cycle', "import './b.ts'\n"],
    ['no-cycle', "import type { B } from './b.ts'\nexport type A = B\n"],
    ['no-floating-promises', 'Promise.resolve()\n'],
    ['no-misused-promises', 'if (Promise.resolve()) throw new Error()\n'],
    ['await-thenable', 'await 1\n'],
  ])('refuses what breaks %s', (rule, text) => {
    write('server/a.ts', text)
    write('server/b.ts', "import './a.ts'\nexport type B = string\n")
    const args = ['--config', path.join(project, '.oxlintrc.json'), '--format=unix', 'server/a.ts']
    const command = path.join(project, 'node_modules/.bin/oxlint')
    expect(() => execFileSync(command, args, { cwd: house, encoding: 'utf8' })).toThrow(
      expect.objectContaining({ stdout: expect.stringContaining(`(${rule})`) as string }),
    )
  })
})

describe('the lint that runs on this project', () => {
  const real = new ESLint({ cwd: project })

  it.each([
    ['contract/fields/field.ts', "import '#server/config/config.ts'", 'import-x/no-restricted-paths'],
    ['contract/fields/field.ts', "import 'pg'", '@typescript-eslint/no-restricted-imports'],
    ['web/lib/api.ts', "import '../../contract/fields/field.ts'", '@typescript-eslint/no-restricted-imports'],
    ['web/ui/field.tsx', "void fetch('/')", 'no-restricted-globals'],
    ['server/app.ts', 'export const port = process.env.PORT', 'no-restricted-properties'],
    [
      'server/features/enquiries/service.ts',
      "import '#server/providers/mail/smtp.ts'",
      'import-x/no-restricted-paths',
    ],
    [
      'server/features/enquiries/service.ts',
      "import { sql } from 'kysely'\nvoid sql",
      '@typescript-eslint/no-restricted-imports',
    ],
    ['server/app.ts', 'export const read = (text: any) => text', '@typescript-eslint/no-explicit-any'],
  ])(
    'refuses in %s: %s',
    async (file, text, rule) => {
      const [result] = await real.lintText(`${text}\n`, { filePath: path.join(project, file) })
      expect(result?.messages.map(({ ruleId }) => ruleId)).toContain(rule)
    },
    240_000,
  )
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
