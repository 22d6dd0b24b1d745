import { readFile } from 'node:fs/promises'
import path from 'node:path'

/** One package as `package-lock.json` lists it. */
export interface LockEntry {
  /** Only where it differs from the folder's name. */
  name?: string
  version?: string
  link?: boolean
  resolved?: string
  integrity?: string
}

/** Packages by the folder they are installed in; the project itself stands under ''. */
export interface Lock {
  lockfileVersion: number
  packages: Record<string, LockEntry>
}

export async function readLock(file: string): Promise<Lock> {
  return JSON.parse(await readFile(file, 'utf8')) as Lock
}

/** Folders of packages from the registry whose content the lock does not pin. */
export function unpinned({ packages }: Lock): string[] {
  const fromRegistry = Object.entries(packages).filter(([folder, { link }]) => folder !== '' && !link)
  return fromRegistry.filter(([, { integrity }]) => !integrity).map(([folder]) => folder)
}

/** Packages without a hash of their content, and addresses of one machine's registry, in `package-lock.json`. */
export async function lockFindings(root = path.dirname(import.meta.dirname)): Promise<string[]> {
  const lock = await readLock(path.join(root, 'package-lock.json'))
  const addressed = Object.entries(lock.packages).filter(([, { resolved, link }]) => resolved && !link)
  return [
    ...unpinned(lock).map((folder) => `package-lock.json: no integrity for ${folder} (npm run lock)`),
    ...addressed.map(([folder]) => `package-lock.json: an address for ${folder} (npm run lock)`),
  ]
}
