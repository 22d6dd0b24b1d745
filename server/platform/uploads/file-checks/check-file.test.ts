import sharp from 'sharp'
import { describe, expect, it, test } from 'vitest'
import { badFiles } from '#tests/support/bad-files/corpus.ts'
import { goodFiles, turnedPhoto } from '#tests/support/bad-files/good-files.ts'
import { checkFile } from './check-file.ts'

test('the corpus has names of its own and is large enough', () => {
  expect(badFiles.map(({ name }) => name).filter((name, at, all) => all.indexOf(name) !== at)).toEqual([])
  expect(badFiles.length).toBeGreaterThan(70)
  expect(new Set(goodFiles.map(({ name }) => name)).size).toBe(goodFiles.length)
})

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
