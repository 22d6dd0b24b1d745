import { randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { newId } from '#server/platform/ids.ts'
import { shared } from '#tests/support/shared.ts'
import { mountSmallDisk } from '#tests/support/small-disk.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { createFieldCipher } from '#server/platform/crypto/field-cipher.ts'
import { createSpool, type Spool, SpoolUnavailable, createSpoolRoom } from './spool.ts'

const cipher = createFieldCipher(randomBytes(32))

/** Returns what the spool keeps of these, from one address; throws if there is no room. */
async function keep(spool: Spool, source: AsyncIterable<Uint8Array>) {
  const spooled = await spool.receive(source, '203.0.113.1')
  if (!spooled) throw new Error('no room')
  return spooled
}

async function* pieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536)
}

describe('the spool', () => {
  const parent = shared(temporaryFolder)
  let folder: string
  let spool: Spool
  beforeEach(async () => {
    folder = join(parent.path, newId())
    spool = await createSpool(folder, cipher)
  })

  it('returns what it received, encrypted on disk meanwhile', async () => {
    const clear = Buffer.alloc(500_000, 'Aadhaar of Asha Mehta ')
    const spooled = await keep(spool, pieces(clear))
    expect(spooled.size).toBe(clear.length)
    const [name = '', ...more] = await readdir(folder)
    expect(more).toEqual([])
    expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600)
    expect((await stat(folder)).mode & 0o777).toBe(0o700)
    expect((await readFile(join(folder, name))).includes('Asha Mehta')).toBe(false)
    expect((await spooled.read()).equals(clear)).toBe(true)
    expect((await spooled.read()).equals(clear)).toBe(true)
    await spooled.remove()
    await spooled.remove()
    expect(await readdir(folder)).toEqual([])
  })

  it('keeps nothing of an interrupted upload, and passes the reason on', async () => {
    async function* cut() {
      yield* pieces(randomBytes(500_000))
      throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET', syscall: 'read' })
    }
    await expect(keep(spool, cut())).rejects.toThrow('read ECONNRESET')
    expect(await readdir(folder)).toEqual([])
  })

  it('is emptied when it is opened, whatever it contains', async () => {
    const spooled = await keep(spool, pieces(randomBytes(1000)))
    await mkdir(join(folder, 'a', 'b'), { recursive: true })
    await writeFile(join(folder, 'a', 'b', 'c'), '')
    await createSpool(folder, cipher)
    expect(await readdir(folder)).toEqual([])
    await expect(spooled.read()).rejects.toThrow('ENOENT')
  })

  it('is unavailable without its folder', async () => {
    await rm(folder, { recursive: true })
    await expect(keep(spool, pieces(randomBytes(1000)))).rejects.toThrow(SpoolUnavailable)
  })

  it('has no room on a full disk, keeps nothing then and reads on, and has room again once there is space', async (context) => {
    await using disk = await mountSmallDisk()
    if (!disk) return context.skip('a small disk may not be mounted here (needs root)')
    const spool = await createSpool(disk.folder, cipher)
    const first = await keep(spool, pieces(randomBytes(3_000_000)))
    let read = 0
    async function* more() {
      for await (const piece of pieces(randomBytes(3_000_000))) {
        read += piece.length
        yield piece
      }
    }
    expect(await spool.receive(more(), '203.0.113.1')).toBeUndefined()
    expect([read, (await readdir(disk.folder)).length]).toEqual([3_000_000, 1])
    await first.remove()
    const again = await keep(spool, pieces(randomBytes(3_000_000)))
    expect((await again.read()).length).toBe(3_000_000)
  })

  it.each(['its own disk', 'the disk besides'])(
    'has no room while %s has less space than is reserved for texts',
    async (which) => {
      await using disk = await mountSmallDisk()
      if (!disk) return
      const own = which === 'its own disk'
      const spool = await createSpool(own ? disk.folder : folder, cipher, [disk.folder])
      const filler = join(disk.folder, 'filler')
      await writeFile(filler, randomBytes(3_700_000))
      expect(await spool.receive(pieces(randomBytes(1000)), '203.0.113.1')).toBeUndefined()
      await rm(filler)
      expect((await keep(spool, pieces(randomBytes(1000)))).size).toBe(1000)
    },
  )

  it('has room for so much of one address, and again after that is removed', async () => {
    const bytes = Buffer.alloc(20 * 1024 * 1024)
    const taken = await Promise.all([1, 2, 3].map(() => keep(spool, pieces(bytes))))
    expect(await spool.receive(pieces(bytes), '203.0.113.1')).toBeUndefined()
    expect(await readdir(folder)).toHaveLength(3)
    const other = bytes.subarray(0, 5 * 1024 * 1024)
    expect((await spool.receive(pieces(other), '203.0.113.2'))?.size).toBe(other.length)
    await taken[0]?.remove()
    await keep(spool, pieces(other))
  })
})

describe('the room of the spool', () => {
  it('is shared among many, so that later ones have their part', () => {
    const room = createSpoolRoom({ each: 100, all: 200 })
    const hostile = Array.from({ length: 20 }, (_, at) => room.open(`198.51.100.${at}`))
    for (const share of hostile) while (share.add(5));
    const honest = room.open('203.0.113.1')
    expect([honest.add(9), honest.add(1)]).toEqual([true, false])
  })

  it('is counted for a /64 together', () => {
    const room = createSpoolRoom({ each: 10, all: 1000 })
    let held = 0
    for (let at = 0; at < 40; at += 1) {
      const share = room.open(`2001:db8::${at}`)
      while (share.add(1)) held += 1
    }
    expect(held).toBe(10)
  })
})
