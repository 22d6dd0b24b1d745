import { deflateSync } from 'node:zlib'
import { eicar } from '#server/providers/scanner/port.ts'
import { buildDocx, documentXml } from './bad-files/docx.ts'
import { buildPdf, stream } from './bad-files/pdf.ts'

/** A PDF that holds it compressed. */
export function infectedPdf(): Buffer {
  return buildPdf({ more: [stream('/Filter /FlateDecode', deflateSync(Buffer.from(eicar, 'latin1')))] })
}

/** A Word document with it as its text. */
export function infectedDocx(): Buffer {
  return buildDocx([{ name: 'word/document.xml', content: documentXml(eicar) }])
}
