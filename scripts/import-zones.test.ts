import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { ESLint } from 'eslint'
import importX from 'eslint-plugin-import-x'
import tseslint from 'typescript-eslint'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { everywhere, importSettings } from './lint/house-rules.ts'
import { importZones, testZones } from './lint/import-zones.ts'

const project = path.dirname(import.meta.dirname)

/** A house with two of everything that has to keep apart. */
const files = [
  'contract/fields.ts',
  'contract/errors.ts',
  'web/ui/button.tsx',
  'web/lib/api.ts',
  'web/content/brand.ts',
  'web/pictures/names.ts',
  'web/newcomer/thing.ts',
  'web/views/home.tsx',
  'web/layout/header.tsx',
  'web/pages/feed.xml.ts',
  'web/features/enquiries/form.tsx',
  'web/features/careers/form.tsx',
  'server/main.ts',
  'server/app.ts',
  'server/composition/deps.ts',
  'server/config/config.ts',
  'server/platform/ids.ts',
  'server/platform/db/client.ts',
  'server/platform/jobs/worker.ts',
  'tests/support/server.ts',
  'server/providers/mail/port.ts',
  'server/providers/mail/smtp.ts',
  'server/providers/mail/simulator.ts',
  'server/providers/sms/port.ts',
  'server/providers/sms/msg91.ts',
  'server/features/enquiries/routes.ts',
  'server/features/enquiries/store.ts',
  'server/features/careers/routes.ts',
  'ops/main.ts',
  'tests/e2e/contact.ts',
  'bench/main.ts',
  'tests/security/slow.test.ts',
  'scripts/postgres.ts',
]

/** From, to; one refusal at least for each row of the table, and for each wall within a row. */
const refused = [
  ['contract/fields.ts', 'web/lib/api.ts'],
  ['contract/fields.ts', 'server/platform/ids.ts'],
  ['web/ui/button.tsx', 'web/content/brand.ts'],
  ['web/ui/button.tsx', 'web/features/enquiries/form.tsx'],
  ['web/lib/api.ts', 'web/ui/button.tsx'],
  ['web/lib/api.ts', 'server/config/config.ts'],
  ['web/content/brand.ts', 'web/views/home.tsx'],
  ['web/newcomer/thing.ts', 'web/features/enquiries/form.tsx'],
  ['web/features/enquiries/form.tsx', 'web/features/careers/form.tsx'],
  ['web/features/enquiries/form.tsx', 'web/views/home.tsx'],
  ['web/features/enquiries/form.tsx', 'server/features/enquiries/store.ts'],
  ['web/layout/header.tsx', 'web/features/enquiries/form.tsx'],
  ['web/layout/header.tsx', 'web/views/home.tsx'],
  ['web/pages/feed.xml.ts', 'server/config/config.ts'],
  ['server/platform/db/client.ts', 'server/config/config.ts'],
  ['server/platform/jobs/worker.ts', 'server/features/enquiries/store.ts'],
  ['server/providers/mail/smtp.ts', 'server/providers/sms/msg91.ts'],
  ['server/providers/mail/smtp.ts', 'server/features/enquiries/store.ts'],
  ['server/features/enquiries/routes.ts', 'server/features/careers/routes.ts'],
  ['server/features/enquiries/routes.ts', 'server/providers/mail/smtp.ts'],
  ['server/features/enquiries/routes.ts', 'server/providers/mail/simulator.ts'],
  ['server/features/enquiries/routes.ts', 'server/config/config.ts'],
  ['server/features/enquiries/routes.ts', 'web/lib/api.ts'],
  ['server/app.ts', 'web/lib/api.ts'],
  ['server/composition/deps.ts', 'web/lib/api.ts'],
  ['server/composition/deps.ts', 'ops/main.ts'],
  ['ops/main.ts', 'web/lib/api.ts'],
  ['tests/e2e/contact.ts', 'server/app.ts'],
  ['tests/e2e/contact.ts', 'web/lib/api.ts'],
  ['bench/main.ts', 'server/app.ts'],
  ['server/app.ts', 'scripts/postgres.ts'],
  ['contract/fields.test.ts', 'server/platform/ids.ts'],
  ['server/features/enquiries/routes.test.ts', 'web/lib/api.ts'],
  ['web/lib/api.test.ts', 'server/app.ts'],
  ['tests/e2e/contact.test.ts', 'server/app.ts'],
  ['tests/security/slow.test.ts', 'server/app.ts'],
] as const

