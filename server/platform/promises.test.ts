import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))

function read(path: string): string {
  return readFileSync(root + path, 'utf8')
}

/** A row of docs/promises.md: the sentence, the file of words in which it stands, and the test that holds it. */
const rows = read('docs/promises.md')
  .split('\n')
  .map((line) => line.split(' | ').map((cell) => cell.replaceAll(/^\| | \|$/g, '')))
  .filter(([, file]) => file?.startsWith('`'))
  .map(([sentence = '', file = '', test = '']) => ({ sentence, file: file.replaceAll('`', ''), test }))

it('lists some forty promises', () => expect(rows.length).toBeGreaterThanOrEqual(40))

it.each(rows)('the promise stands, and its test is there: $sentence', ({ sentence, file, test }) => {
  expect(read(file)).toContain(sentence)
  const [, path, title] = /^`([^`]+)`: (.+)$/.exec(test) ?? []
  if (path === undefined || title === undefined) expect(test).toMatch(/^(nobody: .+|none yet)$/)
  else expect(read(path)).toContain(title)
})
