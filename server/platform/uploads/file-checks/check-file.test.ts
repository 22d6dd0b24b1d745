import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { badFiles } from '#tests/support/bad-files/corpus.ts'
import { goodFiles, turnedPhoto } from '#tests/support/bad-files/good-files.ts'
import { picture } from '#tests/support/bad-files/pictures.ts'
import { checkFile } from './check-file.ts'

/** What is kept of a file. */
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

describe('a good file', () => {
  it.each(goodFiles)('$name is taken', async ({ kind, bytes }) => {
    const content = await bytes()
    const kept = await taken(content, kind)
    if (kind !== 'jpg' && kind !== 'png') expect(kept.equals(content)).toBe(true)
    else expect(await sharp(kept).stats()).toMatchObject({ channels: expect.any(Array) })
  })
})

describe('a picture that is kept', () => {
  it('stands upright and says nothing of where it was taken', async () => {
    const photo = await turnedPhoto()
    expect((await sharp(photo).metadata()).orientation).toBe(6)
    expect(photo.includes('Canary')).toBe(true)
    const bytes = await taken(photo, 'jpg')
    const { width, height, exif, orientation, icc, xmp } = await sharp(bytes).metadata()
    expect({ width, height, exif, orientation, xmp }).toEqual({ width: 32, height: 64 })
    expect(icc === undefined || !icc.includes('Canary')).toBe(true)
    expect(bytes.includes('Canary')).toBe(false)
    // What was at the top left lies at the top right once it is turned by a quarter.
    const pixels = await sharp(bytes).raw().toBuffer()
    const greenAt = (x: number, y: number) => pixels[(y * width + x) * 3 + 1]
    expect(greenAt(28, 4)).toBeLessThan(60)
    expect(greenAt(4, 4)).toBeGreaterThan(200)
  })

  it('keeps what is see-through, and its size in pixels', async () => {
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

  it('keeps nothing of where it was taken, and lies on white where it is transparent', async () => {
    expect((await taken(await turnedPhoto(), 'portrait')).includes('Canary')).toBe(false)
    const clear = { width: 8, height: 8, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } as const
    const kept = await taken(await sharp({ create: clear }).png().toBuffer(), 'portrait')
    expect((await sharp(kept).raw().toBuffer())[0]).toBe(255)
  })

  it.each([
    ['nothing', async () => Buffer.alloc(0), 'empty'],
    ['an SVG', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'wrong kind'],
    ['half a picture', async () => (await picture(64, 64).png().toBuffer()).subarray(0, 60), 'damaged'],
    ['a script too', async () => Buffer.concat([await picture().jpeg().toBuffer(), script]), 'active'],
  ])('is not %s', async (_, make, fault) => {
    expect(await checkFile(await make(), 'portrait')).toEqual({ ok: false, fault })
  })
})

const script = Buffer.from('<script >1</script>')
