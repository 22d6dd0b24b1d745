import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'

const page = 'docs/limits.md'
/** The last two cells of a row: a file, and what stands in it. */
const row = /\| `([^`]+)` +\| `([^`]+)` +\|$/

/** Numbers that the table of limits gives and the code does not. */
export async function limitFindings(root = path.dirname(import.meta.dirname)): Promise<string[]> {
  const text = await readFile(path.join(root, page), 'utf8')
  const rows = text.split('\n').flatMap((line) => {
    const [, file, code] = row.exec(line) ?? []
    return file !== undefined && code !== undefined ? [{ file, code }] : []
  })
  if (rows.length === 0) return [`${page} has no row that names a file and what stands there`]
  const found = await Promise.all(rows.map(async ({ file, code }) => faultOf(root, file, code)))
  return found.flat()
}

async function faultOf(root: string, file: string, code: string): Promise<string[]> {
  const whole = path.join(root, file)
  if (!existsSync(whole)) return [`${page} names a file that does not exist: ${file}`]
  const source = await readFile(whole, 'utf8')
  return source.includes(code) ? [] : [`${page} says what does not stand in ${file}: ${code}`]
}
