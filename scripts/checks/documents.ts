import { existsSync, globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'

const project = path.resolve(import.meta.dirname, '../..')

/** npm's own commands, which need no script in package.json. */
const ownCommands = new Set(['install', 'ci', 'rebuild', 'outdated', 'audit', 'sbom', 'pack'])
const folders = '(?:contract|server|web|ops|tests|bench|scripts|docs|deploy)'
/** `server/app.ts`, `deploy/*.service`, `web/ui`, `old-folder/`; not `text/plain`, `/healthz` or `dist/`. */
const aPath = new RegExp(
  `^(?!dist/)(?:${folders}/[\\w@.*/-]*|[a-z][\\w@.*-]*(?:/[\\w@.*-]+)*(?:/|/[\\w@*-][\\w@.*-]*\\.[a-z]+))$`,
)

/** What the documents name and the project lacks: paths in backticks, files behind relative links, npm commands. */
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

/** Only code names commands; prose may say "npm and nothing else". */
function namedCommands(text: string): string[] {
  const code = [...text.matchAll(/^```[^]*?^```|`[^`\n]+`/gm)].map(([piece]) => piece).join('\n')
  return [...code.matchAll(/(?:^|[`;&] ?)npm (?:run )?(?:-\S+ )*([a-z][\w:-]*)/gm)].map(
    ([, name]) => name ?? '',
  )
}

/** Requirements of levels 1 and 2 of OWASP ASVS 5.0.0. */
const REQUIREMENTS = 253

/** Whether docs/security.md answers every requirement; a row may answer several. */
export async function checkSecurityPage(root = project): Promise<string[]> {
  const page = path.join(root, 'docs', 'security.md')
  if (!existsSync(page)) return ['docs/security.md is missing']
  const text = await readFile(page, 'utf8')
  const rows = text.split('### Of level 3')[0]?.match(/^\| \d+\.\d+\.\d+[^|]*/gm) ?? []
  const absent = text.split('### Techniques')[1] ?? ''
  const answered = new Set([...rows, absent].flatMap((part) => part.match(/\b\d+\.\d+\.\d+\b/g) ?? [])).size
  return answered === REQUIREMENTS
    ? []
    : [`docs/security.md answers ${answered} requirements of ${REQUIREMENTS}`]
}

const limits = 'docs/limits.md'
/** The last two cells of a row: a file, and what stands in it. */
const row = /\| `([^`]+)` +\| `([^`]+)` +\|$/

/** Numbers that the table of limits gives and the code does not. */
export async function checkLimits(root = project): Promise<string[]> {
  const text = await readFile(path.join(root, limits), 'utf8')
  const rows = text.split('\n').flatMap((line) => {
    const [, file, code] = row.exec(line) ?? []
    return file !== undefined && code !== undefined ? [{ file, code }] : []
  })
  if (rows.length === 0) return [`${limits} has no row that names a file and what stands there`]
  const found = await Promise.all(rows.map(async ({ file, code }) => staleLimit(root, file, code)))
  return found.flat()
}

async function staleLimit(root: string, file: string, code: string): Promise<string[]> {
  const whole = path.join(root, file)
  if (!existsSync(whole)) return [`${limits} names a file that does not exist: ${file}`]
  const source = await readFile(whole, 'utf8')
  return source.includes(code) ? [] : [`${limits} says what does not stand in ${file}: ${code}`]
}
