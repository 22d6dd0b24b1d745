import { readFile } from 'node:fs/promises'
import path from 'node:path'
import prettier from 'prettier'
import { settings } from '#server/settings.ts'

const root = path.dirname(import.meta.dirname)
const marked = /(<!-- settings -->)[\s\S]*(<!-- \/settings -->)/

/** The files that list the settings, by path, as they ought to be: made from the one list that the server reads. */
export async function settingsTexts(): Promise<Record<string, string>> {
  const readme = await readFile(path.join(root, 'README.md'), 'utf8')
  const options = await prettier.resolveConfig(path.join(root, 'README.md'))
  const whole = readme.replace(marked, (_, start: string, end: string) => `${start}\n\n${table()}\n\n${end}`)
  return {
    'README.md': await prettier.format(whole, { ...options, parser: 'markdown' }),
    '.env.example': envExample(),
  }
}

/** Which of those files are not as they ought to be. */
export async function settingsFindings(): Promise<string[]> {
  const wanted = Object.entries(await settingsTexts())
  const found = wanted.map(async ([file, text]) => {
    const now = await readFile(path.join(root, file), 'utf8').catch(() => '')
    return now === text
      ? []
      : [`${file} does not list the settings as server/settings.ts has them: npm run settings`]
  })
  return (await Promise.all(found)).flat()
}

function table(): string {
  const rows = Object.entries(settings).map(([name, setting]) => {
    const cells = [`\`${name}\``, setting.default, setting.meaning]
    return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  })
  return ['| setting | default | meaning |', '| --- | --- | --- |', ...rows].join('\n')
}

function envExample(): string {
  const entries = Object.entries(settings).map(
    ([name, setting]) => `# ${setting.meaning}\n# Default: ${setting.default}\n#${name}=\n`,
  )
  return `# Copy this file to .env and take the # away from the lines you set; the environment wins over it.\n\n${entries.join('\n')}`
}
