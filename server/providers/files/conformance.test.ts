import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#server/platform/ids.ts'
import { hasS3, makeBucket } from '#tests/support/bucket.ts'
import { eventually } from '#tests/support/eventually.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { createDiskFiles } from './disk.ts'
import { type FilesPort, FilesUnavailable } from './port.ts'
import { createS3Files } from './s3.ts'

interface Storage {
  files: FilesPort
  /** The expression that makes the same storage in another process, and what it imports. */
  elsewhere: { imports: string; make: string }
  remove(): Promise<void>
}

const here = import.meta.dirname

const storages: Record<string, () => Promise<Storage>> = {
  async disk() {
    const folder = await temporaryFolder()
    const place = join(folder.path, 'files')
    return {
      files: createDiskFiles(place),
      elsewhere: {
        imports: `import { createDiskFiles } from '${here}/disk.ts'`,
        make: `createDiskFiles(${JSON.stringify(place)})`,
      },
      remove: folder[Symbol.asyncDispose],
    }
  },
  async S3() {
    const bucket = await makeBucket()
    return {
      files: createS3Files(bucket.options),
      elsewhere: {
        imports: `import { createS3Files } from '${here}/s3.ts'`,
        make: `createS3Files(${JSON.stringify(bucket.options)})`,
      },
      remove: bucket.remove,
    }
  },
}
const tested = Object.keys(storages).filter((name) => name === 'disk' || hasS3)

async function read(files: FilesPort, id: string): Promise<Buffer | undefined> {
  const found = await files.get(id)
  return found && Buffer.concat(await Array.fromAsync(found))
}

async function idsIn(files: FilesPort): Promise<string[]> {
  return (await Array.fromAsync(files.list())).map(({ id }) => id).sort()
}

const CHUNK = 64 * 1024
const MEGABYTES_5 = 5 * 1024 * 1024

/** Puts files of five megabytes filled with their ids, says each that was put, and never ends. */
function putsForever({ imports, make }: Storage['elsewhere']): string {
  return `${imports}
    import { newId } from '${here}/../../platform/ids.ts'
    const files = ${make}
    for (;;) {
      const id = newId()
      process.stdout.write(id + '?\\n')
      await files.put(id, Buffer.alloc(${MEGABYTES_5}, id))
      process.stdout.write(id + '!\\n')
    }`
}

