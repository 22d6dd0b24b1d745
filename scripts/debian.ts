import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { run, type Outcome } from './run.ts'

const minute = 60_000

/** Whether this process may install Debian's packages: root on Debian or a system made from it. */
export function canInstall(): boolean {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
}

let update: Promise<Outcome> | undefined
let last: Promise<unknown> = Promise.resolve()

/** Installs packages without questions, one call after the other; the reason when it did not work, within minutes. */
export function installPackages(names: string[]): Promise<string | undefined> {
  const installed = last.then(async () => {
    update ??= apt(['update', '-qq'], 3 * minute)
    const { code, output } = await update.then((done) => (done.code === 0 ? install(names) : done))
    return code === 0 ? undefined : output.split('\n').slice(-5).join('\n')
  })
  last = installed
  return installed
}

/** Packages of servers start them when installed unless this policy says no (policy-rc.d(8)); PostgreSQL's makes a database. */
async function install(names: string[]): Promise<Outcome> {
  if (names.includes('postgresql')) {
    mkdirSync('/etc/postgresql-common/createcluster.d', { recursive: true })
    writeFileSync('/etc/postgresql-common/createcluster.d/none.conf', 'create_main_cluster = false\n')
  }
  const policy = '/usr/sbin/policy-rc.d'
  const ours = !existsSync(policy)
  if (ours) writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  try {
    return await apt(['install', '-y', '-qq', ...names], 8 * minute)
  } finally {
    if (ours) rmSync(policy, { force: true })
  }
}

function apt(args: string[], limit: number): Promise<Outcome> {
  const env = { DEBIAN_FRONTEND: 'noninteractive', APT_LISTCHANGES_FRONTEND: 'none' }
  const options = ['-o', 'DPkg::Lock::Timeout=300', '-o', 'Acquire::Retries=2', '--no-install-recommends']
  return run({ command: 'apt-get', args: [...options, ...args], limit, env })
}
