import type { DocumentMark } from '#contract/schemas/documents.ts'

/** The mark of an address behind a link: one of the web, of mail or of a telephone, or another. */
export function linkMark(address: string): DocumentMark {
  // Readers drop spaces and control characters. What begins with `www.` names no scheme, as people type it.
  const shown = address.replaceAll(/[\0-\x20]/g, '')
  return /^(?:https?:\/\/|mailto:|tel:\+?[\d().-]+$|www\.|#|$)/i.test(shown) ? 'link' : 'otherLink'
}

/** Fields of Word that say something of the document itself, or lead somewhere when they are clicked (ECMA-376, 17.16.5). */
const plainFields = new Set(
  `PAGE NUMPAGES SECTION SECTIONPAGES DATE TIME CREATEDATE SAVEDATE PRINTDATE EDITTIME HYPERLINK TOC TC TOA TA INDEX XE REF
  NOTEREF PAGEREF STYLEREF SEQ LISTNUM AUTHOR TITLE SUBJECT KEYWORDS COMMENTS FILENAME FILESIZE DOCPROPERTY DOCVARIABLE
  LASTSAVEDBY REVNUM NUMWORDS NUMCHARS TEMPLATE USERNAME USERINITIALS USERADDRESS SYMBOL EQ SHAPE ADVANCE CITATION
  BIBLIOGRAPHY FORMTEXT FORMCHECKBOX FORMDROPDOWN MERGEFIELD MERGEREC MERGESEQ NEXT IF QUOTE ADDRESSBLOCK GREETINGLINE
  BARCODE =`.split(/\s+/),
)

/** The mark of a field by its instruction; undefined for one that does nothing. */
export function fieldMark(instruction: string): DocumentMark | undefined {
  const [, keyword = '', rest = ''] = /^\s*(=|[^\s"\\=]*)([^]*)$/.exec(instruction) ?? []
  if (!plainFields.has(keyword.toUpperCase())) return 'field'
  if (keyword.toUpperCase() !== 'HYPERLINK') return undefined
  // What stands behind \l, \o, \t, \n and \m is a place in the document, or words.
  const address = rest.replaceAll(/\\[lotLOT]\s*(?:"[^"]*"|[^\s"\\]+)?/g, ' ').replaceAll(/\\[a-z*]/gi, ' ')
  const [, quoted, bare] = /"([^"]*)"|(\S+)/.exec(address) ?? []
  return linkMark(quoted ?? bare ?? '')
}

/** Word notes where the template of a document lies, mostly on the writer's own disk: that fetches nothing. */
export function isOnOwnDisk(target: string): boolean {
  const path = target
    .replaceAll(/%5c/gi, '/')
    .replaceAll('\\', '/')
    .replace(/^file:\/\/\/(?!\/)/i, '')
  return !/^(?:\/\/|[a-z]{2,}:)/i.test(path)
}

/** How files begin that may be hidden within another, long enough that pictures do not spell them by chance. */
const beginnings = new RegExp(
  [
    ...[
      'MZ\\x90\\x00\\x03\\x00',
      '\\x7fELF[\\x01\\x02]{3}',
      'Rar!\\x1a\\x07',
      "7z\\xbc\\xaf'\\x1c",
      '%PDF-\\d',
    ],
    ...['\\xd0\\xcf\\x11\\xe0\\xa1\\xb1\\x1a\\xe1', '<(?:script|iframe|!doctype html)[\\s>]', '<\\?php\\s'],
  ].join('|'),
  'i',
)

/** Whether a program, a page or another document begins at this byte or behind it. */
export function hidesAnother(bytes: Buffer, from = 1): boolean {
  return beginnings.test(bytes.toString('latin1', from))
}

/** How many entries of archives begin in it. */
export function archivesIn(bytes: Buffer): number {
  return bytes.toString('latin1').split('PK\u0003\u0004').length - 1
}
