import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import * as fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const scripts = import.meta.dirname
/** Creates a clone for each test. */
let home: string

/** A fake npm that records each install, takes a moment, and can fail with npm's messages. */
const npm = `
const fs = require('node:fs')
if (process.env.NPM_SAYS) { console.error(process.env.NPM_SAYS); process.exit(1) }
if (process.argv.includes('ci')) {
  fs.writeFileSync('asked.txt', process.argv.join(' '))
  fs.appendFileSync('installs.txt', '+')
  setTimeout(() => fs.mkdirSync('node_modules', { recursive: true }), 100)
}
`
const build = `
import fs from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
fs.appendFileSync('builds.txt', '+')
fs.mkdirSync('dist', { recursive: true })
fs.writeFileSync('dist/index.html', 'half')
const begunBy = process.ppid
while (process.env.BUILD_HANGS && process.ppid === begunBy) await sleep(20)
if (process.env.BUILD_SAYS) { console.error(process.env.BUILD_SAYS); process.exit(1) }
`

beforeEach(() => {
  home = fs.mkdtempSync(path.join(os.tmpdir(), 'set-up-'))
  fs.cpSync(path.join(scripts, 'set-up.mjs'), path.join(home, 'scripts/set-up.mjs'))
  for (const folder of ['web', 'scripts/build']) fs.mkdirSync(path.join(home, folder))
  write('npm.js', npm)
  write('scripts/build/site.ts', build)
  write('web/page.ts', '1')
  write('package-lock.json', '{}')
  write('package.json', JSON.stringify({ dependencies: { a: '1' }, scripts: {} }))
})
afterEach(() => fs.rmSync(home, { recursive: true, force: true }))

function write(file: string, text: string): void {
  fs.writeFileSync(path.join(home, file), text)
}

function begin(env: Record<string, string> = {}): ChildProcess {
  const PATH = `${path.dirname(process.execPath)}${path.delimiter}${process.env['PATH']}`
  return spawn(process.execPath, ['scripts/set-up.mjs', 'site'], {
    cwd: home,
    env: { ...process.env, PATH, npm_execpath: path.join(home, 'npm.js'), ...env },
  })
}

async function setUp(env?: Record<string, string>): Promise<{ code: number; said: string }> {
  const child = begin(env)
  let said = ''
  child.stdout?.on('data', (chunk: Buffer) => (said += `on stdout: ${chunk.toString()}`))
  child.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const [code] = (await once(child, 'close')) as [number]
  return { code, said }
}

function count(file: string): number {
  const whole = path.join(home, file)
  return fs.existsSync(whole) ? fs.readFileSync(whole, 'utf8').length : 0
}

function done(): [installs: number, builds: number] {
  return [count('installs.txt'), count('builds.txt')]
}

describe('the set-up before a command', () => {
  it('installs and builds once with one line each, runs no package’s scripts, and is silent if nothing changed', async () => {
    const first = await setUp({ npm_config_ignore_scripts: 'false', npm_config_omit: 'optional' })
    expect(first.code).toBe(0)
    expect(first.said).toMatch(/^.*Installing packages.*\nBuilding the site…\n$/)
    expect(await setUp()).toEqual({ code: 0, said: '' })
    expect(done()).toEqual([1, 1])
    expect(fs.readFileSync(path.join(home, 'asked.txt'), 'utf8')).toMatch(
      / --ignore-scripts .* --include=optional /,
    )
  })

  it('restores the link to Node that npm removes, at once and later', async () => {
    const manifest = { optionalDependencies: { 'node-other': '26.0.0', 'node-own': '26.0.0' } }
    write('package.json', JSON.stringify(manifest))
    fs.mkdirSync(path.join(home, 'node_modules/node-own/bin'), { recursive: true })
    write('node_modules/node-own/bin/node', '')
    const link = path.join(home, 'node_modules/.bin/node')
    for (const installs of [1, 2]) {
      await setUp()
      expect([fs.readlinkSync(link), done()]).toEqual(['../node-own/bin/node', [installs, 1]])
      fs.rmSync(link)
    }
  })

  it('builds again after a changed source, installs again after a changed dependency, and does neither for a script, a test or a date', async () => {
    await setUp()
    write('web/page.ts', '2')
    await setUp()
    expect(done()).toEqual([1, 2])
    write('package.json', JSON.stringify({ dependencies: { a: '2' } }))
    await setUp()
    expect(done()).toEqual([2, 2])
    write('package.json', JSON.stringify({ dependencies: { a: '2' }, scripts: { x: 'y' } }))
    write('web/page.test.ts', '')
    write('web/page.ts', '2')
    expect(await setUp()).toEqual({ code: 0, said: '' })
  })

  it('does the work once when two begin together', async () => {
    const both = await Promise.all([setUp(), setUp()])
    expect(both.map(({ code }) => code)).toEqual([0, 0])
    expect(done()).toEqual([1, 1])
  })

  it('does not accept an interrupted build as complete', async () => {
    const child = begin({ BUILD_HANGS: 'as long as its parent lives' })
    await expect.poll(() => count('builds.txt')).toBe(1)
    child.kill('SIGKILL')
    await once(child, 'close')
    expect((await setUp()).said).toContain('Building the site')
    expect(done()).toEqual([1, 2])
  })

  it.each([
    ['in words that the registry does not answer', 'ENOTFOUND', 'the npm registry does not answer'],
    ['what npm said when it is something else', 'E403', 'npm error code E403'],
  ])('says %s', async (_, fault, words) => {
    const { code, said } = await setUp({ NPM_SAYS: `npm error code ${fault}` })
    expect(code).toBe(1)
    expect(said).toContain(words)
    expect(said).not.toContain('    at ')
  })

  it('shows why the site could not be built, and tries again the next time', async () => {
    const { code, said } = await setUp({ BUILD_SAYS: 'a page is broken' })
    expect(code).toBe(1)
    expect(said).toContain('a page is broken')
    expect((await setUp()).code).toBe(0)
    expect(done()).toEqual([1, 2])
  })
})
