import { readFile } from 'node:fs/promises'
import path from 'node:path'

/** Packages by the folder they are installed in; the project itself stands under ''. */
interface Lock {
  packages: Record<string, { link?: boolean; inBundle?: boolean; resolved?: string; integrity?: string }>
}

/**
 * Packages without a hash of their content, and addresses of one machine's registry, in `package-lock.json`; what comes
 * within another package is covered by the hash of that. Whether every package of every platform is there is what `npm ci`
 * itself checks.
 */
export async function checkLock(root = path.resolve(import.meta.dirname, '../..')): Promise<string[]> {
  const { packages } = JSON.parse(await readFile(path.join(root, 'package-lock.json'), 'utf8')) as Lock
  return Object.entries(packages).flatMap(([folder, { link, inBundle, resolved, integrity }]) => {
    if (folder === '' || link) return []
    return [
      ...(integrity || inBundle ? [] : [`package-lock.json: no integrity for ${folder}`]),
      ...(resolved ? [`package-lock.json: an address for ${folder}`] : []),
    ]
  })
}
