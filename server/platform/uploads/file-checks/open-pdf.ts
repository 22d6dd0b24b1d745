import { readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { getDocument, type PDFDocumentProxy, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs'
// pdf.js would load this with the first document, when this process may no longer open files.
import 'pdfjs-dist/legacy/build/pdf.worker.mjs'
import { FileRefused } from './refused.ts'

/** Further files that pdf.js reads, by name: character maps, standard fonts, picture decoders. */
const aids = new Map<string, Uint8Array>()

/** Reads these into memory. */
export async function loadAids(): Promise<void> {
  const home = join(dirname(fileURLToPath(import.meta.resolve('pdfjs-dist/package.json'))))
  for (const folder of ['cmaps', 'standard_fonts', 'wasm', 'iccs']) {
    for (const name of await readdir(join(home, folder))) {
      if (/\.(?:bcmap|pfb|ttf|wasm|icc)$/.test(name)) aids.set(name, await readFile(join(home, folder, name)))
    }
  }
}

class AidsInMemory {
  async fetch({ filename }: { filename: string }): Promise<Uint8Array> {
    const bytes = aids.get(filename)
    if (!bytes) throw new Error(`pdf.js has no ${filename}`)
    // pdf.js moves what it gets to its worker.
    return new Uint8Array(bytes)
  }
}

/** The limit of one picture within a page; a larger one is left out. */
const MAX_IMAGE_PIXELS = 60_000_000

/** Opens a PDF like a browser, without running anything in it; throws `FileRefused` if it does not open. */
export async function openPdf(bytes: Buffer): Promise<PDFDocumentProxy> {
  const task = getDocument({
    // pdf.js takes this memory over.
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
