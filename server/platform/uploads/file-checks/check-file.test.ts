import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import type { DocumentMark, FileKind } from '#contract/schemas/documents.ts'
import { badFiles, markedFiles, oddFiles } from '#tests/support/bad-files/corpus.ts'
import { goodFiles, turnedPhoto } from '#tests/support/bad-files/good-files.ts'
import { buildPdf, stream } from '#tests/support/bad-files/pdf.ts'
import { picture } from '#tests/support/bad-files/pictures.ts'
import { buildDocx, documentXml, wordXml } from '#tests/support/bad-files/zip.ts'
import { checkFile } from './check-file.ts'

/** Returns what is stored of a file. */
async function taken(bytes: Buffer, kind: Parameters<typeof checkFile>[1]): Promise<Buffer> {
  const verdict = await checkFile(bytes, kind)
  if (!verdict.ok) throw new Error(verdict.fault)
  return verdict.bytes
}

describe('a bad file', () => {
  it.each(badFiles)('$name is refused', async ({ kind, fault, bytes }) => {
    const content = await bytes()
    expect(content.length).toBeLessThan(5 * 1024 * 1024)
    const verdict = await checkFile(content, kind)
    expect(verdict.ok ? 'taken' : verdict.fault).toBe(fault)
  })
})

/** Returns what is found in a document. */
async function found(bytes: Buffer, kind: FileKind) {
  const verdict = await checkFile(bytes, kind)
  return verdict.ok ? verdict.findings : verdict.fault
}

describe('a document with active content', () => {
  it.each(markedFiles)('$name is accepted and marked', async ({ kind, bytes }) => {
    const marks = expect.arrayContaining([expect.not.stringMatching(/^oldWord$/)])
    expect(await found(await bytes(), kind)).toMatchObject({ marks })
  })

  const relation = (type: string, target: string) =>
    buildDocx([
      {
        name: 'word/_rels/document.xml.rels',
        content: `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}" TargetMode="External"/></Relationships>`,
      },
    ])
  const link = (address: string) =>
    buildPdf({ more: [`<< /Rect [0 0 9 9] /A << /S /URI /URI (${address}) >> >>`] })
  const field = (words: string) =>
    buildDocx([{ name: 'word/document.xml', content: wordXml(`<w:fldSimple w:instr="${words}"/>`) }])
  it.each<[DocumentMark[], FileKind, Buffer]>([
    [[], 'pdf', buildPdf()],
    [['script'], 'pdf', buildPdf({ more: ['<< /S /JavaScript /JS (app.alert) >>'] })],
    [['script'], 'pdf', buildPdf({ more: ['<< /S /J#61va#53cript >>'] })],
    [['action'], 'pdf', buildPdf({ more: ['<< /Rect [0 0 9 9] /A << /S /Launch >> >>'] })],
    [['attachment'], 'pdf', buildPdf({ more: [stream('/Type /EmbeddedFile', Buffer.from('x'))] })],
    [['form'], 'pdf', buildPdf({ more: ['<< /Subtype /Widget /FT /Tx >>'] })],
    [['hidden'], 'pdf', Buffer.concat([buildPdf(), buildDocx()])],
    [['link'], 'pdf', link('https://example.in')],
    [['link'], 'pdf', link('tel:+911234567890')],
    [['otherLink', 'link'], 'pdf', link('javascript:alert')],
    [[], 'docx', buildDocx()],
    [['link'], 'docx', relation('hyperlink', 'https://example.in')],
    [['otherLink'], 'docx', relation('hyperlink', 'file:///c:/a.exe')],
    [['linked'], 'docx', relation('image', 'https://example.in/a.png')],
    [['template'], 'docx', relation('attachedTemplate', 'https://example.in/a.dotm')],
    [[], 'docx', relation('attachedTemplate', 'file:///C:\\Users\\asha\\cv.dotx')],
    [['object'], 'docx', buildDocx([{ name: 'word/embeddings/sheet1.xlsx', content: 'x' }])],
    [['control'], 'docx', buildDocx([{ name: 'word/activeX/activeX1.bin', content: 'x' }])],
    [['field'], 'docx', field('DDEAUTO cmd')],
    [[], 'docx', field('MERGEFIELD Name')],
  ])('is marked with %j', async (marks, kind, bytes) => {
    expect(await found(bytes, kind)).toMatchObject({ marks })
  })
})

