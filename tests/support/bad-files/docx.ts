import { buildZip, type ZipPart } from './zip.ts'

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n'
const schemas = 'http://schemas.openxmlformats.org'
const main = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml'

/** The list of kinds of a document; `kind` is that of its main part. */
export function contentTypes(kind = main): string {
  return `${declaration}<Types xmlns="${schemas}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/><Override PartName="/word/document.xml" ContentType="${kind}"/></Types>`
}

/** A relation of `kind`, such as `hyperlink`. */
export function relation(kind: string, target: string, mode?: 'External'): string {
  const type = `${schemas}/officeDocument/2006/relationships/${kind}`
  return `<Relationship Id="r${kind}" Type="${type}" Target="${target}"${mode ? ` TargetMode="${mode}"` : ''}/>`
}

export function relations(...inner: string[]): string {
  return `${declaration}<Relationships xmlns="${schemas}/package/2006/relationships">${inner.join('')}</Relationships>`
}

/** A document of these elements. */
export function wordXml(body: string): string {
  return `<w:document xmlns:w="${schemas}/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`
}

export function documentXml(text = 'Asha Mehta'): string {
  return `${declaration}${wordXml(`<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`)}`
}

/** A field that does this, as runs of a paragraph. */
export function field(instruction: string, result = 'x'): string {
  const mark = (kind: string) => `<w:r><w:fldChar w:fldCharType="${kind}"/></w:r>`
  return `${mark('begin')}<w:r><w:instrText>${instruction}</w:instrText></w:r>${mark('separate')}<w:r><w:t>${result}</w:t></w:r>${mark('end')}`
}

/** The parts of a document as Word writes them, in its order. */
export function docxParts(): ZipPart[] {
  return [
    { name: '[Content_Types].xml', content: contentTypes() },
    { name: '_rels/.rels', content: relations(relation('officeDocument', 'word/document.xml')) },
    { name: 'word/document.xml', content: documentXml() },
    { name: 'word/_rels/document.xml.rels', content: relations(relation('styles', 'styles.xml')) },
    {
      name: 'word/styles.xml',
      content: `${declaration}<w:styles xmlns:w="${schemas}/wordprocessingml/2006/main"/>`,
    },
    {
      name: 'docProps/core.xml',
      content: `${declaration}<cp:coreProperties xmlns:cp="${schemas}/package/2006/metadata/core-properties"/>`,
    },
  ]
}

/** A document with more parts, or with other content for some of its own. */
export function buildDocx(more: readonly ZipPart[] = [], around?: Parameters<typeof buildZip>[1]): Buffer {
  const changed = new Map(more.map((part) => [String(part.name), part]))
  const own = docxParts().map((part) => changed.get(String(part.name)) ?? part)
  const names = new Set(own.map(({ name }) => String(name)))
  return buildZip([...own, ...more.filter(({ name }) => !names.has(String(name)))], around)
}
