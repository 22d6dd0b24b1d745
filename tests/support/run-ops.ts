import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { vi } from 'vitest'
import type { Source } from '#server/config/config.ts'
import { compileCache } from './child.ts'

export interface Ran {
  code: number | string | null | undefined
  stdout: string
  stderr: string
}

const main = join(import.meta.dirname, '..', '..', 'ops', 'main.ts')

let runs = 0
let latest: Promise<unknown> = Promise.resolve()

/** Runs the operator's tool in this process, one run after another, with only these settings and no `.env`. */
export function runOps(words: string[], settings: Source = {}): Promise<Ran> {
  const ran = latest.then(() => runHere(words, settings))
  latest = ran.catch(() => undefined)
  return ran
}

async function runHere(words: string[], settings: Source): Promise<Ran> {
  const { argv, env, exitCode } = process
  const folder = process.cwd()
  const said = { stdout: '', stderr: '' }
  const spies = (['stdout', 'stderr'] as const).map((name) => {
    const stream = new Writable({
      decodeStrings: false,
      write: (text, _, done) => done(void (said[name] += text)),
    })
    return vi.spyOn(process, name, 'get').mockReturnValue(stream as typeof process.stdout)
  })
  runs += 1
  Object.assign(process, { argv: [process.execPath, main, ...words], env: { ...settings }, exitCode: 0 })
  process.chdir('/')
  try {
    // The tool runs when it is loaded, and another address loads it again.
    await import(`${main}?run=${runs}`)
    return { code: process.exitCode, ...said }
  } finally {
    process.chdir(folder)
    Object.assign(process, { argv, env, exitCode })
    for (const spy of spies) spy.mockRestore()
  }
}

/** Runs it in its own process, read like `| head -1`: standard output is closed after the first data. */
export async function runOpsIntoHead(words: string[], settings: Source): Promise<Ran> {
  const child = spawn(process.execPath, [main, ...words], {
    cwd: '/',
    env: { NODE_COMPILE_CACHE: compileCache, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  child.stdout.once('data', () => child.stdout.destroy())
  const said = { stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said.stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said.stderr += text))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, ...said }
}
