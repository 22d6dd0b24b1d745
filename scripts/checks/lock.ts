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
  hasInstallScript?: boolean
}

interface Manifest {
  /** Packages with an install script, as `name@version`, and whether npm may run it. */
  allowScripts?: Record<string, boolean>
  optionalDependencies?: Record<string, string>
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

/** Install scripts are known one by one: `npm install` by hand may run them, though the set-up runs none. */
function checkScripts({ packages }: Lock, { allowScripts = {} }: Manifest): string[] {
  const withScript = Object.entries(packages).filter(([, { hasInstallScript }]) => hasInstallScript)
  const specs = withScript.map(
    ([folder, { name = folder.split('node_modules/').at(-1), version }]) => `${name ?? ''}@${version ?? ''}`,
  )
  const listed = Object.keys(allowScripts)
  return [
    ...specs.filter((spec) => !listed.includes(spec)).map((spec) => `allowScripts lacks ${spec}`),
    ...listed
      .filter((spec) => !specs.includes(spec))
      .map((spec) => `allowScripts names no such script: ${spec}`),
  ].map((words) => `package.json: ${words}`)
}

/** The runtime stands there once for each platform; npm leaves out of a lock what it could not resolve. */
function checkRuntime({ packages }: Lock, { optionalDependencies = {} }: Manifest): string[] {
  return Object.entries(optionalDependencies)
    .filter(([name, version]) => packages[`node_modules/${name}`]?.version !== version)
    .map(([name, version]) => `package-lock.json: not exactly ${name}@${version} (npm install, npm run lock)`)
}

/**
 * Packages without a hash of their content, addresses of one machine's registry, optional packages that are not pinned,
 * and install scripts that nobody judged, in `package-lock.json`.
 */
export async function checkLock(root = path.resolve(import.meta.dirname, '../..')): Promise<string[]> {
  const lock = await readLock(path.join(root, 'package-lock.json'))
  const manifest = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as Manifest
  const addressed = Object.entries(lock.packages).filter(([, { resolved, link }]) => resolved && !link)
  return [
    ...unpinned(lock).map((folder) => `package-lock.json: no integrity for ${folder} (npm run lock)`),
    ...addressed.map(([folder]) => `package-lock.json: an address for ${folder} (npm run lock)`),
    ...checkRuntime(lock, manifest),
    ...checkScripts(lock, manifest),
  ]
}
