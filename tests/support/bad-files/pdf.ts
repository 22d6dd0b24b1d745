/** Writes a PDF of one page by hand with a table of objects (ISO 32000-1, 7.5); `more` are objects from number 5 on. */
export function buildPdf({
  more = [],
  content = 'BT /F1 24 Tf 72 720 Td (Asha Mehta) Tj ET',
}: { more?: readonly (string | Buffer)[]; content?: string } = {}): Buffer {
  const font = '<< /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >>'
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources ${font} >>`,
    stream('', Buffer.from(content)),
    ...more,
  ]
  const pieces = [Buffer.from('%PDF-1.4\n%\u00e2\u00e3\n', 'latin1')]
  let at = pieces[0]?.length ?? 0
  const rows = objects.map((object, index) => {
    const row = `${String(at).padStart(10, '0')} 00000 n \n`
    const piece = [Buffer.from(`${index + 1} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n')]
    pieces.push(...piece)
    at += piece.reduce((sum, { length }) => sum + length, 0)
    return row
  })
  const size = objects.length + 1
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${rows.join('')}`
  const trailer = `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${at}\n%%EOF\n`
  return Buffer.concat([...pieces, Buffer.from(table + trailer)])
}

/** Returns a stream object; `dictionary` is added beside its length. */
export function stream(dictionary: string, bytes: Buffer): Buffer {
  const head = Buffer.from(`<< ${dictionary} /Length ${bytes.length} >>\nstream\n`)
  return Buffer.concat([head, bytes, Buffer.from('\nendstream')])
}
