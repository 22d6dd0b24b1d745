import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'

const folder = join(import.meta.dirname, '../../deploy')
const analyze = '/usr/bin/systemd-analyze'
const services = readdirSync(folder).filter((name) => name.endsWith('.service'))
/** Tenths: how much of the machine a service that was taken over may reach, of 10. */
const MOST_EXPOSED = '20'

/** The values that a unit's file gives a setting. */
function valuesOf(name: string, setting: string): string[] {
  const lines = readFileSync(join(folder, name), 'utf8').split('\n')
  return lines.filter((line) => line.startsWith(`${setting}=`)).map((line) => line.slice(setting.length + 1))
}

const withSecrets = services.filter((name) => valuesOf(name, 'LoadCredentialEncrypted').length > 0)

describe('the units with secrets', () => {
  it.each(withSecrets)('%s runs our code as its main process alone, which can read them', (name) => {
    // On Debian 12 (systemd 252) ExecStartPost cannot, where the unit has a mount namespace.
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

  it.each(each)(
    '%s may write nothing but its folders, has no rights that it does not need, and a limit',
    (_, text) => {
      expect(text).toMatch(/<<: \*(closed|site)/)
      if (!text.includes('*site')) expect(text).toMatch(/mem_limit: .*\n.*pids_limit: /)
      // Not the folder: the authority's key may lie in it.
      expect(text).not.toContain('/etc/agency/tls:')
    },
  )
})

describe.runIf(existsSync(analyze))('the units', () => {
  it.each(services)('%s is closed to all that it does not need', async (name) => {
    const asked = ['security', '--offline=true', '--no-pager', `--threshold=${MOST_EXPOSED}`]
    const { stdout } = await promisify(execFile)(analyze, [...asked, join(folder, name)])
    expect(stdout).toContain('Overall exposure level')
  })
})
