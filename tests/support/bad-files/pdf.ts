import { deflateSync } from 'node:zlib'

/** What must run nowhere. */
export const script = '<< /S /JavaScript /JS (app.alert\\(1\\)) >>'

export interface PdfOptions {
  /** Objects from number 4 on, each without its `N 0 obj` and `endobj`. */
  more?: readonly (string | Buffer)[]
  /** Added to the catalog, to the trailer. */
  catalog?: string
  trailer?: string
  front?: Buffer | string
  behind?: Buffer | string
  version?: string
  newline?: string
  content?: string
}

/** A PDF of one page, written by hand with a table of objects (ISO 32000-1, 7.5). */
export function buildPdf(options: PdfOptions = {}): Buffer {
  const { more = [], catalog = '', trailer = '', version = '1.4', newline = '\n' } = options
  const content = options.content ?? 'BT /F1 24 Tf 72 720 Td (Asha Mehta) Tj ET'
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >> >>',
    stream('', Buffer.from(content)),
    ...more,
  ]
  const pieces = [
    Buffer.from(options.front ?? ''),
    Buffer.from(`%PDF-${version}${newline}%\u00e2\u00e3${newline}`, 'latin1'),
  ]
  const offsets: number[] = []
  const length = () => pieces.reduce((sum, piece) => sum + piece.length, 0)
  let at = length()
  objects.forEach((object, index) => {
    offsets.push(at)
    const piece = Buffer.concat([
      Buffer.from(`${index + 1} 0 obj${newline}`),
      Buffer.from(object),
      Buffer.from(`${newline}endobj${newline}`),
    ])
    pieces.push(piece)
    at += piece.length
  })
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  pieces.push(
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer${newline}<< /Size ${objects.length + 1} /Root 1 0 R ${trailer} >>${newline}startxref${newline}${at}${newline}%%EOF${newline}`,
    ),
    Buffer.from(options.behind ?? ''),
  )
  return Buffer.concat(pieces)
}

/** A stream object; `dictionary` beside its length. */
export function stream(dictionary: string, bytes: Buffer): Buffer {
  return Buffer.concat([
    Buffer.from(`<< ${dictionary} /Length ${bytes.length} >>\nstream\n`),
    bytes,
    Buffer.from('\nendstream'),
  ])
}

/** An object stream of these objects (7.5.7); `as` spells the dictionary otherwise. */
export function packed(
  objects: readonly string[],
  options: { type?: string; plain?: boolean; more?: string } = {},
): Buffer {
  const { type = '/Type /ObjStm', plain = false, more = '' } = options
  let at = 0
  const head: string[] = []
  objects.forEach((object, index) => {
    head.push(`${index + 100} ${at}`)
    at += object.length + 1
  })
  const first = `${head.join(' ')} `
  const clear = Buffer.from(first + objects.join(' '), 'latin1')
  const filter = plain ? '' : '/Filter /FlateDecode'
  return stream(
    `${type} /N ${objects.length} /First ${first.length} ${filter} ${more}`,
    plain ? clear : deflateSync(clear),
  )
}

/** A PDF as newer writers make it: objects in a stream, and a stream instead of the table. */
export function buildPackedPdf(
  objects: readonly string[],
  options: Parameters<typeof packed>[1] & { trailer?: string } = {},
): Buffer {
  const head = Buffer.from('%PDF-1.5\n')
  const first = Buffer.concat([Buffer.from('1 0 obj\n'), packed(objects, options), Buffer.from('\nendobj\n')])
  const at = head.length + first.length
  const inside = objects.map((_, index): [number, number, number] => [2, 1, index])
  const rows = [[0, 0, 0xffff], [1, head.length, 0], [1, at, 0], ...inside].map(
    ([kind = 0, place = 0, last = 0]) => {
      const row = Buffer.alloc(7)
      row.writeUInt8(kind)
      row.writeUInt32BE(place, 1)
      row.writeUInt16BE(last, 5)
      return row
    },
  )
  const table = stream(
    `/Type /XRef /W [1 4 2] /Index [0 3 100 ${objects.length}] /Size 200 /Root 100 0 R /Filter /FlateDecode ${options.trailer ?? ''}`,
    deflateSync(Buffer.concat(rows)),
  )
  return Buffer.concat([
    head,
    first,
    Buffer.from('2 0 obj\n'),
    table,
    Buffer.from(`\nendobj\nstartxref\n${at}\n%%EOF\n`),
  ])
}

/** The same document after a change, as every writer appends one: new versions of objects, and a table of them. */
export function revise(pdf: Buffer, objects: Record<number, string | Buffer>, trailer = ''): Buffer {
  const before = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(pdf.toString('latin1'))?.[1] ?? ''
  const pieces: Buffer[] = [pdf]
  const sections: string[] = []
  let at = pdf.length
  for (const [number, object] of Object.entries(objects)) {
    const piece = Buffer.concat([
      Buffer.from(`${number} 0 obj\n`),
      Buffer.from(object),
      Buffer.from('\nendobj\n'),
    ])
    sections.push(`${number} 1\n${String(at).padStart(10, '0')} 00000 n \n`)
    pieces.push(piece)
    at += piece.length
  }
  const end = `xref\n${sections.join('')}trailer\n<< /Size 300 /Root 1 0 R /Prev ${before} ${trailer} >>\nstartxref\n${at}\n%%EOF\n`
  return Buffer.concat([...pieces, Buffer.from(end)])
}

/** The same document whose table says that an object stands where `within` does. */
export function pointInto(pdf: Buffer, number: number, within: string): Buffer {
  const text = pdf.toString('latin1')
  const row =
    text.lastIndexOf('xref\n0 ') + text.slice(text.lastIndexOf('xref\n0 ')).indexOf('\n', 5) + 1 + number * 20
  const place = String(text.indexOf(within)).padStart(10, '0')
  return Buffer.from(text.slice(0, row) + place + text.slice(row + 10), 'latin1')
}

/** A catalog and its pages, for an object stream. */
export const packedPages = [
  '<< /Type /Catalog /Pages 101 0 R >>',
  '<< /Type /Pages /Kids [102 0 R] /Count 1 >>',
  '<< /Type /Page /Parent 101 0 R /MediaBox [0 0 595 842] >>',
]
