import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { environment } from '#server/config/config.ts'

/** Whether readers of PDF that are not ours are there (poppler-utils, OpenSSL); tests by them are left out without. */
export const hasPdfTools = environment()['TEST_PDF_TOOLS'] !== undefined

/** Runs work in a throw-away folder in which the document is `file.pdf`. */
export function withPdf<Value>(pdf: Uint8Array, work: (folder: string) => Value): Value {
  const folder = mkdtempSync(join(tmpdir(), 'test-pdf-'))
  try {
    writeFileSync(join(folder, 'file.pdf'), pdf)
    return work(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** What a tool says, on either stream: pdfsig ends with a code for what it did not like. */
export function tool(command: string, ...words: string[]): string {
  const { stdout, stderr, error } = spawnSync(command, words, {
    encoding: 'utf8',
    timeout: 20_000,
    maxBuffer: 2 ** 26,
  })
  if (error) throw error
  return stdout + stderr
}

/** The document's words as poppler reads them. */
export function pdfText(pdf: Uint8Array): string {
  return withPdf(pdf, (folder) => tool('pdftotext', '-layout', join(folder, 'file.pdf'), '-'))
}

/** The same on one line, so that a sentence is found wherever it was broken. */
export function pdfWords(pdf: Uint8Array): string {
  return withPdf(pdf, (folder) => tool('pdftotext', join(folder, 'file.pdf'), '-')).replaceAll(/\s+/g, ' ')
}

/** What poppler says of the document's signature. */
export function pdfSignature(pdf: Uint8Array): string {
  return withPdf(pdf, (folder) => tool('pdfsig', join(folder, 'file.pdf')))
}

/** What OpenSSL reads of the document's signature: its attributes by number, and whether it verifies what it covers. */
export function openSignature(pdf: Uint8Array): { signed: string[]; unsigned: string[]; verdict: string } {
  const file = Buffer.from(pdf)
  const [, start = 0, before = 0, behind = 0, rest = 0] =
    /\/ByteRange\s*\[\s*(\d+)\s+(\d+)\s+(\d+)\s+(\d+)\s*\]/.exec(file.toString('latin1'))?.map(Number) ?? []
  const covered = Buffer.concat([file.subarray(start, before), file.subarray(behind, behind + rest)])
  const cms = Buffer.from(file.subarray(before + 1, behind - 1).toString('latin1'), 'hex')
  return withPdf(pdf, (folder) => {
    const [signature, content] = [join(folder, 'file.cms'), join(folder, 'covered')]
    writeFileSync(signature, cms)
    writeFileSync(content, covered)
    const input = ['-inform', 'DER', '-in', signature]
    const verify = [
      'cms',
      '-verify',
      '-noverify',
      '-binary',
      '-content',
      content,
      '-out',
      join(folder, 'out'),
    ]
    const printed = tool('openssl', 'cms', '-cmsout', '-print', '-noout', ...input)
    // The certificate, printed before, has numbers of its own.
    const [, signer = ''] = printed.split(/^ {4}signerInfos:/m)
    const [signed = '', unsigned = ''] = signer.split('unsignedAttrs:')
    const numbers = (part: string) =>
      [...part.matchAll(/^ +object: .*\(([\d.]+)\)$/gm)].map(([, number = '']) => number)
    const [, attributes = ''] = signed.split('signedAttrs:')
    return {
      signed: numbers(attributes),
      unsigned: numbers(unsigned),
      verdict: tool('openssl', ...verify, ...input).trim(),
    }
  })
}
