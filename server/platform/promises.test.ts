import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))

function read(path: string): string {
  return readFileSync(root + path, 'utf8')
}

/** A row of docs/promises.md: the sentence, the file that contains it, and the test that proves it. */
const rows = read('docs/promises.md')
  .split('\n')
  .map((line) => line.split(' | ').map((cell) => cell.replaceAll(/^\| | \|$/g, '')))
  .filter(([, file]) => file?.startsWith('`'))
  .map(([sentence = '', file = '', test = '']) => ({ sentence, file: file.replaceAll('`', ''), test }))

it('lists some ninety promises', () => expect(rows.length).toBeGreaterThanOrEqual(90))

it('nothing stays in a browser beyond the tab, except for two notes without personal data', () => {
  const scripts = readdirSync(`${root}web`, { recursive: true, encoding: 'utf8' })
  const ours = scripts.filter((path) => /(?<!\.(test|fixture))\.tsx?$/.test(path))
  const keys = ours.flatMap((path) => {
    const text = read(`web/${path}`)
    expect(text, path).not.toMatch(/indexedDB|document\.cookie|cookieStore/)
    return [...text.matchAll(/localStorage\.setItem\((\S+?),/g)].map(([, key]) => `${path}: ${key}`)
  })
  expect(keys.toSorted()).toEqual([
    'features/staff/keys/state.ts: OFF',
    "layout/header.tsx: 'language-offered'",
  ])
})

it.each(rows)('the promise is in its file, and its test exists: $sentence', ({ sentence, file, test }) => {
  expect(read(file)).toContain(sentence)
  const [, path, title] = /^`([^`]+)`: (.+)$/.exec(test) ?? []
  if (path === undefined || title === undefined) expect(test).toMatch(/^(nobody: .+|none yet)$/)
  else expect(read(path)).toContain(title)
})
