import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { buildPdf } from '#tests/support/bad-files/pdf.ts'
import { picture } from '#tests/support/bad-files/pictures.ts'
import { checkFile } from './check-file.ts'

async function drawn(bytes: Buffer): Promise<Buffer> {
  const verdict = await checkFile(bytes, 'portrait')
  if (!verdict.ok) throw new Error(verdict.fault)
  return verdict.bytes
}

describe('the picture of a person', () => {
  it.each(['jpeg', 'png', 'webp'] as const)('may be a %s, and becomes a small JPEG', async (format) => {
    const large = await picture(1600, 1200).toFormat(format).toBuffer()
    const { format: kept, width, height } = await sharp(await drawn(large)).metadata()
    expect([kept, width, height]).toEqual(['jpeg', 600, 450])
  })

  it('lies on white where it is transparent', async () => {
    const clear = { width: 8, height: 8, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } as const
    const kept = await drawn(await sharp({ create: clear }).png().toBuffer())
    expect((await sharp(kept).raw().toBuffer())[0]).toBe(255)
  })

  it.each([
    ['nothing', async () => Buffer.alloc(0), 'empty'],
    ['a PDF', async () => buildPdf(), 'wrong kind'],
    ['an SVG', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'wrong kind'],
    ['a GIF', () => picture().gif().toBuffer(), 'wrong kind'],
    ['half a picture', async () => (await picture(64, 64).png().toBuffer()).subarray(0, 60), 'damaged'],
    [
      'a picture with a page behind it',
      async () => Buffer.concat([await picture().jpeg().toBuffer(), Buffer.from('<script >1</script>')]),
      'active',
    ],
  ])('is not %s', async (_, make, fault) => {
    expect(await checkFile(await make(), 'portrait')).toEqual({ ok: false, fault })
  })
})
