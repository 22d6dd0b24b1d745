import type { FileFault } from '#server/platform/uploads/file-checks/refused.ts'
import { field, wordXml } from './zip.ts'

const instructions = [
  'DDE cmd "/c calc"',
  'DDEAUTO cmd',
  'ddeauto cmd',
  'INCLUDEPICTURE "http://evil.example/a.png"',
  'INCLUDETEXT "a.docx"',
  'LINK Excel.Sheet.12 "a.xlsx"',
  'EMBED Package',
  'MACROBUTTON AutoOpen x',
  'IMPORT "a"',
  'RD "a.docx"',
  'DATABASE \\d "a.mdb"',
  'GADGET',
  'HYPERLINK "javascript:alert(1)"',
  'HYPERLINK "\\\\\\\\evil.example\\\\a"',
  'HYPERLINK \\o "tip" "file:///C:/a.exe"',
  '"DDE" cmd',
  '',
]
const other = 'xmlns:x="http://evil.example/x"'
/** Fields that do more than say something of the document, however they are written. */
export const fields: [name: string, fault: FileFault, inner: string][] = [
  ...instructions.map((words): [string, FileFault, string] => [words, 'active', field(words)]),
  ['cut into runs', 'active', field('DD</w:instrText></w:r><w:r><w:instrText>E cmd')],
  ['cut by a comment', 'active', field('D<!-- -->DE cmd')],
  ['in a character section', 'active', field('<![CDATA[DDE cmd]]>')],
  ['in numbers', 'active', field('&#68;DE cmd')],
  ['deleted', 'active', field('DDE cmd').replaceAll('instrText', 'delInstrText')],
  ['as an attribute', 'active', '<w:fldSimple w:instr="DDE cmd"/>'],
  [
    'as an attribute, beside a namesake',
    'active',
    `<w:fldSimple ${other} w:instr="DDE cmd" x:instr="PAGE"/>`,
  ],
  ['as an attribute of no home', 'active', '<w:fldSimple instr="PAGE"/>'],
  [
    'within another',
    'active',
    field(`PAGE ${field('DDE cmd').replace('<w:r>', '</w:instrText></w:r><w:r>')}<w:r><w:instrText>`),
  ],
  [
    'whose name another makes',
    'active',
    field(`</w:instrText></w:r>${field('QUOTE', 'DDE')}<w:r><w:instrText> cmd`),
  ],
  ['told by words', 'active', field('</w:instrText><w:t>DDE cmd</w:t><w:instrText>')],
  [
    'with an end that is not Word’s',
    'active',
    field(`PAGE </w:instrText><x:fldChar ${other} x:fldCharType="separate"/><w:instrText> DDE`).replace(
      'PAGE',
      '',
    ),
  ],
  [
    'with an end in a piece that is passed over',
    'damaged',
    field(
      `PAGE </w:instrText></w:r><x:a ${other}><w:r><w:fldChar w:fldCharType="separate"/></w:r></x:a><w:r><w:instrText>`,
    ),
  ],
  ['that does not end', 'damaged', '<w:r><w:fldChar w:fldCharType="begin"/></w:r>'],
  ['that does not begin', 'damaged', '<w:r><w:fldChar w:fldCharType="end"/></w:r>'],
]

function declared(words: string): string {
  return `<?xml version="1.0"${words}?>${wordXml('')}`
}

/** Parts that are no XML, or more than that. */
export const xml: [name: string, fault: FileFault, content: string | Buffer][] = [
  [
    'entities',
    'active',
    `<?xml version="1.0"?><!DOCTYPE d [<!ENTITY a SYSTEM "file:///etc/passwd">]>${wordXml('&a;')}`,
  ],
  ['a list of kinds', 'active', `<!DOCTYPE d>${wordXml('')}`],
  [
    'entities that unfold',
    'active',
    `<!DOCTYPE d [<!ENTITY a "${'x'.repeat(99)}"><!ENTITY b "&a;&a;">]>${wordXml('&b;')}`,
  ],
  ['entities in UTF-16', 'active', Buffer.from(`\ufeff<!DOCTYPE d>${wordXml('')}`, 'utf16le')],
  ['an entity nobody knows', 'damaged', wordXml('<w:r><w:t>&nbsp;</w:t></w:r>')],
  [
    'an instruction to a reader',
    'active',
    `<?xml-stylesheet href="http://evil.example/a.xsl"?>${wordXml('')}`,
  ],
  ['UTF-7', 'damaged', declared(' encoding="UTF-7"')],
  ['windows-1252', 'damaged', declared(' encoding="windows-1252"')],
  [
    'UTF-16 that is said to be UTF-8',
    'damaged',
    Buffer.from(`\ufeff${declared(' encoding="UTF-8"')}`, 'utf16le'),
  ],
  ['letters that are none', 'damaged', Buffer.from([0x3c, 0xff, 0xfe, 0x3e])],
  ['what is not closed', 'damaged', wordXml('<w:p>')],
  ['a prefix nobody declares', 'damaged', wordXml('<q:p/>')],
  ['elements 1,000 deep', 'damaged', wordXml('<w:p>'.repeat(1000) + '</w:p>'.repeat(1000))],
]
