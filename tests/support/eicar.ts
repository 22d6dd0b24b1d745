import { deflateSync } from 'node:zlib'
import { eicar } from '#server/providers/scanner/port.ts'
import { buildPdf, stream } from '#tests/support/bad-files/pdf.ts'
import { buildDocx, documentXml } from '#tests/support/bad-files/zip.ts'

/** Returns a PDF that contains it compressed. */
export function infectedPdf(): Buffer {
  return buildPdf({ more: [stream('/Filter /FlateDecode', deflateSync(Buffer.from(eicar, 'latin1')))] })
}

/** Returns a Word document with it as its text. */
export function infectedDocx(): Buffer {
  return buildDocx([{ name: 'word/document.xml', content: documentXml(eicar) }])
}
