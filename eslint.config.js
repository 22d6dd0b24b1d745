import js from '@eslint/js'
import { defineConfig, globalIgnores } from 'eslint/config'
import importX from 'eslint-plugin-import-x'
import tseslint from 'typescript-eslint'
import { importZones, testZones } from '#scripts/lint/import-zones.ts'
import * as house from '#scripts/lint/house-rules.ts'

const root = import.meta.dirname
/** Tests, and what only tests import. */
const tests = ['**/*.test.{ts,tsx}', 'tests/**']
const typescript = ['**/*.{ts,tsx}']

export default defineConfig(
  globalIgnores(['dist', 'data', '.astro', '.cache']),
  // A rule is an error or absent; it is not switched off in a corner.
  { linterOptions: { noInlineConfig: true, reportUnusedInlineConfigs: 'error' } },
  js.configs.recommended,
  { files: ['**/*.{js,mjs}'], languageOptions: { globals: house.nodeGlobals } },
  {
    files: ['sandbox/files/*.js'],
    languageOptions: { globals: house.browserGlobals, sourceType: 'script' },
  },
  {
    files: typescript,
    extends: [tseslint.configs.recommended, tseslint.configs.stylistic],
    plugins: { 'import-x': importX },
    settings: house.importSettings,
    rules: house.everywhere,
  },
  { files: ['**/*.{ts,mjs,js}'], ignores: tests, rules: house.sizes(80) },
  { files: ['**/*.tsx'], ignores: tests, rules: house.sizes(120) },
  // Lists of tables, a line for each column, and of calls.
  {
    files: [
      'contract/schemas/staff-api.ts',
      'server/platform/db/schema.ts',
      'server/platform/db/migrations/*.ts',
    ],
    rules: { 'max-lines': 'off' },
  },
  {
    files: typescript,
    ignores: tests,
    rules: { 'import-x/no-restricted-paths': ['error', importZones(root)] },
  },
  { files: tests, rules: { ...house.testing, 'import-x/no-restricted-paths': ['error', testZones(root)] } },
  { files: ['contract/**/*.ts'], ignores: tests, rules: house.contractImports },
  { files: ['{contract,web,server,ops}/**/*.{ts,tsx}'], ignores: tests, rules: house.ourCode },
  { files: ['web/**/*.{ts,tsx}'], ignores: ['web/lib/api.ts', ...tests], rules: house.browserCode },
  { files: ['server/config/config.ts'], rules: { 'no-restricted-properties': 'off' } },
  { files: ['server/features/**/*.ts'], ignores: ['**/{store,*-store}.ts', ...tests], rules: house.noSql },
  {
    files: ['*.config.{js,ts}', 'web/pages/**/*.ts', 'web/layout/client-painted-directive.ts'],
    rules: { 'import-x/no-default-export': 'off' },
  },
)