describe.each(tested)('files on %s', (name) => {
  let storage: Storage
  let files: FilesPort
  beforeAll(async () => {
    storage = await (storages[name] as () => Promise<Storage>)()
    files = storage.files
  })
  afterAll(() => storage.remove())

  it('is ready', async () => {
    await Promise.all([files.ping(), files.ping(), files.ping()])
    expect(await idsIn(files)).toEqual([])
  })

  it.each([0, 1, CHUNK - 1, CHUNK, CHUNK + 1, MEGABYTES_5])(
    'gives back %d bytes as they were',
    async (size) => {
      const id = newId()
      const bytes = randomBytes(size)
      const before = Date.now()
      await files.put(id, bytes)
      expect((await read(files, id))?.equals(bytes)).toBe(true)
      const listed = await Array.fromAsync(files.list())
      expect(listed.map((file) => file.id)).toEqual([id])
      // Object storage tells whole seconds.
      expect(listed[0]?.storedAt).toBeGreaterThan(before - 1500)
      expect(listed[0]?.storedAt).toBeLessThan(Date.now() + 1500)
      await files.remove(id)
      expect(await files.get(id)).toBeUndefined()
      expect(await idsIn(files)).toEqual([])
    },
  )

  it('has nothing under an id that it was never given, and removing that is fine', async () => {
    expect(await files.get(newId())).toBeUndefined()
    await files.remove(newId())
  })

  it('takes ids of every letter that ids are made of', async () => {
    const ids = ['-'.repeat(32), '_'.repeat(32), `-_${'A'.repeat(30)}`, `aZ09${'-'.repeat(28)}`]
    for (const id of ids) await files.put(id, Buffer.from(id))
    expect(await idsIn(files)).toEqual(ids.toSorted())
    for (const id of ids) expect(String(await read(files, id))).toBe(id)
    await Promise.all(ids.map((id) => files.remove(id)))
  })

  it.each([
    '',
    '../../etc/passwd',
    `../${'a'.repeat(29)}`,
    `${'a'.repeat(31)}/`,
    `${'a'.repeat(32)}\n`,
    `${'a'.repeat(31)}\u0000`,
    `${'a'.repeat(31)}%`,
    'a'.repeat(31),
    'a'.repeat(33),
    'é'.repeat(32),
  ])('refuses %j as an id', async (id) => {
    await expect(files.put(id, Buffer.from('x'))).rejects.toThrow(FilesUnavailable)
    await expect(files.get(id)).rejects.toThrow(FilesUnavailable)
    await expect(files.remove(id)).rejects.toThrow(FilesUnavailable)
    expect(await idsIn(files)).toEqual([])
  })

  it('takes twenty at once', async () => {
    const all = Array.from({ length: 20 }, () => ({ id: newId(), bytes: randomBytes(200_000) }))
    await Promise.all(all.map(({ id, bytes }) => files.put(id, bytes)))
    const same = await Promise.all(all.map(async ({ id, bytes }) => (await read(files, id))?.equals(bytes)))
    expect(same).toEqual(all.map(() => true))
    await Promise.all(all.map(({ id }) => files.remove(id)))
  })

  it('can be left off in the middle of reading', async () => {
    const id = newId()
    await files.put(id, randomBytes(MEGABYTES_5))
    for (let times = 0; times < 20; times += 1) {
      for await (const piece of (await files.get(id)) ?? []) {
        expect(piece.length).toBeGreaterThan(0)
        break
      }
    }
    await files.remove(id)
  })

  // The object storage of `npm test` gives a hundred at a time; Amazon's gives a thousand.
  it('lists more than one page holds', async () => {
    const ids = Array.from({ length: 120 }, newId).sort()
    const waiting = [...ids]
    const work = async () => {
      for (let id = waiting.pop(); id; id = waiting.pop()) await files.put(id, Buffer.from(id))
    }
    await Promise.all(Array.from({ length: 16 }, work))
    const listed = await Array.fromAsync(files.list())
    expect(listed.map(({ id }) => id).sort()).toEqual(ids)
    const clear = async () => {
      for (let file = listed.pop(); file; file = listed.pop()) await files.remove(file.id)
    }
    await Promise.all(Array.from({ length: 16 }, clear))
  })

  it('holds whole files or none after kill -9 in the middle of a put', async () => {
    const script = putsForever(storage.elsewhere)
    const said: string[] = []
    for (let round = 0; round < 8; round += 1) {
      const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      child.stdout.setEncoding('utf8').on('data', (text: string) => said.push(text))
      await once(child.stdout, 'data')
      await sleep(Math.random() * 60)
      child.kill('SIGKILL')
      await once(child, 'close')
    }
    const begun = said.join('').match(/[\w-]{32}(?=\?)/g) ?? []
    const acknowledged = said.join('').match(/[\w-]{32}(?=!)/g) ?? []
    expect(begun.length).toBeGreaterThan(acknowledged.length)
    for (const id of begun) {
      const bytes = await read(files, id)
      if (bytes) expect(bytes.equals(Buffer.alloc(MEGABYTES_5, id))).toBe(true)
      else expect(acknowledged).not.toContain(id)
    }
    // A storage may still be putting what it was given whole before the kill.
    await eventually(async () => {
      const left = await idsIn(files)
      expect(begun).toEqual(expect.arrayContaining(left))
      await Promise.all(left.map((id) => files.remove(id)))
      expect(left).toEqual([])
    })
  })
})
