import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { cardCut, cutCount } from '#web/art/card-cuts.ts'
import { icon, sharingPicture } from '#web/art/mark.ts'
import { aboutBand, aboutBandTall, servicesBand, servicesBandTall } from '#web/art/bands.ts'
import { heroTall, heroWide } from '#web/art/scenes.ts'
import type { Size } from '#web/art/scenes.ts'
import { addGrain } from './art-grain.ts'

const root = path.dirname(import.meta.dirname)
const drawings = path.join(root, 'web/art')
const made = path.join(root, '.cache/art')
/** Pictures that pages import, so that their names are hashed. */
const pictureFolder = path.join(made, 'pictures')
/** Files whose address is fixed; Astro's public folder. */
const publicFolder = path.join(made, 'public')
const stampFile = path.join(made, 'sources.txt')

interface Picture {
  name: string
  size: Size
  draw: (size: Size) => string
  /** AVIF quality; the fallbacks follow it. */
  quality: number
}

const pictures: Picture[] = [
  { name: 'hero-wide', size: { width: 1920, height: 1080 }, draw: heroWide, quality: 56 },
  { name: 'hero-tall', size: { width: 780, height: 1560 }, draw: heroTall, quality: 54 },
  { name: 'services-wide', size: { width: 1920, height: 640 }, draw: servicesBand, quality: 54 },
  { name: 'services-tall', size: { width: 1000, height: 700 }, draw: servicesBandTall, quality: 52 },
  { name: 'about-wide', size: { width: 1920, height: 640 }, draw: aboutBand, quality: 54 },
  { name: 'about-tall', size: { width: 1000, height: 700 }, draw: aboutBandTall, quality: 52 },
]

const cell: Size = { width: 480, height: 360 }

async function sourcesHash(): Promise<string> {
  const files = (await readdir(drawings))
    .filter((name) => name.endsWith('.ts'))
    .map((name) => path.join(drawings, name))
  const scripts = ['art.ts', 'art-grain.ts'].map((name) => path.join(import.meta.dirname, name))
  const hash = createHash('sha256').update(sharp.versions.sharp ?? '')
  for (const file of [...files.sort(), ...scripts]) hash.update(await readFile(file))
  return hash.digest('hex')
}

async function writeFormats(name: string, pixels: Sharp, quality: number): Promise<void> {
  const target = (format: string) => path.join(pictureFolder, `${name}.${format}`)
  await pixels.clone().avif({ quality, effort: 4 }).toFile(target('avif'))
  await pixels
    .clone()
    .webp({ quality: quality + 12, effort: 4 })
    .toFile(target('webp'))
}

async function makePictures(): Promise<void> {
  for (const { name, size, draw, quality } of pictures) {
    await writeFormats(name, await addGrain(sharp(Buffer.from(draw(size))), size), quality)
  }
}

async function makeCardSprite(): Promise<void> {
  const cells = await Promise.all(
    Array.from({ length: cutCount }, async (_, index) => ({
      input: await sharp(Buffer.from(cardCut(index, cell)))
        .png()
        .toBuffer(),
      left: index * cell.width,
      top: 0,
    })),
  )
  const size = { width: cell.width * cutCount, height: cell.height }
  const empty = sharp({ create: { ...size, channels: 3, background: '#000000' } })
  const sprite = sharp(await empty.composite(cells).png().toBuffer())
  await writeFormats('cards', await addGrain(sprite, size), 40)
}

async function makeSharingPicture(): Promise<void> {
  const size = { width: 1200, height: 630 }
  const pixels = await addGrain(sharp(Buffer.from(sharingPicture(size))), size)
  await pixels.jpeg({ quality: 82, mozjpeg: true }).toFile(path.join(publicFolder, 'share.jpg'))
}

async function makeIcons(): Promise<void> {
  const folder = path.join(publicFolder, 'icons')
  await mkdir(folder, { recursive: true })
  await writeFile(path.join(publicFolder, 'favicon.svg'), icon(32, 7))
  for (const [size, round] of [
    [16, 7],
    [32, 7],
    [180, 0],
    [192, 7],
    [512, 0],
  ] as const) {
    const drawing = Buffer.from(icon(size, round))
    await sharp(drawing)
      .png({ compressionLevel: 9, palette: size > 32 })
      .toFile(path.join(folder, `icon-${size}.png`))
  }
}

/** Draws every picture of the site into `.cache/art`, unless their sources are as they were. */
export async function makeArt(): Promise<void> {
  const hash = await sourcesHash()
  if (existsSync(stampFile) && (await readFile(stampFile, 'utf8')) === hash) return
  await rm(made, { recursive: true, force: true })
  await mkdir(pictureFolder, { recursive: true })
  await mkdir(publicFolder, { recursive: true })
  await makePictures()
  await makeCardSprite()
  await makeSharingPicture()
  await makeIcons()
  await writeFile(stampFile, hash)
}
