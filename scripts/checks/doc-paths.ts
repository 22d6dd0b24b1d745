import { existsSync, globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'

/** npm's own commands, which need no script in package.json. */
const ownCommands = new Set(['install', 'ci', 'rebuild', 'outdated', 'audit', 'sbom', 'pack'])
const folders = '(?:contract|server|web|ops|tests|bench|scripts|docs|deploy|e2e|faults|attacks)'
/** `server/app.ts`, `deploy/*.service`, `web/ui`, `old-folder/`; not `text/plain`, `/healthz` or `dist/`. */
const aPath = new RegExp(
  `^(?!dist/)(?:${folders}/[\\w@.*/-]*|[a-z][\\w@.*-]*(?:/[\\w@.*-]+)*(?:/|/[\\w@*-][\\w@.*-]*\\.[a-z]+))$`,
)

/** What the documents name and the project lacks: paths in backticks, files behind relative links, npm commands. */
export async function docPathFindings(root = path.resolve(import.meta.dirname, '../..')): Promise<string[]> {
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
