import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'

/** npm's own words that a README may name without a script of ours behind them. */
const ownCommands = new Set(['install', 'ci', 'rebuild'])

/** What the README names and the project lacks: npm commands, and files by relative link. */
export async function readmeFindings(root = path.dirname(import.meta.dirname)): Promise<string[]> {
  const readme = path.join(root, 'README.md')
  if (!existsSync(readme)) return ['README.md is missing']
  const text = await readFile(readme, 'utf8')
  const { scripts = {} } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as {
    scripts?: Record<string, string>
  }
  const commands = namedCommands(text).filter((name) => !(name in scripts) && !ownCommands.has(name))
  const files = namedFiles(text).filter((file) => !existsSync(path.join(root, file)))
  return [
    ...commands.map((name) => `README.md names a command that package.json lacks: ${name}`),
    ...files.map((file) => `README.md names a file that does not exist: ${file}`),
  ]
}

/** Only what stands in code is a command; prose may say "npm and nothing else". */
function namedCommands(text: string): string[] {
  const code = [...text.matchAll(/```[\s\S]*?```|`[^`\n]+`/g)].map(([piece]) => piece).join('\n')
  return unique([...code.matchAll(/\bnpm (?:run )?(?:-\S+ )*([a-z][\w:-]*)/g)].map(([, name]) => name ?? ''))
}

function namedFiles(text: string): string[] {
  const targets = [...text.matchAll(/\]\(([^)\s]+)[^)]*\)|(?:src|srcset|href)="([^"]+)"/g)]
  const relative = targets
    .map(([, link, attribute]) => link ?? attribute ?? '')
    .filter((target) => !/^([a-z]+:|#|\/\/)/.test(target))
  return unique(relative.map((target) => decodeURI(target.replace(/[#?].*$/, ''))))
}

function unique(names: string[]): string[] {
  return [...new Set(names)]
}
