import { randomBytes } from 'node:crypto'

/** A PDF of one page whose picture fills it up to that size. */
export function pdfOf(size: number): Buffer {
  const head =
    '%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Type /Pages /Kids [] /Count 0 >>\nendobj\n'
  const tail = '\nendstream\nendobj\ntrailer\n<< /Size 4 /Root 1 0 R >>\nstartxref\n9\n%%EOF\n'
  const open = `3 0 obj\n<< /Subtype /Image /Length ${size} >>\nstream\n`
  const picture = randomBytes(size - head.length - open.length - tail.length)
  return Buffer.concat([Buffer.from(head + open), picture, Buffer.from(tail)])
}
