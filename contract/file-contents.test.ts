import { expect, test } from 'vitest'
import { english } from '#tests/support/english.ts'
import { contentOf, fileNotTaken } from './file-contents.ts'

function bytes(text: string): Uint8Array {
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0))
}

test.each([
  ['\xff\xd8\xff\xe0\0\x10JFIF', 'jpg', true],
  ['\x89PNG\r\n\x1a\n', 'png', true],
  ['%PDF-1.7', 'pdf', false],
  // PDF readers accept leading bytes.
  ['\xef\xbb\xbf%PDF-1.7', 'pdf', false],
  ['\r\n\r\n%PDF-1.4', 'pdf', false],
  ['\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'doc', false],
  [`PK\x03\x04${'\0'.repeat(26)}[Content_Types].xml${'\0'.repeat(2000)}word/document.xml`, 'docx', false],
])('%j is a file of the kind %s', (begins, kind, isPicture) => {
  expect(contentOf(bytes(begins))).toMatchObject({ kind, isPicture })
})

test.each([
  ['\0\0\0\x24ftypheic', 'a picture (HEIC)'],
  ['\0\0\0\x24ftypmif1', 'a picture (HEIC)'],
  ['\0\0\0\x1cftypavif', 'a picture (AVIF)'],
  ['RIFF\x10\0\0\0WEBPVP8 ', 'a picture (WebP)'],
  ['GIF89a', 'a picture (GIF)'],
  ['BM\x10\0\0\0\0\0\0\0', 'a picture (BMP)'],
  ['II*\0', 'a picture (TIFF)'],
  ['<?xml version="1.0"?>\n<svg xmlns="x">', 'a picture (SVG)'],
  ['<svg>', 'a picture (SVG)'],
  ['{\\rtf1\\ansi Ketan}', 'a document (RTF)'],
  [
    `PK\x03\x04${'\0'.repeat(26)}mimetypeapplication/vnd.oasis.opendocument.text`,
    'a document (OpenDocument)',
  ],
  [`PK\x03\x04${'\0'.repeat(26)}xl/workbook.xml`, 'an archive, or another file of Office'],
  ['Rar!\x1a\x07', 'an archive, or another file of Office'],
  ['MZ\x90\0', 'a program'],
  ['\0\0\0\x18ftypmp42', 'a video'],
  ['<!DOCTYPE html><p>', 'a web page'],
  ['BMW, service since 2019', 'plain text'],
  ['\xe0\xa4\x95 Ketan', 'plain text'],
])('%j is none, and is named as %s', (begins, words) => {
  const content = contentOf(bytes(begins))
  expect([content?.kind, english(content?.is ?? '')]).toEqual([undefined, words])
})

test.each([
  ['\x01\x02\x03', ['pdf', 'jpg', 'png'], 'none of pdf, jpg, jpeg, png. Please choose another.'],
  ['GIF89a', ['pdf'], 'a picture (GIF). Please save it as PDF and choose that.'],
  [
    'GIF89a',
    ['pdf', 'jpg'],
    'a picture (GIF). Please save it as JPEG, or take a screenshot of it, and choose that.',
  ],
  ['MZ\x90\0', ['pdf'], 'a program. Please choose another.'],
] as const)('%j where %j are taken is refused with what to do', (begins, kinds, said) => {
  expect(english(fileNotTaken(contentOf(bytes(begins)), kinds))).toBe(`Inside, this file is ${said}`)
})
