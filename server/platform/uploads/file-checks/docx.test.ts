import { expect, it } from 'vitest'
import { buildZip, wordXml } from '#tests/support/bad-files/zip.ts'
import { textOfDocx } from './docx.ts'

/** What is not reached is not read: broken XML at the end shows where the reading ended. */
function docxOf(paragraph: string, count: number, end = '<broken'): Buffer {
  return buildZip([
    { name: 'word/document.xml', content: wordXml(paragraph.repeat(count) + end), stored: true },
  ])
}

const line = '<w:p><w:r><w:t>Asha</w:t></w:r></w:p>'

it('reads no more of a DOCX than is shown', async () => {
  const found = await textOfDocx(docxOf(line, 50_000))
  expect(found).toEqual({ text: 'Asha\n'.repeat(40_000).trim(), cut: true })
})

it('reads no more than two million characters of a DOCX that has little text', async () => {
  const found = await textOfDocx(docxOf('<w:p/>', 400_000))
  expect(found).toEqual({ text: '', cut: true })
})

it('reads a short one to its end, which is no text where it is broken', async () => {
  expect(await textOfDocx(docxOf(line, 2, ''))).toEqual({ text: 'Asha\nAsha', cut: false })
  expect(await textOfDocx(docxOf(line, 2))).toBeUndefined()
})
