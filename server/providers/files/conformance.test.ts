import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#server/platform/ids.ts'
import { hasS3, makeBucket } from '#tests/support/bucket.ts'
import { shared } from '#tests/support/shared.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { createDiskFiles } from './disk.ts'
import { type FilesPort, FilesUnavailable } from './port.ts'
import { createS3Files } from './s3.ts'

const storages: Record<string, () => Promise<AsyncDisposable & { files: FilesPort }>> = {
  async disk() {
    const folder = await temporaryFolder()
    return Object.assign(folder, { files: createDiskFiles(join(folder.path, 'files')) })
  },
  async S3() {
    const { options, remove } = await makeBucket()
    return { files: createS3Files(options), [Symbol.asyncDispose]: remove }
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

describe.each(tested)('files on %s', (name) => {
  const storage = shared(storages[name]!)
  let files: FilesPort
  beforeAll(() => void ({ files } = storage))

  it('is ready', async () => {
    await Promise.all([files.ping(), files.ping(), files.ping()])
    expect(await idsIn(files)).toEqual([])
  })

  it.each([0, 1, CHUNK, MEGABYTES_5])('returns %d bytes unchanged', async (size) => {
    const id = newId()
    const bytes = randomBytes(size)
    const before = Date.now()
    await files.put(id, bytes)
    expect((await read(files, id))?.equals(bytes)).toBe(true)
    const [listed, ...others] = await Array.fromAsync(files.list())
    expect([listed?.id, others]).toEqual([id, []])
    // Object storage reports times in whole seconds.
    expect(listed?.storedAt).toBeGreaterThan(before - 1500)
    expect(listed?.storedAt).toBeLessThan(Date.now() + 1500)
    await files.remove(id)
    expect(await files.get(id)).toBeUndefined()
    expect(await idsIn(files)).toEqual([])
  })

  it('returns nothing for an unknown id, and removes it without an error', async () => {
    expect(await files.get(newId())).toBeUndefined()
    await files.remove(newId())
  })

  it('accepts ids of every allowed letter', async () => {
    const ids = ['-'.repeat(32), '_'.repeat(32), `-_${'A'.repeat(30)}`, `aZ09${'-'.repeat(28)}`]
    for (const id of ids) await files.put(id, Buffer.from(id))
    expect(await idsIn(files)).toEqual(ids.toSorted())
    for (const id of ids) expect(String(await read(files, id))).toBe(id)
    await Promise.all(ids.map((id) => files.remove(id)))
  })

  it.each([`../${'a'.repeat(29)}`, `${'a'.repeat(32)}\n`, 'a'.repeat(31), 'a'.repeat(33), 'é'.repeat(32)])(
    'refuses %j as an id',
    async (id) => {
      for (const act of [files.put(id, Buffer.from('x')), files.get(id), files.remove(id)])
        await expect(act).rejects.toThrow(FilesUnavailable)
      expect(await idsIn(files)).toEqual([])
    },
  )

  it('lets a reader stop in the middle of a file', async () => {
    const id = newId()
    await files.put(id, randomBytes(16 * CHUNK))
    for (let times = 0; times < 20; times += 1) {
      for await (const piece of (await files.get(id)) ?? []) {
        expect(piece.length).toBeGreaterThan(0)
        break
      }
    }
    await files.remove(id)
  })

  // The object storage of `npm test` lists twenty per page, Amazon's a thousand.
  it('lists files over several pages', async () => {
    const ids = Array.from({ length: 24 }, newId).sort()
    await Promise.all(ids.map((id) => files.put(id, Buffer.from(id))))
    expect(await idsIn(files)).toEqual(ids)
    await Promise.all(ids.map(files.remove))
  })
})
