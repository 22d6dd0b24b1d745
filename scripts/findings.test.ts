import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { limitFindings } from './limit-findings.ts'
import { lockFindings } from './lock-findings.ts'
import { nameFindings } from './name-findings.ts'
import { readmeFindings } from './readme-findings.ts'
import { securityFindings } from './security-findings.ts'

const folders: string[] = []

function project(files: Record<string, string>): string {
  const root = mkdtempSync(path.join(os.tmpdir(), 'findings-'))
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

describe('the README check', () => {
  const scripts = JSON.stringify({ scripts: { start: '', test: '', ops: '' } })
  const readme = (text: string) =>
    project({ 'README.md': text, 'package.json': scripts, 'docs/home.png': '' })

  it('accepts commands and files that exist', async () => {
    const root = readme(
      'Node and npm are enough. `npm start`, `npm test -- x`, `npm run -s ops -- export enquiries`, `npm install`.\n' +
        '![Home](docs/home.png) [docs](docs/home.png#top) [out](https://example.com/a) [below](#below)\n',
    )
    expect(await readmeFindings(root)).toEqual([])
  })

  it('names a command that package.json lacks', async () => {
    const root = readme('```sh\nnpm start\nnpm run -s deploy -- now\n```\n')
    expect(await readmeFindings(root)).toEqual(['README.md names a command that package.json lacks: deploy'])
  })

  it('names a linked or shown file that does not exist', async () => {
    const root = readme('[map](docs/map.md) <img src="docs/old.png">\n')
    expect(await readmeFindings(root)).toEqual([
      'README.md names a file that does not exist: docs/map.md',
      'README.md names a file that does not exist: docs/old.png',
    ])
  })

  it('says when there is no README', async () => {
    expect(await readmeFindings(project({ 'package.json': scripts }))).toEqual(['README.md is missing'])
  })
})

describe('the check of docs/security.md', () => {
  it('names files that do not exist, and counts the requirements', async () => {
    const text =
      '| 1.1.1 | 2 | met | `server/app.ts`, `server/gone.test.ts` |\n### Techniques\n| 1.2.6, 1.2.7 |\n'
    const root = project({ 'docs/security.md': text, 'server/app.ts': '' })
    expect(await securityFindings(root)).toEqual([
      'docs/security.md names a file that does not exist: server/gone.test.ts',
      'docs/security.md answers 3 requirements of 253',
    ])
  })

  it('says when there is no such page', async () => {
    expect(await securityFindings(project({}))).toEqual(['docs/security.md is missing'])
  })
})

describe('the check of the limits', () => {
  const page = (row: string) =>
    project({ 'docs/limits.md': `${row}\n`, 'server/a.ts': 'const WAIT_MS = 5000\n' })

  it('accepts what stands in the code', async () => {
    expect(await limitFindings(page('| 5 s | `server/a.ts` | `WAIT_MS = 5000` |'))).toEqual([])
  })

  it('names a number that has moved, a file that is gone, and a page without any', async () => {
    expect(await limitFindings(page('| 6 s | `server/a.ts`  | `WAIT_MS = 6000`   |'))).toEqual([
      'docs/limits.md says what does not stand in server/a.ts: WAIT_MS = 6000',
    ])
    expect(await limitFindings(page('| 5 s | `server/b.ts` | `WAIT_MS = 5000` |'))).toEqual([
      'docs/limits.md names a file that does not exist: server/b.ts',
    ])
    expect(await limitFindings(page('nothing'))).toEqual([
      'docs/limits.md has no row that names a file and what stands there',
    ])
  })
})

describe('the check of file names', () => {
  it('accepts kebab-case, the closed list of a feature, and its tests', async () => {
    const root = project({
      'web/views/home-view.tsx': '',
      'web/pages/robots.txt.ts': '',
      'server/db/migrations/0001-first.ts': '',
      'server/features/enquiries/store.ts': '',
      'server/features/mandates/booking-service.ts': '',
      'server/features/agreements/document/parties.ts': '',
      'server/features/enquiries/lost-mail.test.ts': '',
    })
    expect(await nameFindings(root)).toEqual([])
  })

  it.each([
    ['web/ui/Button.tsx', 'kebab-case'],
    ['server/lib/utils.ts', 'one job'],
    ['contract/index.ts', 'one job'],
    ['server/features/enquiries/controller.ts', 'only routes.ts'],
  ])('refuses %s', async (file, words) => {
    const found = await nameFindings(project({ [file]: '' }))
    expect(found).toEqual([expect.stringContaining(words)])
  })
})

describe('the check of the lock', () => {
  const lock = (packages: object, manifest: object = {}) =>
    project({
      'package-lock.json': JSON.stringify({ packages }),
      'package.json': JSON.stringify(manifest),
    })
  const pinned = { version: '1.0.0', integrity: 'sha512-x' }

  it('accepts hashes for all that comes from the registry', async () => {
    const root = lock({ '': {}, 'node_modules/a': pinned })
    expect(await lockFindings(root)).toEqual([])
  })

  it('names what has none, and addresses', async () => {
    const root = lock({
      'node_modules/a': { version: '1.0.0' },
      'node_modules/b': { integrity: 'sha512-x', resolved: 'https://registry.example/b.tgz' },
    })
    expect(await lockFindings(root)).toEqual([
      'package-lock.json: no integrity for node_modules/a (npm run lock)',
      'package-lock.json: an address for node_modules/b (npm run lock)',
    ])
  })

  it.each([
    ['1.0.0', []],
    ['^1.0.0', ['package-lock.json: not exactly node-x@^1.0.0 (npm install, npm run lock)']],
    ['2.0.0', ['package-lock.json: not exactly node-x@2.0.0 (npm install, npm run lock)']],
  ])('takes the runtime of a platform at the exact version that is pinned: %s', async (version, findings) => {
    const root = lock({ 'node_modules/node-x': pinned }, { optionalDependencies: { 'node-x': version } })
    expect(await lockFindings(root)).toEqual(findings)
  })

  it.each([
    ['@a/b@1.0.0', []],
    [
      '@a/b',
      [
        'package.json: allowScripts lacks @a/b@1.0.0',
        'package.json: allowScripts names no such script: @a/b',
      ],
    ],
    [
      '@a/b@0.9.0',
      [
        'package.json: allowScripts lacks @a/b@1.0.0',
        'package.json: allowScripts names no such script: @a/b@0.9.0',
      ],
    ],
  ])('asks that an install script is listed by name and version: %s', async (spec, findings) => {
    const packages = { 'node_modules/c/node_modules/@a/b': { ...pinned, hasInstallScript: true } }
    expect(await lockFindings(lock(packages, { allowScripts: { [spec]: false } }))).toEqual(findings)
  })
})
