import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { fromBufferPromise } from 'yauzl'
import type { FileKind } from '#contract/schemas/documents.ts'
import type { FileFault } from '#server/platform/uploads/file-checks/refused.ts'

/** A file of `tests/fixtures/files.zip`, unpacked when needed. */
export interface GoodFile {
  name: string
  /** The kind of its ending. */
  kind: FileKind
  bytes(): Buffer | Promise<Buffer>
}

export interface BadFile extends GoodFile {
  fault: FileFault
}

/** A file's folder says why it is refused, and its name what is in it. */
export async function readArchive(): Promise<(GoodFile & { folder: string })[]> {
  const archive = readFileSync(join(import.meta.dirname, '../../fixtures/files.zip'))
  const zip = await fromBufferPromise(archive, { autoClose: false })
  return (await Array.fromAsync(zip.eachEntry())).map((entry) => {
    const [, folder = '', name = '', kind = ''] = /^(.*)\/(.*)\.(.*)$/s.exec(entry.fileName) ?? []
    return {
      folder,
      name: `${kind}: ${name}`,
      kind: kind as FileKind,
      bytes: async () => buffer(await zip.openReadStreamPromise(entry)),
    }
  })
}