describe('a document that no ordinary program writes', () => {
  it.each(oddFiles)('$name is accepted', async ({ kind, bytes }) => {
    expect(await checkFile(await bytes(), kind)).toMatchObject({ ok: true })
  })
})

describe('the text of a document', () => {
  it.each(goodFiles.filter(({ name }) => /: (?:libreoffice|chromium|abiword)/.test(name)))(
    'is read from $name',
    async ({ kind, bytes }) => {
      expect(await found(await bytes(), kind)).toMatchObject({ text: expect.stringMatching(/^Asha Mehta\s/) })
    },
  )

  it('of a Word file includes its headers and keeps its line breaks', async () => {
    const line = (text: string) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`
    const content = wordXml(`${line('one')}<w:p><w:r><w:t>two &amp;</w:t><w:br/><w:t>three</w:t></w:r></w:p>`)
    const header = documentXml('Asha, 98765 43210')
    const docx = buildDocx([
      { name: 'word/document.xml', content },
      { name: 'word/header1.xml', content: header },
      { name: 'word/header2.xml', content: header },
    ])
    expect(await found(docx, 'docx')).toMatchObject({ text: 'Asha, 98765 43210\none\ntwo &\nthree' })
  })

  it('is cut at more than any résumé has', async () => {
    const docx = buildDocx([{ name: 'word/document.xml', content: documentXml('x'.repeat(300_000)) }])
    expect(await found(docx, 'docx')).toMatchObject({ text: 'x'.repeat(200_000) })
  })
})

describe('a good file', () => {
  it.each(goodFiles)('$name is accepted', async ({ kind, bytes }) => {
    const content = await bytes()
    const kept = await taken(content, kind)
    if (kind !== 'jpg' && kind !== 'png') expect(kept.equals(content)).toBe(true)
    else expect(await sharp(kept).stats()).toMatchObject({ channels: expect.any(Array) })
  })
})

describe('a stored picture', () => {
  it('is upright and does not contain where it was taken', async () => {
    const photo = await turnedPhoto()
    expect((await sharp(photo).metadata()).orientation).toBe(6)
    expect(photo.includes('Canary')).toBe(true)
    const bytes = await taken(photo, 'jpg')
    const { width, height, exif, orientation, icc, xmp } = await sharp(bytes).metadata()
    expect({ width, height, exif, orientation, xmp }).toEqual({ width: 32, height: 64 })
    expect(icc === undefined || !icc.includes('Canary')).toBe(true)
    expect(bytes.includes('Canary')).toBe(false)
    // The top left corner is at the top right after a quarter turn.
    const pixels = await sharp(bytes).raw().toBuffer()
    const greenAt = (x: number, y: number) => pixels[(y * width + x) * 3 + 1]
    expect(greenAt(28, 4)).toBeLessThan(60)
    expect(greenAt(4, 4)).toBeGreaterThan(200)
  })

  it('keeps its transparency and its size in pixels', async () => {
    const see = goodFiles.find(({ name }) => name === 'png: see-through')
    const bytes = await taken(Buffer.from((await see?.bytes()) ?? ''), 'png')
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 320, height: 200, hasAlpha: true })
  })
})

describe('the picture of a person', () => {
  it.each(['jpeg', 'png', 'webp'] as const)('may be a %s, and becomes a small JPEG', async (format) => {
    const large = await picture(1600, 1200).toFormat(format).toBuffer()
    const { format: kept, width, height } = await sharp(await taken(large, 'portrait')).metadata()
    expect([kept, width, height]).toEqual(['jpeg', 600, 450])
  })

  it('does not contain where it was taken, and becomes white where it is transparent', async () => {
    expect((await taken(await turnedPhoto(), 'portrait')).includes('Canary')).toBe(false)
    const clear = { width: 8, height: 8, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } as const
    const kept = await taken(await sharp({ create: clear }).png().toBuffer(), 'portrait')
    expect((await sharp(kept).raw().toBuffer())[0]).toBe(255)
  })

  it.each([
    ['nothing', async () => Buffer.alloc(0), 'empty'],
    ['an SVG', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'wrong kind'],
    ['half a picture', async () => (await picture(64, 64).png().toBuffer()).subarray(0, 60), 'damaged'],
  ])('cannot be %s', async (_, make, fault) => {
    expect(await checkFile(await make(), 'portrait')).toEqual({ ok: false, fault })
  })
})
