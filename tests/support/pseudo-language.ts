import { execFile } from 'node:child_process'
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'

/** The code of an invented language: English with accents, longer, in brackets. */
export const PSEUDO = 'xx'

const root = path.resolve(import.meta.dirname, '../..')
const copied =
  'astro.config.ts .browserslistrc package.json package-lock.json tsconfig.base.json tsconfig.web.json ' +
  'tsconfig.server.json tsconfig.json contract web server ops scripts tests/support'

const plain = 'aceinosuyACEINOSUY'
const accented = 'áçéíñóšúýÁÇÉÍÑÓŠÚÝ'
/** What a translation keeps: placeholders, the agency's own values, addresses, anchors. */
const kept = /\{[^}]*\}|\[\[[^\]]*\]\]|\]\([^)]*\)|\S+@\S+|https?:\/\/\S+/g

/** Returns a text in the pseudo-language: 40 % longer, so that missing room shows. */
function pseudo(text: string): string {
  const parts = text.split(kept)
  const marks = text.match(kept) ?? []
  const said = parts.map((part) =>
    part.replaceAll(/[a-z]/gi, (letter) => accented[plain.indexOf(letter)] ?? letter),
  )
  const whole = said.map((part, at) => part + (marks[at] ?? '')).join('')
  return `⟦${whole}${' ~'.repeat(Math.ceil((text.length * 0.4) / 2))}⟧`
}

function pseudoTree(tree: unknown): unknown {
  // A notice's version is a date.
  if (typeof tree === 'string') return /^[\d-]*$/.test(tree) ? tree : pseudo(tree)
  if (Array.isArray(tree)) return tree.map(pseudoTree)
  if (typeof tree !== 'object' || tree === null) return tree
  return Object.fromEntries(Object.entries(tree).map(([name, one]) => [name, pseudoTree(one)]))
}

/** Translates the words of a document's line and keeps its marks. */
function pseudoLine(line: string): string {
  if (line.trim() === '' || /^\|[ |:-]+\|$/.test(line)) return line
  if (line.startsWith('![')) return line.replace(/\[(.*)\]/, (_, words: string) => `[${pseudo(words)}]`)
  if (line.startsWith('|')) {
    const cells = line.split('|').map((cell) => (cell.trim() === '' ? cell : ` ${pseudo(cell.trim())} `))
    return cells.join('|')
  }
  const [, mark = '', words = '', end = ''] = /^(#+ |- |\d+\. |)(.*?)( \{#[\w-]+\}|\\|)$/.exec(line) ?? []
  return mark + pseudo(words) + end
}

/** Copies the whole project to a folder, with English and this language: a folder of words and a line in the list. */
export async function projectWithPseudoLanguage(folder: string): Promise<void> {
  for (const name of copied.split(' '))
    await cp(path.join(root, name), path.join(folder, name), { recursive: true })
  // Hard links, since the worker that reads documents may read only its own project.
  await promisify(execFile)('cp', ['-al', path.join(root, 'node_modules'), path.join(folder, 'node_modules')])
  const messages = path.join(folder, 'contract/messages')
  const list = path.join(messages, 'languages.ts')
  const lines = (await readFile(list, 'utf8')).split('\n').filter((line) => !/^ {2}(hi|gu): /.test(line))
  const after = lines.findIndex((line) => line.startsWith('  en: '))
  const named = `{ tag: '${PSEUDO}-IN', name: '${pseudo('Pseudo')}', english: 'Pseudo' }`
  lines.splice(after + 1, 0, `  ${PSEUDO}: ${named},`)
  await writeFile(list, lines.join('\n'))
  await translate(path.join(messages, 'en'), path.join(messages, PSEUDO))
}

async function translate(from: string, to: string): Promise<void> {
  await mkdir(to)
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)]
    if (entry.isDirectory()) await translate(source, target)
    else if (entry.name === 'index.ts') await cp(source, target)
    else if (entry.name === 'language.ts') await writeFile(target, `export const language = '${PSEUDO}'\n`)
    else if (entry.name.endsWith('.md')) {
      const lines = (await readFile(source, 'utf8')).split('\n')
      await writeFile(target, lines.map(pseudoLine).join('\n'))
    } else if (entry.name.endsWith('.ts')) {
      const names = Object.entries(await import(source)) as [string, unknown][]
      const written = names.map(
        ([name, tree]) => `export const ${name} = ${JSON.stringify(pseudoTree(tree))}\n`,
      )
      await writeFile(target, written.join(''))
    }
  }
}
