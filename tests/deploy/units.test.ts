import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'

const folder = join(import.meta.dirname, '../../deploy')
const analyze = '/usr/bin/systemd-analyze'
const services = readdirSync(folder).filter((name) => name.endsWith('.service'))
/** How exposed a service may be at most, in tenths on systemd's scale to 10. */
const MOST_EXPOSED = '20'

/** Returns the values of a setting in a unit's file. */
function valuesOf(name: string, setting: string): string[] {
  const lines = readFileSync(join(folder, name), 'utf8').split('\n')
  return lines.filter((line) => line.startsWith(`${setting}=`)).map((line) => line.slice(setting.length + 1))
}

const withSecrets = services.filter((name) => valuesOf(name, 'LoadCredentialEncrypted').length > 0)

describe('the units with secrets', () => {
  it.each(withSecrets)('%s runs only our code as its main process, which alone can read them', (name) => {
    // On Debian 12 (systemd 252) ExecStartPost cannot read them if the unit has a mount namespace.
    for (const setting of ['ExecStartPre', 'ExecStartPost', 'ExecStopPost', 'ExecStop'])
      for (const command of valuesOf(name, setting)) expect(command).not.toMatch(/\bnode\b/)
    expect(valuesOf(name, 'ExecStart')).toHaveLength(1)
  })

  it.each(withSecrets)('%s may write the folder with the keys of backups', (name) => {
    expect(valuesOf(name, 'StateDirectory').join(' ').split(' ')).toContain('agency/backup-keys')
  })
})

describe('the containers', () => {
  const compose = readFileSync(join(folder, 'compose.yaml'), 'utf8')
  const services = compose.split(/^services:$/m)[1]?.split(/^networks:$/m)[0] ?? ''
  const each = services
    .split(/^ {2}(?=\w+:$)/m)
    .slice(1)
    .map((text) => [text.split(':')[0] ?? '', text] as const)

  it.each(each)('%s may write only its folders, has no unneeded rights, and has a limit', (_, text) => {
    expect(text).toMatch(/<<: \*(closed|site)/)
    if (!text.includes('*site')) expect(text).toMatch(/mem_limit: .*\n.*pids_limit: /)
    // Not the whole folder, which may contain the authority's key.
    expect(text).not.toContain('/etc/agency/tls:')
  })
})

describe.runIf(existsSync(analyze))('the units', () => {
  it.each(services)('%s has no access that it does not need', async (name) => {
    const asked = ['security', '--offline=true', '--no-pager', `--threshold=${MOST_EXPOSED}`]
    const { stdout } = await promisify(execFile)(analyze, [...asked, join(folder, name)])
    expect(stdout).toContain('Overall exposure level')
  })
})
