import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { run } from './run.ts'
import type { Outcome } from './run.ts'

const minute = 60_000

/** Whether this process may install Debian's packages: root on Debian or a system made from it. */
export function canInstall(): boolean {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
}

let installing: Promise<unknown> = Promise.resolve()

/** Installs Debian packages one call after the other, without questions; answers the reason when it did not work. */
export function installPackages(names: string[]): Promise<string | undefined> {
  const installed = installing.then(() => install(names))
  installing = installed
  return installed
}

async function install(names: string[]): Promise<string | undefined> {
  const updated = await apt(['update', '-qq'], 3 * minute)
  const installed =
    updated.code === 0
      ? await withoutServices(() => apt(['install', '-y', '-qq', ...names], 8 * minute))
      : updated
  if (installed.code === 0) return undefined
  return installed.output.split('\n').slice(-5).join('\n')
}

/** Packages of servers start them when installed, unless this file says no (policy-rc.d(8)). */
async function withoutServices<Value>(work: () => Promise<Value>): Promise<Value> {
  const policy = '/usr/sbin/policy-rc.d'
  const ours = !existsSync(policy)
  if (ours) writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  try {
    return await work()
  } finally {
    if (ours) rmSync(policy, { force: true })
  }
}

function apt(args: string[], limit: number): Promise<Outcome> {
  const quiet = { DEBIAN_FRONTEND: 'noninteractive', APT_LISTCHANGES_FRONTEND: 'none' }
  const options = ['-o', 'DPkg::Lock::Timeout=300', '-o', 'Acquire::Retries=2', '--no-install-recommends']
  return run({ command: 'apt-get', args: [...options, ...args], limit, env: quiet })
}
