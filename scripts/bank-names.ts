// `node scripts/bank-names.ts FOLDER`: writes the names of banks from an unpacked npm package `ifsc`
// (docs/decisions/0010-names-of-banks.md says when and how).
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'

const target = path.join(path.dirname(import.meta.dirname), 'server', 'lib', 'bank-names', 'bank-names.json')

const [folder = '.'] = process.argv.slice(2)

async function read(name: string): Promise<Record<string, string>> {
  return JSON.parse(await readFile(path.join(folder, 'src', name), 'utf8')) as Record<string, string>
}

const names = await read('banknames.json')
// Single branches first and then beginnings of branches; a code that another bank lends to a smaller one names the latter.
const lent = { ...(await read('custom-sublets.json')), ...(await read('sublet.json')) }

function lines(table: Record<string, string>): string {
  return Object.entries(table)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([code, value]) => `${JSON.stringify(code)}:${JSON.stringify(value.trim().replaceAll(/\s+/g, ' '))}`)
    .join(',\n')
}

await writeFile(target, `{"banks":{\n${lines(names)}\n},"lent":{\n${lines(lent)}\n}}\n`)
