import type { Linter } from 'eslint'
import { createNodeResolver } from 'eslint-plugin-import-x'

type Rules = Linter.RulesRecord

/** What the set-up's plain JavaScript uses; TypeScript knows its globals by itself. */
export const nodeGlobals: Linter.Globals = Object.fromEntries(
  ['process', 'URL', 'setTimeout', 'clearTimeout'].map((name) => [name, 'readonly']),
)

/** What the sandbox's plain scripts use in a browser. */
export const browserGlobals: Linter.Globals = Object.fromEntries(
  [
    ...['window', 'document', 'location', 'fetch', 'AbortSignal', 'BroadcastChannel', 'DOMParser'],
    ...['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
  ].map((name) => [name, 'readonly']),
)

/** For import-x. */
export const importSettings = {
  'import-x/resolver-next': [createNodeResolver({ extensions: ['.ts', '.tsx', '.js', '.mjs'] })],
}

// A constant with a type of its own is let be: a framework's handler takes its parameters' types from it.
const arrowAtTopLevel =
  ':matches(Program, Program > ExportNamedDeclaration) > VariableDeclaration > VariableDeclarator:not([id.typeAnnotation]) > ArrowFunctionExpression'

const parentFolder = {
  group: ['../*', '..'],
  message: 'Use #contract, #web, #server, #sandbox, #ops or #scripts across folders, ./ within one.',
}

const ofALocale =
  'How a locale writes changes with the browser: data is made by contract/dates.ts or of numbers.'

/** Where a text that some locale happens to write is taken for data. */
const localeAsData = [
  'CallExpression[callee.property.name=/^toLocale(Date|Time)?String$/]',
  // For people here, a formatter is of India and asks for whole dates and times in a style.
  'NewExpression[callee.object.name="Intl"][callee.property.name="DateTimeFormat"] > Literal.arguments:first-child:not([value=/-IN$/])',
  'NewExpression[callee.object.name="Intl"][callee.property.name="DateTimeFormat"]:not(:has(Property[key.name=/^(date|time)Style$/]))',
  'CallExpression[callee.property.name=/^(replace|replaceAll|split|slice|match)$/][callee.object.callee.property.name="format"]',
].map((selector) => ({ selector, message: ofALocale }))

export const everywhere: Rules = {
  '@typescript-eslint/no-explicit-any': 'error',
  'no-throw-literal': 'error',
  '@typescript-eslint/consistent-type-imports': 'error',
  '@typescript-eslint/no-restricted-imports': ['error', { patterns: [parentFolder] }],
  '@typescript-eslint/no-empty-function': 'off',
  '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
  eqeqeq: 'error',
  'no-warning-comments': ['error', { terms: ['todo', 'fixme', 'xxx', 'oxlint-disable', 'eslint-disable'] }],
  'no-restricted-syntax': [
    'error',
    { selector: arrowAtTopLevel, message: 'A function at top level is a function declaration.' },
    { selector: 'TSEnumDeclaration', message: 'Use a union of strings; Node runs our TypeScript as it is.' },
    ...localeAsData,
  ],
  'import-x/no-default-export': 'error',
}

/** Vitest's fixtures name what they use in a pattern, an empty one when they use nothing. */
export const testing: Rules = {
  'no-empty-pattern': ['error', { allowObjectPatternsAsParameters: true }],
}

/** Nesting, parameters and lengths; a test's `describe` is a chapter, not a function, so tests are left out. */
export function sizes(functionLines: number): Rules {
  return {
    'max-depth': ['error', 3],
    'max-params': ['error', 4],
    'max-lines': ['error', 400],
    'max-lines-per-function': ['error', { max: functionLines, skipBlankLines: true, skipComments: true }],
  }
}

/** The browser loads the contract too, so it rests on zod alone. */
export const contractImports: Rules = {
  '@typescript-eslint/no-restricted-imports': [
    'error',
    {
      patterns: [
        parentFolder,
        { regex: '^(?!zod(/mini)?$|\\./|#)', message: 'The contract imports zod only.' },
      ],
    },
  ],
}

const environment = 'Only server/config/config.ts reads the environment; take the value from the config.'

/** Rules for what runs in production: the log is pino's, and settings come from the config. */
export const ourCode: Rules = {
  'no-console': 'error',
  'no-restricted-properties': ['error', { object: 'process', property: 'env', message: environment }],
}

const oneFetch = 'Only web/lib/api.ts calls the network.'

/**
 * Rules for what runs in the browser: one fetch; a failure is said in the console, where its owner looks for it, and so
 * is what the specification wants logged.
 */
export const browserCode: Rules = {
  'no-console': ['error', { allow: ['error', 'info'] }],
  'no-restricted-globals': [
    'error',
    ...['fetch', 'XMLHttpRequest', 'WebSocket', 'EventSource'].map((name) => ({ name, message: oneFetch })),
  ],
  'no-restricted-properties': [
    'error',
    { object: 'process', property: 'env', message: environment },
    ...['window', 'globalThis', 'self'].map((object) => ({ object, property: 'fetch', message: oneFetch })),
    { object: 'navigator', property: 'sendBeacon', message: oneFetch },
  ],
}

/** A feature's SQL stands in its store; the others may name the database's type to pass it on. */
export const noSql: Rules = {
  '@typescript-eslint/no-restricted-imports': [
    'error',
    {
      patterns: [
        parentFolder,
        {
          group: ['kysely', 'pg', 'node:sqlite'],
          allowTypeImports: true,
          message: 'Only store.ts writes SQL.',
        },
      ],
    },
  ],
}
