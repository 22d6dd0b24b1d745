import { readFile } from 'node:fs/promises'
import path from 'node:path'

/** One package as `package-lock.json` lists it. */
interface LockEntry {
  link?: boolean
  /** It comes within the package that bundles it, whose hash covers it. */
  inBundle?: boolean
  resolved?: string
  integrity?: string
}

/** Packages by the folder they are installed in; the project itself stands under ''. */
interface Lock {
  packages: Record<string, LockEntry>
}

async function readLock(file: string): Promise<Lock> {
  return JSON.parse(await readFile(file, 'utf8')) as Lock
}

/** Folders of packages from the registry whose content the lock does not pin. */
function unpinned({ packages }: Lock): string[] {
  const fromRegistry = Object.entries(packages).filter(
    ([folder, { link, inBundle }]) => folder !== '' && !link && !inBundle,
  )
  return fromRegistry.filter(([, { integrity }]) => !integrity).map(([folder]) => folder)
}

/**
 * Packages without a hash of their content, and addresses of one machine's registry, in `package-lock.json`. Whether it
 * holds every package of every platform is what `npm ci` itself checks.
 */
export async function checkLock(root = path.resolve(import.meta.dirname, '../..')): Promise<string[]> {
  const lock = await readLock(path.join(root, 'package-lock.json'))
  const addressed = Object.entries(lock.packages).filter(([, { resolved, link }]) => resolved && !link)
  return [
    ...unpinned(lock).map((folder) => `package-lock.json: no integrity for ${folder}`),
    ...addressed.map(([folder]) => `package-lock.json: an address for ${folder}`),
  ]
}
