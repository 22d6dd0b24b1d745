import { readFile } from 'node:fs/promises'
import path from 'node:path'

/** Packages by their folder; the project itself has the key ''. */
interface Lock {
  packages: Record<string, { link?: boolean; inBundle?: boolean; resolved?: string; integrity?: string }>
}

/**
 * Returns packages in `package-lock.json` without an integrity hash or with the address of a registry. The hash of a
 * package covers packages bundled in it. `npm ci` checks that every platform's packages are present.
 */
export async function checkLock(root = path.resolve(import.meta.dirname, '../..')): Promise<string[]> {
  const { packages } = JSON.parse(await readFile(path.join(root, 'package-lock.json'), 'utf8')) as Lock
  return Object.entries(packages).flatMap(([folder, { link, inBundle, resolved, integrity }]) => {
    if (folder === '' || link) return []
    return [
      ...(integrity || inBundle ? [] : [`package-lock.json: no integrity for ${folder}`]),
      ...(resolved ? [`package-lock.json: a registry address for ${folder}`] : []),
    ]
  })
}
