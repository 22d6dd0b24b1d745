import { randomBytes } from 'node:crypto'

/** A PDF of one page whose picture fills it up to that size. */
export function pdfOf(size: number): Buffer {
  const head = '%PDF-1.4\n'
  const catalog = '1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n'
  const pages = '2 0 obj\n<< /Type /Pages /Kids [] /Count 0 >>\nendobj\n'
  const places = [0, catalog.length, catalog.length + pages.length].map((at) => head.length + at)
  const rows = places.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('')
  const tail = (at: number) =>
    `\nendstream\nendobj\nxref\n0 4\n0000000000 65535 f \n${rows}trailer\n<< /Size 4 /Root 1 0 R >>\nstartxref\n${at}\n%%EOF\n`
  const open = (length: number) => `3 0 obj\n<< /Subtype /Image /Length ${length} >>\nstream\n`
  const before = (length: number) => head + catalog + pages + open(length)
  // As many digits as the whole has: shorter numbers are filled up with blanks behind the end.
  const length = size - before(size).length - tail(size).length
  const table = before(length).length + length + '\nendstream\nendobj\n'.length
  const whole = Buffer.concat([Buffer.from(before(length)), randomBytes(length), Buffer.from(tail(table))])
  return Buffer.concat([whole, Buffer.alloc(size - whole.length, '\n')])
}
