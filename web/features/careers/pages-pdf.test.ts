import { PDF } from '@libpdf/core'
import { expect, test } from 'vitest'
import { pdfOf } from './pages-pdf.ts'

const jpeg = new Uint8Array([0xff, 0xd8, 0xff, 0xd9])

test("photographed pages become one PDF, each on a page with the picture's orientation", async () => {
  const upright = { jpeg, width: 1200, height: 1800 }
  const across = { jpeg, width: 1800, height: 1200 }
  const read = await PDF.load(pdfOf([upright, across, upright]))
  expect(read.getPages().map(({ width, height }) => ({ width, height }))).toEqual([
    { width: 595, height: 842 },
    { width: 842, height: 595 },
    { width: 595, height: 842 },
  ])
})

test('the PDF says where each of its parts begins', () => {
  const text = new TextDecoder('latin1').decode(pdfOf([{ jpeg, width: 10, height: 20 }]))
  const [, start = ''] = /startxref\n(\d+)\n%%EOF\n$/.exec(text) ?? []
  expect(text.slice(Number(start), Number(start) + 4)).toBe('xref')
  const offsets = [...text.matchAll(/^(\d{10}) 00000 n $/gm)].map(([, offset]) => Number(offset))
  expect(offsets).toHaveLength(5)
  for (const [at, offset] of offsets.entries())
    expect(text.slice(offset)).toMatch(new RegExp(`^${at + 1} 0 obj\n`))
})
