import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { environment } from '#server/config/config.ts'

/** Whether readers of PDF that are not ours are there (poppler-utils, OpenSSL); tests by them are left out without. */
export const hasPdfTools = environment()['TEST_PDF_TOOLS'] !== undefined

/** What a tool says of these files, on either stream: pdfsig ends with a code for what it did not like. */
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

/** The document's words as poppler reads them. */
export function pdfText(pdf: Uint8Array): string {
  return toolSays({ pdf }, 'pdftotext', '-layout', 'pdf', '-')
}

/** The same on one line, so that a sentence is found wherever it was broken. */
export function pdfWords(pdf: Uint8Array): string {
  return toolSays({ pdf }, 'pdftotext', 'pdf', '-').replaceAll(/\s+/g, ' ')
}
