import { execFile } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'

const folder = join(import.meta.dirname, '../../deploy')
const analyze = '/usr/bin/systemd-analyze'
const services = readdirSync(folder).filter((name) => name.endsWith('.service'))
/** Tenths: how much of the machine a service that was taken over may reach, of 10. */
const MOST_EXPOSED = '20'

describe.runIf(existsSync(analyze))('the units', () => {
  it.each(services)('%s is closed to all that it does not need', async (name) => {
    const asked = ['security', '--offline=true', '--no-pager', `--threshold=${MOST_EXPOSED}`]
    const { stdout } = await promisify(execFile)(analyze, [...asked, join(folder, name)])
    expect(stdout).toContain('Overall exposure level')
  })
})
