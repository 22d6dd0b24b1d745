import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { checkLimits, checkPaths, checkSecurityPage } from './documents.ts'
import { checkLock } from './lock.ts'
import { checkNames } from './names.ts'

const folders: string[] = []

function project(files: Record<string, string>): string {
  const root = mkdtempSync(path.join(os.tmpdir(), 'checks-'))
  folders.push(root)
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
    writeFileSync(path.join(root, file), text)
  }
  return root
}

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

describe('the check of paths in documents', () => {
  it.each([
    ['`server/app.ts`, `server/*.ts`, `server/`, `dist/`, `text/plain`, `/healthz`, `@a/b`, `routes.ts`', []],
    ['`npm start`, `npm run -s ops -- export`, `npm install`; npm alone is enough', []],
    ['[a](../../server/app.ts#top) [b](https://example.com/a) [c](#below)', []],
    ['```text\nserver/gone.ts `e2e/gone.ts`\n```', []],
    ['`server/gone.test.ts`', ['names a file that does not exist: server/gone.test.ts']],
    ['`tests/e2e/plain.test.ts`, `old/`', ['tests/e2e/plain.test.ts', 'old/']],
    ['[map](map.md) <img src="old.png">', ['map.md', 'old.png']],
    ['```sh\nnpm run -s deploy -- now\n```', ['names a command that package.json lacks: deploy']],
  ])('reads %s', async (text, expected) => {
    const root = project({
      'docs/decisions/0001-a.md': `${text}\n`,
      'package.json': '{"scripts":{"start":"","ops":""}}',
      'server/app.ts': '',
    })
    expect(await checkPaths(root)).toEqual(expected.map((words) => expect.stringContaining(words)))
  })
})

describe('the check of docs/security.md', () => {
  it('counts the requirements', async () => {
    const text = '| 1.1.1, 1.1.2 | met | x |\n### Of level 3\n### Techniques\n| 1.2.6, 1.2.7 |\n'
    expect(await checkSecurityPage(project({ 'docs/security.md': text }))).toEqual([
      'docs/security.md answers 4 requirements of 253',
    ])
  })
})

describe('the check of the limits', () => {
  it.each([
    ['| 5 s | 503 | `server/a.ts` | `WAIT_MS = 5000` |', []],
    ['| 5 s; 9 | 503 | `server/a.ts`, `server/b.ts` | `WAIT_MS = 5000`, `most: { of: 9 }` |', []],
    ['| 6 | 503 | `server/a.ts`  | `WAIT = 6`   |', ['quotes code that is not in server/a.ts: WAIT = 6']],
    ['| 5 s | 503 | `server/c.ts` | `WAIT_MS = 5000` |', ['names a file that does not exist: server/c.ts']],
    ['| 5 s; 9 | 503 | `server/a.ts` | `WAIT_MS = 5000` |', ['has more numbers than its code: 5 s; 9']],
    ['nothing', ['has no row with a file and its code']],
  ])('reads %s', async (row, expected) => {
    const files = {
      'server/a.ts': 'const WAIT_MS = 5000\n',
      'server/b.ts': 'const b = { most: {\n  of: 9 } }\n',
    }
    const found = await checkLimits(project({ ...files, 'docs/limits.md': `| timeout ${row}\n` }))
    expect(found).toEqual(expected.map((words) => `docs/limits.md ${words}`))
  })
})

describe('the check of file names', () => {
  it('accepts kebab-case, the closed list of a feature, and its tests', () => {
    const features = [
      'onboarding/mandate/service.ts',
      'onboarding/agreement/document/data.ts',
      'x/lost-mail.test.ts',
    ]
    const names = ['web/pages/robots.txt.ts', 'contract/messages/hi/index.ts']
    names.push(...features.map((name) => `server/features/${name}`))
    expect(checkNames(project(Object.fromEntries(names.map((name) => [name, '']))))).toEqual([])
  })

  it.each([
    ['web/ui/Button.tsx', 'kebab-case'],
    ['contract/messages/index.ts', 'after its content'],
    ['server/features/enquiries/controller.ts', 'only routes.ts'],
  ])('refuses %s', (file, words) => {
    const found = checkNames(project({ [file]: '' }))
    expect(found).toEqual([expect.stringContaining(words)])
  })
})

it('a comment that switches lint off is found', () => {
  const root = project({ 'server/quiet.ts': `// ${'oxlint'}-disable-next-line eqeqeq\n` })
  expect(checkNames(root)).toEqual(['server/quiet.ts: remove the comment that switches lint off'])
})

it('the check of the lock finds packages without a hash, except bundled ones, and addresses', async () => {
  const packages = {
    '': {},
    'node_modules/a': { version: '1.0.0' },
    'node_modules/a/node_modules/c': { inBundle: true },
    'node_modules/b': { integrity: 'sha512-x', resolved: 'https://registry.example/b.tgz' },
  }
  expect(await checkLock(project({ 'package-lock.json': JSON.stringify({ packages }) }))).toEqual([
    'package-lock.json: no integrity for node_modules/a',
    'package-lock.json: a registry address for node_modules/b',
  ])
})