const accepted = [
  ['contract/fields.ts', 'contract/errors.ts'],
  ['web/ui/button.tsx', 'contract/fields.ts'],
  ['web/ui/button.tsx', 'web/lib/api.ts'],
  ['web/features/enquiries/form.tsx', 'web/ui/button.tsx'],
  ['web/features/enquiries/form.tsx', 'web/lib/api.ts'],
  ['web/features/enquiries/form.tsx', 'contract/fields.ts'],
  ['web/views/home.tsx', 'web/content/brand.ts'],
  ['web/views/home.tsx', 'web/pictures/names.ts'],
  ['web/layout/header.tsx', 'web/ui/button.tsx'],
  ['web/pages/feed.xml.ts', 'web/views/home.tsx'],
  ['web/pages/feed.xml.ts', 'web/features/enquiries/form.tsx'],
  ['server/platform/db/client.ts', 'server/platform/ids.ts'],
  ['server/platform/jobs/worker.ts', 'server/platform/db/client.ts'],
  ['server/providers/mail/smtp.ts', 'server/providers/mail/port.ts'],
  ['server/providers/mail/smtp.ts', 'server/platform/ids.ts'],
  ['server/features/enquiries/routes.ts', 'server/features/enquiries/store.ts'],
  ['server/features/enquiries/routes.ts', 'server/providers/mail/port.ts'],
  ['server/features/enquiries/store.ts', 'server/platform/db/client.ts'],
  ['server/app.ts', 'server/features/enquiries/routes.ts'],
  ['server/app.ts', 'server/providers/mail/port.ts'],
  ['server/main.ts', 'server/composition/deps.ts'],
  ['server/composition/deps.ts', 'server/providers/mail/smtp.ts'],
  ['ops/main.ts', 'server/composition/deps.ts'],
  ['ops/main.ts', 'server/features/enquiries/store.ts'],
  ['tests/e2e/contact.ts', 'contract/fields.ts'],
  ['bench/main.ts', 'scripts/postgres.ts'],
  ['server/features/enquiries/routes.test.ts', 'server/composition/deps.ts'],
  ['tests/support/server.ts', 'server/composition/deps.ts'],
  ['tests/security/slow.test.ts', 'tests/support/server.ts'],
  ['server/providers/mail/conformance.test.ts', 'server/providers/mail/smtp.ts'],
] as const

const house = mkdtempSync(path.join(os.tmpdir(), 'import-zones-'))
let lint: ESLint

function write(file: string, text: string): void {
  const whole = path.join(house, file)
  mkdirSync(path.dirname(whole), { recursive: true })
  writeFileSync(whole, text)
}

async function faults(file: string, to: string): Promise<string[]> {
  const [result] = await lint.lintText(`import '#${to}'\n`, { filePath: path.join(house, file) })
  return (result?.messages ?? []).map(({ ruleId, message }) => ruleId ?? message)
}

beforeAll(() => {
  for (const file of files) write(file, 'export {}\n')
  const imports = Object.fromEntries(
    ['contract', 'web', 'server', 'ops', 'scripts', 'tests'].map((room) => [`#${room}/*`, `./${room}/*`]),
  )
  write('package.json', JSON.stringify({ type: 'module', imports }))
  const shared = {
    plugins: { 'import-x': importX as unknown as ESLint.Plugin },
    languageOptions: { parser: tseslint.parser as never },
    settings: importSettings,
  }
  const tests = ['**/*.test.ts', 'server/testing/**']
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
      {
        ...shared,
        files: ['**/*.{ts,tsx}'],
        rules: { 'import-x/no-cycle': everywhere['import-x/no-cycle'] },
      },
      { ...shared, files: tests, rules: { [rule]: ['error', testZones(house)] } },
    ],
  })
})

afterAll(() => {
  rmSync(house, { recursive: true, force: true })
})

describe('the direction of imports, in a house with two of everything', () => {
  it.each(refused)('refuses %s importing %s', async (from, to) => {
    expect(await faults(from, to)).toEqual(['import-x/no-restricted-paths'])
  })

  it.each(accepted)('accepts %s importing %s', async (from, to) => {
    expect(await faults(from, to)).toEqual([])
  })
})

it('sees a circle of imports between TypeScript files', async () => {
  write('server/lib/chicken.ts', "import './egg.ts'\nexport {}\n")
  write('server/lib/egg.ts', "import './chicken.ts'\nexport {}\n")
  const results = await lint.lintFiles(['server/lib/egg.ts'])
  expect(results.flatMap(({ messages }) => messages.map(({ ruleId }) => ruleId))).toEqual([
    'import-x/no-cycle',
  ])
})

describe('the lint that runs on this project', () => {
  const real = new ESLint({ cwd: project })

  it.each([
    ['contract/fields.ts', "import '#server/config.ts'", 'import-x/no-restricted-paths'],
    ['contract/fields.ts', "import 'pg'", '@typescript-eslint/no-restricted-imports'],
    ['web/lib/api.ts', "import '../../contract/fields.ts'", '@typescript-eslint/no-restricted-imports'],
    ['web/ui/field.tsx', "void fetch('/')", 'no-restricted-globals'],
    ['server/app.ts', 'export const port = process.env.PORT', 'no-restricted-properties'],
    ['server/app.ts', "import '#server/providers/mail/smtp.ts'", 'import-x/no-restricted-paths'],
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
