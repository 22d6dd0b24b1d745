import { crc32, deflateRawSync } from 'node:zlib'

/** One entry of a zip, with every lie a zip can tell. */
export interface ZipPart {
  name: string | Buffer
  content: Buffer | string
  /** Stored as it is instead of deflated. */
  stored?: boolean
  /** Bytes put there as they are, for `content` of another size. */
  packed?: Buffer
  /** Size the directory and the header claim. */
  claimedSize?: number
  /** General purpose flags; bit 0 is encryption. */
  flags?: number
  method?: number
  /** Offset the directory claims. */
  offset?: number
  /** Name in the header, when it differs from that in the directory. */
  headerName?: string
  /** What the header says otherwise than the directory. */
  header?: { sum?: number; size?: number; method?: number; flags?: number; extra?: Buffer }
  /** The sum that directory and header claim. */
  sum?: number
  extra?: Buffer
  comment?: string
  /** Bytes behind what unfolds, counted to it; bytes behind it, counted to nothing; sizes behind it. */
  hidden?: Buffer
  gap?: Buffer
  descriptor?: Buffer | true
  /** Only in the directory: the header and the bytes are another entry's. */
  directoryOnly?: boolean
}

interface Around {
  front?: Buffer
  behind?: Buffer
  comment?: string
  /** Bytes between the last entry and the directory. */
  gap?: Buffer
  /** Whether offsets count from the front's beginning. */
  adjusted?: boolean
}

/** Writes a zip by hand, honest unless told otherwise (APPNOTE.TXT). */
export function buildZip(parts: readonly ZipPart[], around: Around = {}): Buffer {
  const { front = Buffer.alloc(0), behind = Buffer.alloc(0), comment = '' } = around
  const base = around.adjusted ? front.length : 0
  const pieces: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const part of parts) {
    const content = Buffer.from(part.content)
    const packed = Buffer.concat([
      part.packed ?? (part.stored ? content : deflateRawSync(content)),
      part.hidden ?? Buffer.alloc(0),
    ])
    const name = Buffer.from(part.name)
    const said = { flags: 0x0800, method: part.stored ? 0 : 8, sum: crc32(content), size: content.length }
    const fields = fieldsOf(packed, {
      flags: part.flags ?? said.flags,
      method: part.method ?? said.method,
      sum: part.sum ?? said.sum,
      size: part.claimedSize ?? said.size,
    })
    const offset = part.offset ?? at + base
    const { extra = Buffer.alloc(0), comment: note = '' } = part
    if (!part.directoryOnly) {
      const headerName = Buffer.from(part.headerName ?? part.name)
      const more = part.header?.extra ?? Buffer.alloc(0)
      const written = part.descriptor
        ? Buffer.concat([fields.subarray(0, 10), Buffer.alloc(12)])
        : fieldsOf(packed, {
            flags: fields.readUInt16LE(2),
            method: fields.readUInt16LE(4),
            sum: fields.readUInt32LE(10),
            size: fields.readUInt32LE(18),
            ...part.header,
          })
      const header = Buffer.concat([
        Buffer.from('504b0304', 'hex'),
        written,
        u16(headerName.length),
        u16(more.length),
        headerName,
        more,
      ])
      const behind = [part.descriptor === true ? fields.subarray(10, 22) : part.descriptor, part.gap].map(
        (bytes) => bytes ?? Buffer.alloc(0),
      )
      pieces.push(header, packed, ...behind)
      at += [header, packed, ...behind].reduce((sum, { length }) => sum + length, 0)
    }
    directory.push(
      Buffer.concat([
        Buffer.from('504b01021400', 'hex'),
        fields,
        u16(name.length),
        u16(extra.length),
        u16(note.length),
        Buffer.alloc(8),
        u32(offset),
        name,
        extra,
        Buffer.from(note),
      ]),
    )
  }
  if (around.gap) {
    pieces.push(around.gap)
    at += around.gap.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.concat([
    Buffer.from('504b050600000000', 'hex'),
    u16(parts.length),
    u16(parts.length),
    u32(listed.length),
    u32(at + base),
    u16(comment.length),
    Buffer.from(comment),
  ])
  return Buffer.concat([front, ...pieces, listed, end, behind])
}

interface Fields {
  flags: number
  method: number
  sum: number
  size: number
}

