import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'

/** Requirements of levels 1 and 2 of OWASP ASVS 5.0.0. */
const REQUIREMENTS = 253

/** Whether docs/security.md answers every requirement; a row may answer several. */
export async function securityFindings(root = path.dirname(import.meta.dirname)): Promise<string[]> {
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
