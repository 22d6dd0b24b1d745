import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

const kebabCase = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+)+$/
/** Names that say nothing about the content. */
const vague = /^(index|utils|helpers|types|misc)\.tsx?$/
/** The dictionary of a language, which has the same name in each language. */
const dictionary = /^contract\/messages\/[a-z]+\/index\.ts$/
/** Files of features, except parts of documents and privacy tools, which have other names. */
const feature = /^server\/features\/(?!privacy\/|.*\/document\/)/
const featureFile = /^(.+-)?(routes|guard|service|store|rules|limits|jobs|mail)\.ts$|\.test\.ts$/

/** A comment that switches lint off. */
const lintOff = /\b(ox|es)lint-(dis|en)able/

/** Returns files with wrong names (not kebab-case, vague, not allowed in a feature), and files that switch lint off. */
export function checkNames(root = path.resolve(import.meta.dirname, '../..')): string[] {
  const files = globSync('{contract,sandbox,web,server,ops,tests,bench,scripts}/**/*.*', { cwd: root })
  return files.flatMap((file) => {
    const name = path.basename(file)
    if (name !== 'README.md' && !kebabCase.test(name)) return [`${file}: a file name is in kebab-case`]
    if (vague.test(name) && !dictionary.test(file)) return [`${file}: name the file after its content`]
    if (/\.[mt]?[jt]sx?$/.test(name) && lintOff.test(readFileSync(path.join(root, file), 'utf8')))
      return [`${file}: remove the comment that switches lint off`]
    if (!feature.test(file) || featureFile.test(name)) return []
    return [
      `${file}: a server feature has only routes.ts, guard.ts, service.ts, store.ts, rules.ts, limits.ts, jobs.ts, mail.ts, and tests`,
    ]
  })
}
