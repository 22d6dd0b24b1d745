import { defineConfig, type DummyRuleMap } from 'oxlint'

/** Tests, and what only tests import. */
const tests = ['**/*.test.{ts,tsx}', 'tests/**']

/** Lengths, nesting and parameters; a test's `describe` is a chapter, not a function, so tests are left out. */
function sizes(functionLines: number): DummyRuleMap {
  return {
    'max-depth': ['error', 3],
    'max-params': ['error', 4],
    'max-lines': ['error', 400],
    'max-lines-per-function': ['error', { max: functionLines, skipBlankLines: true, skipComments: true }],
  }
}

/** A feature's other files may name the database's type to pass it on. */
const noSql = {
  group: ['kysely', 'pg', 'node:sqlite'],
  allowTypeImports: true,
  message: 'Only store.ts writes SQL.',
}

const environment = {
  object: 'process',
  property: 'env',
  message: 'Only server/config/config.ts reads the environment; take the value from the config.',
}
const oneFetch = 'Only web/lib/api.ts calls the network.'

// A rule is an error or absent.
export default defineConfig({
  plugins: ['typescript', 'import'],
  jsPlugins: ['./scripts/lint/house-rules.ts'],
  categories: { correctness: 'error' },
  options: { typeAware: true, maxWarnings: 0 },
  ignorePatterns: ['dist', 'data', '.astro', '.cache'],
  rules: {
    'house/syntax': 'error',
    'house/walls': 'error',
    eqeqeq: 'error',
    'import/no-cycle': ['error', { ignoreExternal: true, ignoreTypes: false }],
    'import/no-default-export': 'error',
    'import/no-duplicates': 'error',
    // It takes what Vite makes of a file for what the file has.
    'import/default': 'off',
    'no-array-constructor': 'error',
    'no-case-declarations': 'error',
    'no-empty': 'error',
    'no-empty-pattern': ['error', { allowObjectPatternsAsParameters: true }],
    'no-prototype-builtins': 'error',
    'no-regex-spaces': 'error',
    'no-throw-literal': 'error',
    'no-unexpected-multiline': 'error',
    'no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
    'no-useless-assignment': 'error',
    'no-var': 'error',
    'no-warning-comments': ['error', { terms: ['todo', 'fixme', 'xxx'] }],
    'prefer-const': 'error',
    'prefer-rest-params': 'error',
    'prefer-spread': 'error',
    'preserve-caught-error': 'error',
    'typescript/adjacent-overload-signatures': 'error',
    'typescript/array-type': 'error',
    'typescript/await-thenable': 'error',
    'typescript/ban-ts-comment': 'error',
    'typescript/ban-tslint-comment': 'error',
    'typescript/class-literal-property-style': 'error',
    'typescript/consistent-generic-constructors': 'error',
    'typescript/consistent-indexed-object-style': 'error',
    'typescript/consistent-type-assertions': 'error',
    'typescript/consistent-type-definitions': 'error',
    'typescript/consistent-type-imports': 'error',
    'typescript/no-confusing-non-null-assertion': 'error',
    'typescript/no-empty-object-type': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/no-floating-promises': 'error',
    'typescript/no-inferrable-types': 'error',
    'typescript/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
    'typescript/no-namespace': 'error',
    'typescript/no-require-imports': 'error',
    'typescript/no-unnecessary-type-constraint': 'error',
    'typescript/no-unsafe-function-type': 'error',
    // TypeScript refuses it, and knows what never ends.
    'no-fallthrough': 'off',
    // These distrust what fixtures, unions of names, sorts of strings and templates of numbers do on purpose.
    'typescript/no-base-to-string': 'off',
    'typescript/no-implied-eval': 'off',
    'typescript/no-meaningless-void-operator': 'off',
    'typescript/no-misused-spread': 'off',
    'typescript/no-redundant-type-constituents': 'off',
    'typescript/no-useless-default-assignment': 'off',
    'typescript/require-array-sort-compare': 'off',
    'typescript/restrict-template-expressions': 'off',
    'typescript/unbound-method': 'off',
    'typescript/prefer-for-of': 'error',
    'typescript/prefer-function-type': 'error',
  },
  overrides: [
    { files: ['**/*.{ts,mjs,js}'], excludeFiles: tests, rules: sizes(80) },
    { files: ['**/*.tsx'], excludeFiles: tests, rules: sizes(120) },
    {
      // Lists of tables, a line for each column, of calls, and of sentences.
      files: [
        'contract/calls/staff-calls.ts',
        'contract/messages/**',
        'server/platform/db/{schema,migrations/*}.ts',
      ],
      rules: { 'max-lines': 'off' },
    },
    {
      // The log is pino's, and settings come from the config.
      files: ['{contract,web,server,ops}/**/*.{ts,tsx}'],
      excludeFiles: tests,
      rules: { 'no-console': 'error', 'no-restricted-properties': ['error', environment] },
    },
    {
      // A failure is said in the console, where its owner looks for it, and so is what the specification wants logged.
      files: ['web/**/*.{ts,tsx}'],
      excludeFiles: ['web/lib/api.ts', ...tests],
      rules: {
        'no-console': ['error', { allow: ['error', 'info'] }],
        'no-restricted-globals': [
          'error',
          ...['fetch', 'XMLHttpRequest', 'WebSocket', 'EventSource'].map((name) => ({
            name,
            message: oneFetch,
          })),
        ],
        'no-restricted-properties': [
          'error',
          environment,
          ...['window', 'globalThis', 'self'].map((object) => ({
            object,
            property: 'fetch',
            message: oneFetch,
          })),
          { object: 'navigator', property: 'sendBeacon', message: oneFetch },
        ],
      },
    },
    { files: ['server/config/config.ts'], rules: { 'no-restricted-properties': 'off' } },
    {
      files: ['server/features/**/*.ts'],
      excludeFiles: ['**/{store,*-store}.ts', ...tests],
      rules: { 'no-restricted-imports': ['error', { patterns: [noSql] }] },
    },
    {
      files: [
        ...['*.config.{js,ts}', 'scripts/lint/house-rules.ts', 'web/pages/**/*.ts'],
        'web/layout/client-painted-directive.ts',
      ],
      rules: { 'import/no-default-export': 'off' },
    },
  ],
})
