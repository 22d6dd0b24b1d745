import { crc32, deflateRawSync } from 'node:zlib'

/** An entry of a zip, deflated unless it says that it is stored. */
interface ZipPart {
  name: string
  content: Buffer | string
  stored?: boolean
}

function buildZip(parts: readonly ZipPart[]): Buffer {
  const pieces: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const part of parts) {
    const [name, content] = [Buffer.from(part.name), Buffer.from(part.content)]
    const packed = part.stored ? content : deflateRawSync(content)
    const said = Buffer.concat([
      ...[u16(20), u16(0x0800), u16(part.stored ? 0 : 8), u32(0), u32(crc32(content))],
      ...[u32(packed.length), u32(content.length), u16(name.length)],
    ])
    const piece = Buffer.concat([Buffer.from('PK\x03\x04'), said, u16(0), name, packed])
    directory.push(Buffer.from('PK\x01\x02'), u16(20), said, Buffer.alloc(12), u32(at), name)
    pieces.push(piece)
    at += piece.length
  }
  const listed = Buffer.concat(directory)
  const counts = [u32(0), u16(parts.length), u16(parts.length), u32(listed.length), u32(at), u16(0)]
  return Buffer.concat([...pieces, listed, Buffer.from('PK\x05\x06'), ...counts])
}

function u16(value: number): Buffer {
  return Buffer.from(Uint16Array.of(value).buffer)
}

function u32(value: number): Buffer {
  return Buffer.from(Uint32Array.of(value).buffer)
}

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n'
const schemas = 'http://schemas.openxmlformats.org'

export function wordXml(body: string): string {
  return `<w:document xmlns:w="${schemas}/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`
}

export function documentXml(text = 'Asha Mehta'): string {
  return `${declaration}${wordXml(`<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`)}`
}

/** Returns a Word document with more parts, or with other content in its own parts. */
export function buildDocx(more: readonly ZipPart[] = []): Buffer {
  const types = `${declaration}<Types xmlns="${schemas}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`
  const relations = `${declaration}<Relationships xmlns="${schemas}/package/2006/relationships"><Relationship Id="r1" Type="${schemas}/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`
  const own: ZipPart[] = [
    { name: '[Content_Types].xml', content: types },
    { name: '_rels/.rels', content: relations },
    { name: 'word/document.xml', content: documentXml() },
  ]
  const named = (name: string) => more.find((part) => part.name === name)
  const others = more.filter((part) => !own.some(({ name }) => name === part.name))
  return buildZip([...own.map((part) => named(part.name) ?? part), ...others])
}
