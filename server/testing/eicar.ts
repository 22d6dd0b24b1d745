import { deflateSync } from 'node:zlib'
import { buildDocx, documentXml } from './bad-files/docx.ts'
import { buildPdf, stream } from './bad-files/pdf.ts'

/** The harmless test virus of EICAR, put together here so that no scanner takes our sources for it. */
export const eicar = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR', '-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('')

/** A PDF that holds it compressed. */
export function infectedPdf(): Buffer {
  return buildPdf({ more: [stream('/Filter /FlateDecode', deflateSync(Buffer.from(eicar, 'latin1')))] })
}

/** A Word document with it as its text. */
export function infectedDocx(): Buffer {
  return buildDocx([{ name: 'word/document.xml', content: documentXml(eicar) }])
}
