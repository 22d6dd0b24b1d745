import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)
/** Files that the server sends as they are; documents hold tokens and are compressed once these are filled. */
const fixed = /\.(m?js|css|svg|json)$/

/** Writes a `.br` and a `.gz` beside every built script, style and drawing, so that no start has to. */
export async function compressFixedFiles(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && fixed.test(entry.name))
  await Promise.all(files.map((entry) => compress(path.join(entry.parentPath, entry.name))))
}

async function compress(file: string): Promise<void> {
  const body = await readFile(file)
  const [br, gz] = await Promise.all([brotli(body), zip(body, { level: 9 })])
  await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)])
}
