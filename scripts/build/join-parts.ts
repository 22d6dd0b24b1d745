import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs'
import path from 'node:path'
import { defaultLanguage, languageCodes } from '#contract/messages/languages.ts'
import { untranslatedPart } from './pages-to-build.ts'

/**
 * Joins the builds of all parts, each in a folder of its name, to one site in English's folder, whose path is the answer:
 * the documents of the other languages stand in a folder each; what is named after its content is there once. Throws when
 * two parts have different files of one name.
 */
export function joinParts(folder: string): string {
  const site = path.join(folder, defaultLanguage)
  for (const language of languageCodes.filter((code) => code !== defaultLanguage)) {
    const from = path.join(folder, language)
    const files = filesIn(from)
    for (const file of files.filter(isNamedByContent)) move(from, file, path.join(site, file))
    for (const file of files.filter(isDocument)) move(from, file, path.join(site, language, file))
  }
  const from = path.join(folder, untranslatedPart)
  for (const file of filesIn(from)) move(from, file, path.join(site, file))
  return site
}

function isNamedByContent(file: string): boolean {
  return file.startsWith('_astro/')
}

function isDocument(file: string): boolean {
  return file.endsWith('.html')
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
}

function move(from: string, file: string, to: string): void {
  const whole = path.join(from, file)
  if (!existsSync(to)) {
    mkdirSync(path.dirname(to), { recursive: true })
    renameSync(whole, to)
  } else if (!readFileSync(whole).equals(readFileSync(to))) {
    throw new Error(`Two parts of the site have a different ${file}`)
  }
}
