import { isSafeAddress, FileRefused } from './refused.ts'

/** Fields that say something of the document itself, or lead somewhere when they are clicked (ECMA-376, 17.16.5). */
const known = new Set(
  `PAGE NUMPAGES SECTION SECTIONPAGES DATE TIME CREATEDATE SAVEDATE PRINTDATE EDITTIME HYPERLINK TOC TC TOA TA INDEX XE REF
  NOTEREF PAGEREF STYLEREF SEQ LISTNUM AUTHOR TITLE SUBJECT KEYWORDS COMMENTS FILENAME FILESIZE DOCPROPERTY DOCVARIABLE LASTSAVEDBY
  REVNUM NUMWORDS NUMCHARS TEMPLATE USERNAME USERINITIALS USERADDRESS SYMBOL EQ SHAPE ADVANCE CITATION BIBLIOGRAPHY
  FORMTEXT FORMCHECKBOX FORMDROPDOWN MERGEFIELD =`.split(/\s+/),
)
const MAX_DEPTH = 20

/** Throws unless an instruction is one of those that may be there. */
export function judgeField(instruction: string): void {
  const [, keyword = '', rest = ''] = /^\s*(=|[^\s"\\=]*)([^]*)$/.exec(instruction) ?? []
  if (!known.has(keyword.toUpperCase())) throw new FileRefused('active')
  if (keyword.toUpperCase() !== 'HYPERLINK') return
  // What stands behind \l, \o, \t, \n and \m is a place in the document, or words.
  const address = rest.replaceAll(/\\[lotLOT]\s*(?:"[^"]*"|[^\s"\\]+)?/g, ' ').replaceAll(/\\[a-z*]/gi, ' ')
  const [, quoted, bare] = /"([^"]*)"|(\S+)/.exec(address) ?? []
  if (!isSafeAddress(quoted ?? bare ?? '')) throw new FileRefused('active')
}

/** The fields of a text: where one begins, where its instruction ends, where it ends, and words anywhere. */
export interface FieldReader {
  begin(): void
  separate(): void
  end(): void
  /** Words belong to the innermost field whose instruction is not complete, also those that another field made. */
  text(words: string): void
  /** Whether words now belong to a field's instruction. */
  isTelling(): boolean
  /** Throws when a field is left open. */
  finish(): void
}

export function createFieldReader(): FieldReader {
  const open: { words: string; complete: boolean }[] = []
  const completeInstruction = () => {
    const field = open.at(-1)
    if (!field) throw new FileRefused('damaged')
    if (!field.complete) judgeField(field.words)
    field.complete = true
  }
  return {
    begin() {
      const outer = open.at(-1)
      // A field within an instruction may give it an argument, but neither its name nor where it leads.
      if (outer && !outer.complete && !/^\s*(?!HYPERLINK)\S+\s/i.test(outer.words))
        throw new FileRefused('active')
      if (open.push({ words: '', complete: false }) > MAX_DEPTH) throw new FileRefused('damaged')
    },
    separate: completeInstruction,
    end() {
      completeInstruction()
      open.pop()
    },
    text(words) {
      const field = open.findLast(({ complete }) => !complete)
      if (field) field.words += words
    },
    isTelling: () => open.some(({ complete }) => !complete),
    finish() {
      if (open.length > 0) throw new FileRefused('damaged')
    },
  }
}
