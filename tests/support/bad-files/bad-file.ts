import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { fromBufferPromise } from 'yauzl'
import type { FileKind } from '#contract/schemas/documents.ts'
import type { FileFault } from '#server/platform/uploads/file-checks/refused.ts'

/** A file of `tests/fixtures/files.zip`, unpacked when it is asked for. */
export interface GoodFile {
  name: string
  /** What its ending claims. */
  kind: FileKind
  bytes(): Buffer | Promise<Buffer>
}

/** One that must be refused. */
export interface BadFile extends GoodFile {
  fault: FileFault
}

/** The folder that a file lies in says why it is refused, and its name what is in it. */
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
