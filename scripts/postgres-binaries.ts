import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { canInstall, installPackages } from './debian.ts'
import { run } from './run.ts'

const minute = 60_000

/** The folder with PostgreSQL's `initdb` and `postgres`, Debian's package installed now if need be; or what brings it. */
export async function getPostgresBinaries(
  announce: (line: string) => void,
): Promise<{ path: string } | { missing: string }> {
  const found = await findBinaries()
  if (found) return { path: found }
  const hint = 'install PostgreSQL (Debian: apt-get install postgresql)'
  if (!canInstall()) return { missing: hint }
  announce('Installing PostgreSQL…')
  const fault = await installServer()
  const installed = await findBinaries()
  return installed ? { path: installed } : { missing: `${hint}\n${fault ?? ''}`.trim() }
}

/** Debian's package makes and starts a database server of its own unless its settings, which come first, say no. */
async function installServer(): Promise<string | undefined> {
  const fault = await installPackages(['postgresql-common'])
  if (fault !== undefined) return fault
  const settings = '/etc/postgresql-common/createcluster.conf'
  const line = 's/^#? *create_main_cluster *=.*/create_main_cluster = false/'
  await run({ command: 'sed', args: ['-ri', line, settings], limit: minute })
  return installPackages(['postgresql'])
}

async function findBinaries(): Promise<string | undefined> {
  const versions = '/usr/lib/postgresql'
  const debian = existsSync(versions) ? readdirSync(versions).sort((a, b) => Number(b) - Number(a)) : []
  const asked = await run({ command: 'pg_config', args: ['--bindir'], limit: minute })
  const folders = [
    ...debian.map((version) => path.join(versions, version, 'bin')),
    ...(asked.code === 0 ? [asked.output] : []),
    ...(process.env['PATH'] ?? '').split(path.delimiter),
  ]
  return folders.find((folder) => ['initdb', 'postgres'].every((name) => existsSync(path.join(folder, name))))
}
