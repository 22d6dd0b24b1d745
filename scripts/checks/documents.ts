import { existsSync, globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'

const project = path.resolve(import.meta.dirname, '../..')

/** npm commands that need no script in package.json. */
const ownCommands = new Set(['install', 'ci', 'rebuild', 'outdated', 'audit', 'sbom', 'pack'])
const folders = '(?:contract|server|web|ops|tests|bench|scripts|docs|deploy)'
/** `server/app.ts`, `deploy/*.service`, `web/ui`, `old-folder/`; not `text/plain`, `/healthz` or `dist/`. */
const aPath = new RegExp(
  `^(?!dist/)(?:${folders}/[\\w@.*/-]*|[a-z][\\w@.*-]*(?:/[\\w@.*-]+)*(?:/|/[\\w@*-][\\w@.*-]*\\.[a-z]+))$`,
)

/** Returns what documents name and the project lacks: paths in backticks, relative links and npm commands. */
export async function checkPaths(root = project): Promise<string[]> {
  const scripts = Object.keys(
    (JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as { scripts?: object }).scripts ??
      {},
  )
  const pages = globSync(['README.md', 'CONTRIBUTING.md', 'docs/**/*.md'], { cwd: root }).toSorted()
  const found = pages.map(async (page) => {
    const text = await readFile(path.join(root, page), 'utf8')
    const prose = text.replaceAll(/^```[^]*?^```/gm, '')
    const missing = [
      ...spans(prose).filter((span) => aPath.test(span) && !exists(root, span)),
      ...links(prose).filter((link) => !exists(root, path.posix.join(path.posix.dirname(page), link))),
    ]
    const commands = namedCommands(text).filter((name) => !scripts.includes(name) && !ownCommands.has(name))
    return [
      ...missing.map((name) => `${page} names a file that does not exist: ${name}`),
      ...commands.map((name) => `${page} names a command that package.json lacks: ${name}`),
    ]
  })
  return [...new Set((await Promise.all(found)).flat())]
}

function exists(root: string, file: string): boolean {
  return file.includes('*') ? globSync(file, { cwd: root }).length > 0 : existsSync(path.join(root, file))
}

function spans(text: string): string[] {
  return [...text.matchAll(/`([^`\n]+)`/g)].map(([, span = '']) => span)
}

function links(text: string): string[] {
  const targets = [...text.matchAll(/\]\(([^)\s]+)[^)]*\)|(?:src|srcset|href)="([^"]+)"/g)]
  return targets
    .map(([, link, attribute]) => link ?? attribute ?? '')
    .filter((target) => !/^([a-z]+:|#|\/\/)/.test(target))
    .map((target) => decodeURI(target.replace(/[#?].*$/, '')))
}

/** Searches code only, because prose may say "npm and nothing else". */
function namedCommands(text: string): string[] {
  const code = [...text.matchAll(/^```[^]*?^```|`[^`\n]+`/gm)].map(([piece]) => piece).join('\n')
  return [...code.matchAll(/(?:^|[`;&] ?)npm (?:run )?(?:-\S+ )*([a-z][\w:-]*)/gm)].map(
    ([, name]) => name ?? '',
  )
}

/** Requirements of levels 1 and 2 of OWASP ASVS 5.0.0. */
const REQUIREMENTS = 253

/** Checks that docs/security.md answers every requirement. A row may answer several. */
export async function checkSecurityPage(root = project): Promise<string[]> {
  const text = await readFile(path.join(root, 'docs', 'security.md'), 'utf8')
  const rows = text.split('### Of level 3')[0]?.match(/^\| \d+\.\d+\.\d+[^|]*/gm) ?? []
  const absent = text.split('### Techniques')[1] ?? ''
  const answered = new Set([...rows, absent].flatMap((part) => part.match(/\b\d+\.\d+\.\d+\b/g) ?? [])).size
  return answered === REQUIREMENTS
    ? []
    : [`docs/security.md answers ${answered} requirements of ${REQUIREMENTS}`]
}

const limits = 'docs/limits.md'
const numbers = /\d[\d.,_]*/g

/** Returns rows of docs/limits.md whose code is not in their files, and rows with more numbers than their code. */
export async function checkLimits(root = project): Promise<string[]> {
  const text = await readFile(path.join(root, limits), 'utf8')
  const rows = text.split('\n').flatMap((line) => {
    const [number = '', , files = '', code = ''] = line.replace(/ *\|$/, '').split(/ +\| /).slice(-4)
    const parts = { number, files: spans(files), code: spans(code) }
    return parts.files.length > 0 && parts.code.length > 0 ? [parts] : []
  })
  if (rows.length === 0) return [`${limits} has no row with a file and its code`]
  return (await Promise.all(rows.map((row) => staleLimits(root, row)))).flat()
}

async function staleLimits(root: string, row: { number: string; files: string[]; code: string[] }) {
  const missing = row.files.filter((file) => !existsSync(path.join(root, file)))
  if (missing.length > 0) return missing.map((file) => `${limits} names a file that does not exist: ${file}`)
  const sources = await Promise.all(row.files.map((file) => readFile(path.join(root, file), 'utf8')))
  const source = sources.join('\n').replaceAll(/\s+/g, ' ')
  const stale = row.code.filter((code) => !source.includes(code))
  const pinned = row.code.join(' ').match(numbers)?.length ?? 0
  return [
    ...stale.map((code) => `${limits} quotes code that is not in ${row.files.join(', ')}: ${code}`),
    ...(pinned < (row.number.match(numbers)?.length ?? 0)
      ? [`${limits} has more numbers than its code: ${row.number}`]
      : []),
  ]
}
