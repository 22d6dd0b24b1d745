import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { localDataKey, lockDataFolder, openDataFolder, parseDataKey, StartError } from './data-folder.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'agency-folder-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

function modeOf(path: string): string {
  return (statSync(path).mode & 0o777).toString(8)
}

describe('the data folder', () => {
  it('is made with its parents, accessible only to its owner', () => {
    const folder = join(root, 'a', 'b')
    openDataFolder(folder)
    expect(modeOf(folder)).toBe('700')
    expect(readdirSync(folder)).toEqual([])
    openDataFolder(folder)
  })

  it('is refused in one line when it cannot be made or written', () => {
    const file = join(root, 'file')
    writeFileSync(file, '')
    for (const folder of [join(file, 'data'), file, '/proc/agency/data']) {
      expect(() => openDataFolder(folder)).toThrow(StartError)
      expect(() => openDataFolder(folder)).toThrow(/^DATA_DIR \S+ cannot be written \(E\w+\): [^\n]+$/)
    }
  })

  it('is locked by one process at a time and is free again once released', () => {
    const lock = lockDataFolder(root)
    expect(() => lockDataFolder(root)).toThrow(/^DATA_DIR \S+ is in use by another server: [^\n]+$/)
    lock.release()
    lockDataFolder(root).release()
  })
})

describe('the key kept in the folder', () => {
  it('is made once, accessible only to its owner, and read from then on', () => {
    const key = localDataKey(root)
    expect(key).toHaveLength(32)
    expect(localDataKey(root)).toEqual(key)
    expect(modeOf(join(root, 'data.key'))).toBe('600')
    expect(readdirSync(root)).toEqual(['data.key'])
    expect(parseDataKey(readFileSync(join(root, 'data.key'), 'utf8').trim())).toEqual(key)
  })

  it.each(['', 'short', 'x'.repeat(64)])('is never replaced if its file holds no key: %j', (content) => {
    writeFileSync(join(root, 'data.key'), content)
    const words = /^\S+data\.key does not hold a key: restore it from a backup; [^\n]+$/
    expect(() => localDataKey(root)).toThrow(words)
    expect(readFileSync(join(root, 'data.key'), 'utf8')).toBe(content)
  })
})

describe('a key as text', () => {
  const bytes = Buffer.from(Array.from({ length: 32 }, (_, index) => 255 - index))
  it.each(['hex', 'base64', 'base64url'] as const)('is read from %s', (encoding) => {
    expect(parseDataKey(bytes.toString(encoding))).toEqual(bytes)
    expect(parseDataKey(bytes.toString('hex').toUpperCase())).toEqual(bytes)
  })
})
