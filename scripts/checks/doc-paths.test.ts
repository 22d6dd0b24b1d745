import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { docPathFindings } from './doc-paths.ts'

const root = mkdtempSync(path.join(os.tmpdir(), 'doc-paths-'))
mkdirSync(path.join(root, 'docs/decisions'), { recursive: true })
mkdirSync(path.join(root, 'server'))
writeFileSync(path.join(root, 'package.json'), '{"scripts":{"start":"","ops":""}}')
writeFileSync(path.join(root, 'server/app.ts'), '')

afterAll(() => {
  rmSync(root, { recursive: true, force: true })
})

it.each([
  ['`server/app.ts`, `server/*.ts`, `server/`, `dist/`, `text/plain`, `/healthz`, `@a/b`, `routes.ts`', []],
  ['`npm start`, `npm run -s ops -- export`, `npm install`; npm alone is enough', []],
  ['[a](../../server/app.ts#top) [b](https://example.com/a) [c](#below)', []],
  ['```text\nserver/gone.ts `e2e/gone.ts`\n```', []],
  ['`server/gone.test.ts`', ['names a file that does not exist: server/gone.test.ts']],
  ['`tests/e2e/plain.test.ts`, `old/`', ['tests/e2e/plain.test.ts', 'old/']],
  ['`server/*.json` and `web/ui`', ['server/*.json', 'web/ui']],
  ['[map](map.md) <img src="old.png">', ['map.md', 'old.png']],
  ['```sh\nnpm run -s deploy -- now\n```', ['names a command that package.json lacks: deploy']],
])('reads %s', async (text, expected) => {
  writeFileSync(path.join(root, 'docs/decisions/0001-a.md'), `${text}\n`)
  const found = await docPathFindings(root)
  expect(found).toEqual(expected.map((words) => expect.stringContaining(words)))
})