function fieldsOf(packed: Buffer, { flags, method, sum, size }: Fields): Buffer {
  const fields = Buffer.alloc(22)
  fields.writeUInt16LE(20, 0)
  fields.writeUInt16LE(flags, 2)
  fields.writeUInt16LE(method, 4)
  fields.writeUInt32LE(sum, 10)
  fields.writeUInt32LE(packed.length, 14)
  fields.writeUInt32LE(size, 18)
  return fields
}

function u16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16LE(value)
  return bytes
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

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

const fontKey = '{1DFE2A4B-0C33-4F6E-9A51-7B0D6E5C4A39}'

/** A font as a document brings it: its first 32 bytes are combined with a key (ECMA-376, 17.8.1). */
function maskedFont(font: Buffer): Buffer {
  const mask = Buffer.from(fontKey.replaceAll(/[{}-]/g, ''), 'hex').reverse()
  return Buffer.from(font.map((byte, at) => (at < 32 ? byte ^ (mask[at % 16] ?? 0) : byte)))
}

/** A document with a comment, a footnote, a font of its own and data that another program keeps in it. */
export function wholeDocx(more: Record<string, ZipPart['content']> = {}): Buffer {
  const office = 'application/vnd.openxmlformats-officedocument'
  const kinds = ['comments', 'footnotes', 'fontTable'].map(
    (name) => `<Override PartName="/word/${name}.xml" ContentType="${office}.wordprocessingml.${name}+xml"/>`,
  )
  const types = contentTypes().replace(
    '</Types>',
    `${kinds.join('')}<Override PartName="/customXml/itemProps1.xml" ContentType="${office}.customXmlProperties+xml"/><Default Extension="odttf" ContentType="${office}.obfuscatedFont"/></Types>`,
  )
  const w = `xmlns:w="${schemas}/wordprocessingml/2006/main"`
  const words = '<w:p><w:r><w:t>Asha Mehta</w:t></w:r></w:p>'
  const texts: Record<string, string> = {
    '[Content_Types].xml': types,
    'word/_rels/document.xml.rels': relations(
      ...['styles', 'comments', 'footnotes', 'fontTable'].map((name) => relation(name, `${name}.xml`)),
      relation('customXml', '../customXml/item1.xml'),
    ),
    'word/comments.xml': `${declaration}<w:comments ${w}><w:comment w:id="0" w:author="A">${words}</w:comment></w:comments>`,
    'word/footnotes.xml': `${declaration}<w:footnotes ${w}><w:footnote w:id="2">${words}</w:footnote></w:footnotes>`,
    'word/fontTable.xml': `${declaration}<w:fonts ${w} xmlns:r="${schemas}/officeDocument/2006/relationships"><w:font w:name="Own"><w:embedRegular r:id="rfont" w:fontKey="${fontKey}"/></w:font></w:fonts>`,
    'word/_rels/fontTable.xml.rels': relations(relation('font', 'fonts/font1.odttf')),
    'customXml/item1.xml':
      '<?xml version="1.0"?><!-- of a form --><form><control src="http://forms.example/a" action="send"/><object/></form>',
    'customXml/_rels/item1.xml.rels': relations(relation('customXmlProps', 'itemProps1.xml')),
    'customXml/itemProps1.xml': `${declaration}<ds:datastoreItem xmlns:ds="${schemas}/officeDocument/2006/customXml" ds:itemID="{0}"/>`,
  }
  const marked = Object.entries(texts).map(([name, text]) => [name, `\ufeff${text}`])
  const font = {
    'word/fonts/font1.odttf': maskedFont(Buffer.concat([Buffer.from('00010000', 'hex'), Buffer.alloc(60)])),
  }
  return buildDocx({ ...Object.fromEntries(marked), ...font, ...more })
}

/** A document with more parts, or with other content for some of its own; by their names where they are ordinary. */
export function buildDocx(
  more: readonly ZipPart[] | Record<string, ZipPart['content']> = [],
  around?: Around,
): Buffer {
  const parts = Array.isArray(more)
    ? (more as readonly ZipPart[])
    : Object.entries(more).map(([name, content]) => ({ name, content }))
  const changed = new Map(parts.map((part) => [String(part.name), part]))
  const own = docxParts().map((part) => changed.get(String(part.name)) ?? part)
  const names = new Set(own.map(({ name }) => String(name)))
  return buildZip([...own, ...parts.filter(({ name }) => !names.has(String(name)))], around)
}
