import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'

const uuid = '00000000-0000-4000-8000-000000000000'
const folders: string[] = []
const sleepers: ChildProcess[] = []

/** Notes where its work begins and ends; two at once would stand as `((`. */
const worker = `
import fs from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { oneAtATime } from ${JSON.stringify(path.join(import.meta.dirname, 'one-at-a-time.mjs'))}
const [lock, note, patience, steal] = process.argv.slice(2)
const work = async () => {
  fs.appendFileSync(note, '(')
  if (steal) fs.writeFileSync(lock, steal)
  await sleep(30)
  fs.appendFileSync(note, ')')
}
await oneAtATime(lock, work, Number(patience)).catch((error) => { console.error(error.message); process.exitCode = 1 })
`

interface Place {
  folder: string
  lock: string
  /** What the workers noted. */
  noted: () => string
  work: (patience?: number, steal?: string) => Promise<{ code: number; said: string }>
}

function place(planted?: string): Place {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'alone-'))
  folders.push(folder)
  const [script, lock, note] = ['worker.mjs', 'set-up.lock', 'note'].map((name) => path.join(folder, name))
  if (!script || !lock || !note) throw new Error('three names')
  writeFileSync(script, worker)
  writeFileSync(note, '')
  if (planted !== undefined) writeFileSync(lock, planted)
  const work = async (patience = 60_000, steal = '') => {
    const child = spawn(process.execPath, [script, lock, note, String(patience), steal])
    let said = ''
    child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
    const [code] = (await once(child, 'close')) as [number]
    return { code, said }
  }
  return { folder, lock, noted: () => readFileSync(note, 'utf8'), work }
}

/** A process that lives until the test ends, and the tick at which it started. */
function sleeper(): { pid: number; start: string } {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
  sleepers.push(child)
  const pid = child.pid ?? 0
  const stat = existsSync('/proc/self/stat') ? readFileSync(`/proc/${pid}/stat`, 'utf8') : ''
  return { pid, start: stat === '' ? '-' : (stat.split(') ')[1]?.split(' ')[19] ?? '-') }
}

async function deadPid(): Promise<number> {
  const child = spawn(process.execPath, ['-e', ''])
  await once(child, 'close')
  return child.pid ?? 0
}

afterEach(() => {
  for (const child of sleepers.splice(0)) child.kill('SIGKILL')
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

describe('a lock left behind', () => {
  it.each([
    ['is empty', ''],
    ['holds garbage', 'x\u0000 not a lock'],
    ['names process 0, which is everybody', `0 1 ${uuid}\n`],
    ['names the process without its start, as an older version did', String(process.pid)],
  ])('is taken over when it %s', async (_, text) => {
    const { work, noted, folder } = place(text)
    expect(await work()).toEqual({ code: 0, said: '' })
    expect(noted()).toBe('()')
    expect(readdirSync(folder).sort()).toEqual(['note', 'worker.mjs'])
  })

  it('is taken over when its process is dead', async () => {
    const { work } = place(`${await deadPid()} 1 ${uuid}\n`)
    expect(await work()).toEqual({ code: 0, said: '' })
  })

  it.runIf(existsSync('/proc/self/stat'))('is taken over when its process id is another’s now', async () => {
    const { pid, start } = sleeper()
    const { work } = place(`${pid} ${Number(start) + 1} ${uuid}\n`)
    expect(await work()).toEqual({ code: 0, said: '' })
  })

  it('is taken over by one at a time when many see it dead, whoever died while taking it over', async () => {
    const dead = await deadPid()
    const { work, noted, folder, lock } = place('')
    // The guard of an empty lock, left by one who died holding it.
    writeFileSync(`${lock}.e3b0c44298fc`, `${dead} 1 ${uuid}\n`)
    const ends = await Promise.all(Array.from({ length: 6 }, () => work()))
    expect(ends.map(({ code }) => code)).toEqual([0, 0, 0, 0, 0, 0])
    expect(noted()).toBe('()'.repeat(6))
    expect(readdirSync(folder).sort()).toEqual(['note', 'worker.mjs'])
  })
})

describe('a lock of somebody alive', () => {
  it('is waited for, and after a while named with what to do', async () => {
    const { pid, start } = sleeper()
    const { work, noted, lock } = place(`${pid} ${start} ${uuid}\n`)
    const { code, said } = await work(500)
    expect([code, noted()]).toEqual([1, ''])
    expect(said).toContain(`process ${pid}`)
    expect(said).toContain(`delete ${lock}`)
    expect(readFileSync(lock, 'utf8')).toContain(String(pid))
  })

  it('is not deleted by one whose own it no longer is', async () => {
    const { work, lock } = place()
    const other = `${process.pid} - ${uuid}\n`
    expect((await work(60_000, other)).code).toBe(0)
    expect(readFileSync(lock, 'utf8')).toBe(other)
  })
})
