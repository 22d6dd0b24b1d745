import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { newId } from '#server/platform/ids.ts'
import { shared } from '#tests/support/shared.ts'
import { mountSmallDisk } from '#tests/support/small-disk.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { createDiskFiles } from './disk.ts'
import { FilesFull, type FilesPort, FilesUnavailable } from './port.ts'

/** Returns the paths of all files and folders below a folder. */
async function everything(folder: string): Promise<string[]> {
  return (await readdir(folder, { recursive: true })).sort()
}

async function idsIn(files: FilesPort): Promise<string[]> {
  return (await Array.fromAsync(files.list())).map(({ id }) => id).sort()
}

describe('files on disk', () => {
  const parent = shared(temporaryFolder)
  let folder: string
  let files: FilesPort
  beforeEach(async () => {
    folder = join(parent.path, newId(), 'files')
    await mkdir(join(folder, '..'))
    files = createDiskFiles(folder)
  })

  it('are readable by their owner only, in folders of two letters', async () => {
    const id = newId()
    await files.put(id, Buffer.from('x'))
    const room = id.slice(0, 2)
    expect(await everything(folder)).toEqual([room, join(room, id)])
    const places = { [folder]: 0o700, [join(folder, room)]: 0o700, [join(folder, room, id)]: 0o600 }
    for (const [path, mode] of Object.entries(places)) expect((await stat(path)).mode & 0o777).toBe(mode)
  })

  it('are synced, their folders too, before put resolves', async (context) => {
    if (spawnSync('strace', ['--version']).error)
      context.skip('strace is not installed (apt-get install strace)')
    const id = newId()
    const trace = `${folder}.trace`
    const script = `
      import { createDiskFiles } from '${import.meta.dirname}/disk.ts'
      await createDiskFiles(${JSON.stringify(folder)}).put('${id}', Buffer.alloc(100_000))
      process.stdout.write('put resolved')`
    const calls = 'trace=fsync,fdatasync,rename,renameat,renameat2,write'
    const node = [process.execPath, '--input-type=module', '--eval', script]
    // Without the compile cache, whose files Node writes and renames on exit.
    const env = { PATH: process.env['PATH'] }
    const child = spawn('strace', ['-f', '-y', '-s', '200', '-e', calls, '-o', trace, ...node], { env })
    expect(await once(child, 'close')).toEqual([0, null])
    const room = join(folder, id.slice(0, 2))
    const path = join(room, id)
    const step = /\b(?:f(?:data)?sync\(\d+<([^>]*)>|(rename)\w*\(|write\(1<.*"(put resolved)")/g
    const steps = (await readFile(trace, 'utf8')).matchAll(step)
    const seen = Array.from(steps, (found) => found.slice(1).find(Boolean))
    const parent = join(folder, '..')
    expect(seen).toEqual([parent, folder, `${path}.part`, 'rename', room, 'put resolved'])
  })

  it('stay unchanged when another put under the same id fails', async () => {
    const id = newId()
    await files.put(id, Buffer.from('first'))
    // A folder at the path of the temporary file makes the next write fail.
    await mkdir(join(folder, id.slice(0, 2), `${id}.part`))
    await expect(files.put(id, Buffer.from('second'))).rejects.toThrow(FilesUnavailable)
    expect(String(Buffer.concat(await Array.fromAsync((await files.get(id)) ?? [])))).toBe('first')
  })

  it('lists and removes files that a crash left half written', async () => {
    const [whole, half] = [newId(), newId()]
    await files.put(whole, Buffer.from('whole'))
    await mkdir(join(folder, half.slice(0, 2)), { recursive: true })
    await writeFile(join(folder, half.slice(0, 2), `${half}.part`), 'ha')
    expect(await files.get(half)).toBeUndefined()
    expect(await idsIn(files)).toEqual([whole, half].sort())
    await files.remove(half)
    expect(await idsIn(files)).toEqual([whole])
    expect((await everything(folder)).filter((name) => name.endsWith('.part'))).toEqual([])
  })

  it('lists no foreign files', async () => {
    const id = newId()
    await files.put(id, Buffer.from('x'))
    await mkdir(join(folder, 'lost+found'))
    for (const name of [`lost+found/${newId()}`, 'xy', '.DS_Store', `${id.slice(0, 2)}/notes.txt`])
      await writeFile(join(folder, name), 'x')
    expect(await idsIn(files)).toEqual([id])
  })

  it('are unavailable when the path of the folder is a file', async () => {
    await writeFile(folder, '')
    await expect(files.put(newId(), Buffer.from('x'))).rejects.toThrow(FilesUnavailable)
    for (const act of [files.get, files.remove, files.ping])
      await expect(act(newId())).rejects.toThrow(FilesUnavailable)
    await expect(idsIn(files)).rejects.toThrow(FilesUnavailable)
  })

  it('make reading fail when they are removed after get', async () => {
    const id = newId()
    await files.put(id, Buffer.from('x'))
    const found = await files.get(id)
    await files.remove(id)
    await expect(Array.fromAsync(found ?? [])).rejects.toThrow(FilesUnavailable)
  })

  it('are whole or absent on a full disk, and can be stored again once there is space', async (context) => {
    await using disk = await mountSmallDisk()
    if (!disk) return context.skip('a small disk may not be mounted here (needs root)')
    const files = createDiskFiles(join(disk.folder, 'files'))
    const bytes = randomBytes(600_000)
    const kept: string[] = []
    let refused: unknown
    while (refused === undefined && kept.length < 20) {
      const id = newId()
      await files.put(id, bytes).then(
        () => kept.push(id),
        (error: unknown) => (refused = error),
      )
    }
    expect(refused).toBeInstanceOf(FilesFull)
    expect(kept.length).toBeGreaterThan(3)
    await expect(files.put(newId(), bytes)).rejects.toThrow(FilesUnavailable)
    expect(await idsIn(files)).toEqual(kept.toSorted())
    expect((await everything(disk.folder)).filter((name) => name.endsWith('.part'))).toEqual([])
    for (const id of kept) {
      expect(Buffer.concat(await Array.fromAsync((await files.get(id)) ?? [])).equals(bytes)).toBe(true)
    }
    await files.remove(kept[0] ?? '')
    await files.put(newId(), bytes)
  })
})
