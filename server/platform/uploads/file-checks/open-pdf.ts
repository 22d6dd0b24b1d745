import { readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { getDocument, type PDFDocumentProxy, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs'
// pdf.js would load it when the first document comes; from then on this process opens no file.
import 'pdfjs-dist/legacy/build/pdf.worker.mjs'
import { FileRefused } from './refused.ts'

/** What pdf.js reads besides the document, by name: tables of characters, the standard fonts, decoders of pictures. */
const aids = new Map<string, Uint8Array>()

/** Reads those into memory. */
export async function loadAids(): Promise<void> {
  const home = join(dirname(fileURLToPath(import.meta.resolve('pdfjs-dist/package.json'))))
  for (const folder of ['cmaps', 'standard_fonts', 'wasm', 'iccs']) {
    for (const name of await readdir(join(home, folder))) {
      if (/\.(?:bcmap|pfb|ttf|wasm|icc)$/.test(name)) aids.set(name, await readFile(join(home, folder, name)))
    }
  }
}

/** What pdf.js asks for such a file. */
class AidsInMemory {
  async fetch({ filename }: { filename: string }): Promise<Uint8Array> {
    const bytes = aids.get(filename)
    if (!bytes) throw new Error(`pdf.js has no ${filename}`)
    // It hands what it is given to its worker.
    return new Uint8Array(bytes)
  }
}

/** Of one picture within a page; a larger one is left out. */
const MAX_IMAGE_PIXELS = 60_000_000

/** Opens a PDF as browsers do, without running anything of it; throws `FileRefused` where it does not open. */
export async function openPdf(bytes: Buffer): Promise<PDFDocumentProxy> {
  const task = getDocument({
    // It takes the memory over.
    data: new Uint8Array(bytes),
    verbosity: VerbosityLevel.ERRORS,
    enableXfa: false,
    useSystemFonts: false,
    maxImageSize: MAX_IMAGE_PIXELS,
    BinaryDataFactory: AidsInMemory,
  })
  try {
    return await task.promise
  } catch (error) {
    const isLocked = error instanceof Error && error.name === 'PasswordException'
    throw new FileRefused(isLocked || bytes.includes('/Encrypt') ? 'locked' : 'damaged')
  }
}
