import type { DocumentMark } from '#contract/schemas/documents.ts'

/** Returns the mark of a link's address: one of the web, mail or telephone, or another. */
export function linkMark(address: string): DocumentMark {
  // Readers ignore spaces and control characters. An address that begins with `www.` has no scheme, as people type
  // it.
  const shown = address.replaceAll(/[\0-\x20]/g, '')
  return /^(?:https?:\/\/|mailto:|tel:\+?[\d().-]+$|www\.|#|$)/i.test(shown) ? 'link' : 'otherLink'
}

/** Word fields about the document itself, or links to be clicked (ECMA-376, 17.16.5). */
const plainFields = new Set(
  `PAGE NUMPAGES SECTION SECTIONPAGES DATE TIME CREATEDATE SAVEDATE PRINTDATE EDITTIME HYPERLINK TOC TC TOA TA INDEX XE REF
  NOTEREF PAGEREF STYLEREF SEQ LISTNUM AUTHOR TITLE SUBJECT KEYWORDS COMMENTS FILENAME FILESIZE DOCPROPERTY DOCVARIABLE
  LASTSAVEDBY REVNUM NUMWORDS NUMCHARS TEMPLATE USERNAME USERINITIALS USERADDRESS SYMBOL EQ SHAPE ADVANCE CITATION
  BIBLIOGRAPHY FORMTEXT FORMCHECKBOX FORMDROPDOWN MERGEFIELD MERGEREC MERGESEQ NEXT IF QUOTE ADDRESSBLOCK GREETINGLINE
  BARCODE =`.split(/\s+/),
)

/** Returns the mark of a field by its instruction; undefined for a harmless one. */
export function fieldMark(instruction: string): DocumentMark | undefined {
  const [, keyword = '', rest = ''] = /^\s*(=|[^\s"\\=]*)([^]*)$/.exec(instruction) ?? []
  if (!plainFields.has(keyword.toUpperCase())) return 'field'
  if (keyword.toUpperCase() !== 'HYPERLINK') return undefined
  // What follows \l, \o, \t, \n and \m is a place in the document, or words.
  const address = rest.replaceAll(/\\[lotLOT]\s*(?:"[^"]*"|[^\s"\\]+)?/g, ' ').replaceAll(/\\[a-z*]/gi, ' ')
  const [, quoted, bare] = /"([^"]*)"|(\S+)/.exec(address) ?? []
  return linkMark(quoted ?? bare ?? '')
}

/** Word stores the place of a document's template, mostly on the writer's own disk, which loads nothing. */
export function isOnOwnDisk(target: string): boolean {
  const path = target
    .replaceAll(/%5c/gi, '/')
    .replaceAll('\\', '/')
    .replace(/^file:\/\/\/(?!\/)/i, '')
  return !/^(?:\/\/|[a-z]{2,}:)/i.test(path)
}

/** The first bytes of files that may be hidden within another, long enough not to occur in pictures by chance. */
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

/** Returns whether a program, a page or another document begins at this byte or later. */
export function hidesAnother(bytes: Buffer, from = 1): boolean {
  return beginnings.test(bytes.toString('latin1', from))
}

/** Returns how many archive entries begin in it. */
export function archivesIn(bytes: Buffer): number {
  return bytes.toString('latin1').split('PK\u0003\u0004').length - 1
}
