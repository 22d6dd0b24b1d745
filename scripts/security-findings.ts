import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'

/** Requirements of levels 1 and 2 of OWASP ASVS 5.0.0. */
const REQUIREMENTS = 253

/** What docs/security.md names and the project lacks, and requirements that it has no answer for. */
export async function securityFindings(root = path.dirname(import.meta.dirname)): Promise<string[]> {
  const page = path.join(root, 'docs', 'security.md')
  if (!existsSync(page)) return ['docs/security.md is missing']
  const text = await readFile(page, 'utf8')
  const files = new Set(
    [...text.matchAll(/`([\w.-]+(?:\/[\w.-]+)*\.[a-z]+)`/g)].map(([, file]) => file ?? ''),
  )
  const missing = [...files].filter((file) => !existsSync(path.join(root, file)))
  const asked = new Set(text.split('### Of level 3')[0]?.match(/(?<=^\| )\d+\.\d+\.\d+(?= )/gm))
  const absent = new Set(text.split('### Techniques')[1]?.match(/\b\d+\.\d+\.\d+\b/g))
  const answered = new Set([...asked, ...absent]).size
  return [
    ...missing.map((file) => `docs/security.md names a file that does not exist: ${file}`),
    ...(answered === REQUIREMENTS
      ? []
      : [`docs/security.md answers ${answered} requirements of ${REQUIREMENTS}`]),
  ]
}
