import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { badFiles } from '#tests/support/bad-files/corpus.ts'
import { goodFiles, turnedPhoto } from '#tests/support/bad-files/good-files.ts'
import { picture } from '#tests/support/bad-files/pictures.ts'
import { checkFile } from './check-file.ts'

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
    const verdict = await checkFile(content, kind)
    expect(verdict).toMatchObject({ ok: true })
    if (!verdict.ok) return
    if (kind !== 'jpg' && kind !== 'png') expect(verdict.bytes.equals(content)).toBe(true)
    else expect(await sharp(verdict.bytes).stats()).toMatchObject({ channels: expect.any(Array) })
  })
})

describe('a picture that is kept', () => {
  it('stands upright and says nothing of where it was taken', async () => {
    const photo = await turnedPhoto()
    expect((await sharp(photo).metadata()).orientation).toBe(6)
    expect(photo.includes('Canary')).toBe(true)
    const verdict = await checkFile(photo, 'jpg')
    if (!verdict.ok) throw new Error(verdict.fault)
    const { width, height, exif, orientation, icc, xmp } = await sharp(verdict.bytes).metadata()
    expect({ width, height, exif, orientation, xmp }).toEqual({ width: 32, height: 64 })
    expect(icc === undefined || !icc.includes('Canary')).toBe(true)
    expect(verdict.bytes.includes('Canary')).toBe(false)
    // What was at the top left lies at the top right once it is turned by a quarter.
    const { data, info } = await sharp(verdict.bytes).raw().toBuffer({ resolveWithObject: true })
    const at = (x: number, y: number) => [
      ...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3),
    ]
    expect(at(28, 4)[1]).toBeLessThan(60)
    expect(at(4, 4)[1]).toBeGreaterThan(200)
  })

  it('keeps what is see-through, and its size in pixels', async () => {
    const see = goodFiles.find(({ name }) => name === 'png: see-through')
    const verdict = await checkFile(Buffer.from((await see?.bytes()) ?? ''), 'png')
    if (!verdict.ok) throw new Error(verdict.fault)
    expect(await sharp(verdict.bytes).metadata()).toMatchObject({ width: 320, height: 200, hasAlpha: true })
  })
})

describe('the picture of a person', () => {
  async function drawn(bytes: Buffer): Promise<Buffer> {
    const verdict = await checkFile(bytes, 'portrait')
    if (!verdict.ok) throw new Error(verdict.fault)
    return verdict.bytes
  }

  it.each(['jpeg', 'png', 'webp'] as const)('may be a %s, and becomes a small JPEG', async (format) => {
    const large = await picture(1600, 1200).toFormat(format).toBuffer()
    const { format: kept, width, height } = await sharp(await drawn(large)).metadata()
    expect([kept, width, height]).toEqual(['jpeg', 600, 450])
  })

  it('keeps nothing of where it was taken, and lies on white where it is transparent', async () => {
    expect((await drawn(await turnedPhoto())).includes('Canary')).toBe(false)
    const clear = { width: 8, height: 8, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } as const
    const kept = await drawn(await sharp({ create: clear }).png().toBuffer())
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
