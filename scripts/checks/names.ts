import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

const kebabCase = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+)+$/
/** Names under which files collect what nobody placed. */
const vague = /^(index|utils|helpers|types|misc)\.tsx?$/
/** The dictionary of a language, which puts its modules together under the name that every language has. */
const dictionary = /^contract\/messages\/[a-z]+\/index\.ts$/
/** A feature's files; the parts of a document, and of the privacy tools, are named for what they say or do. */
const feature = /^server\/features\/(?!privacy\/|.*\/document\/)/
const featureFile = /^(.+-)?(routes|guard|service|store|rules|limits|jobs|mail)\.ts$|\.test\.ts$/

/** A comment that switches lint off in a corner: a rule is an error or absent. */
const lintOff = /\b(ox|es)lint-(dis|en)able/

/** Files that are not named as agreed: kebab-case, not vague, and in a server feature only the closed list; and files that switch lint off. */
export function checkNames(root = path.resolve(import.meta.dirname, '../..')): string[] {
  const files = globSync('{contract,sandbox,web,server,ops,tests,bench,scripts}/**/*.*', { cwd: root })
  return files.flatMap((file) => {
    const name = path.basename(file)
    if (name !== 'README.md' && !kebabCase.test(name)) return [`${file}: a file name is in kebab-case`]
    if (vague.test(name) && !dictionary.test(file)) return [`${file}: name a file for its one job`]
    if (/\.[mt]?[jt]sx?$/.test(name) && lintOff.test(readFileSync(path.join(root, file), 'utf8')))
      return [`${file}: no comment switches lint off`]
    if (!feature.test(file) || featureFile.test(name)) return []
    return [
      `${file}: a server feature has only routes.ts, guard.ts, service.ts, store.ts, rules.ts, limits.ts, jobs.ts, mail.ts, and tests`,
    ]
  })
}
