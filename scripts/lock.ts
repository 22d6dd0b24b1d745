// `npm run lock`: gives every package in package-lock.json the hash of its content, without changing a version. npm leaves
// hashes out when it writes the lock from a node_modules whose own notes are gone or stale, and never adds them later.
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { type Lock, readLock, unpinned } from './checks/lock.ts'
import { run } from './run.ts'

const root = path.dirname(import.meta.dirname)
const name = 'package-lock.json'
const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']

async function npm(...args: string[]): Promise<string> {
  const { code, output } = await run({ command: 'npm', args: [...args, ...quiet], limit: 10 * 60_000 })
  if (code !== 0) throw new Error(`npm ${args[0] ?? ''}: ${output}`)
  return output
}

/** Told that a lock is of its first version, npm asks the registry for every package again. */
async function refreshed(folder: string): Promise<Lock> {
  await copyFile(path.join(root, 'package.json'), path.join(folder, 'package.json'))
  const old = await readLock(path.join(root, name))
  await writeFile(path.join(folder, name), JSON.stringify({ ...old, lockfileVersion: 1 }))
  const options = ['--package-lock-only', '--lockfile-version=3', '--omit-lockfile-registry-resolved']
  await npm('install', '--prefix', folder, ...options)
  return readLock(path.join(folder, name))
}

/** npm asks for a package under the name of its folder, so one that stands under another name is left out. */
async function pinRenamed(lock: Lock): Promise<void> {
  for (const folder of unpinned(lock)) {
    const entry = lock.packages[folder]
    if (entry?.name === undefined) throw new Error(`The registry knows no content of ${folder}.`)
    entry.integrity = await npm('view', `${entry.name}@${entry.version ?? ''}`, 'dist.integrity')
  }
}

function versions({ packages }: Lock): string {
  const listed = Object.entries(packages).map(([folder, { version }]) => `${folder} ${version ?? ''}`)
  return listed.sort().join('\n')
}

const folder = await mkdtemp(path.join(os.tmpdir(), 'lock-'))
try {
  const file = path.join(root, name)
  const [before, lock] = [await readLock(file), await refreshed(folder)]
  await pinRenamed(lock)
  if (versions(lock) !== versions(before))
    throw new Error('package.json and the lock differ: npm install first.')
  const text = `${JSON.stringify(lock, null, 2)}\n`
  if (text !== (await readFile(file, 'utf8'))) await writeFile(file, text)
} finally {
  await rm(folder, { recursive: true, force: true })
}
