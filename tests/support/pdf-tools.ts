import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { environment } from '#server/config/config.ts'

/** Whether independent PDF tools are installed (poppler-utils, OpenSSL); tests with them are skipped otherwise. */
export const hasPdfTools = environment()['TEST_PDF_TOOLS'] !== undefined

/** Returns a tool's output about these files, on both streams, since pdfsig exits with a code if it dislikes something. */
export function toolSays(files: Record<string, Uint8Array>, command: string, ...words: string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'test-pdf-'))
  try {
    for (const [name, bytes] of Object.entries(files)) writeFileSync(join(folder, name), bytes)
    const options = { cwd: folder, encoding: 'utf8', timeout: 20_000, maxBuffer: 2 ** 26 } as const
    const { stdout, stderr, error } = spawnSync(command, words, options)
    if (error) throw error
    return stdout + stderr
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Returns the document's words as poppler reads them. */
export function pdfText(pdf: Uint8Array): string {
  return toolSays({ pdf }, 'pdftotext', '-layout', 'pdf', '-')
}

/** Returns the words on one line, so that sentences are found across line breaks. */
export function pdfWords(pdf: Uint8Array): string {
  return toolSays({ pdf }, 'pdftotext', 'pdf', '-').replaceAll(/\s+/g, ' ')
}
