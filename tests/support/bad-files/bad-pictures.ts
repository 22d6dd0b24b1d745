import { deflateSync } from 'node:zlib'
import { bad, type BadFile, firstHalf } from './bad-file.ts'
import { buildPdf } from './pdf.ts'
import { claimSize, greyPng, picture, pngHead, pngOf, withSegment } from './pictures.ts'
import { buildZip } from './zip.ts'

function jpg(): Promise<Buffer> {
  return picture().jpeg().toBuffer()
}

function png(): Promise<Buffer> {
  return picture().png().toBuffer()
}

function noise() {
  return picture(320, 200, true)
}

function zip(): Buffer {
  return buildZip([{ name: 'a.class', content: 'a' }])
}

const page = Buffer.from('<html><script>alert(1)</script></html>')

async function behind(first: Promise<Buffer>, second: Buffer): Promise<Buffer> {
  return Buffer.concat([await first, second])
}

const floods: BadFile[] = [
  bad('png', 'too many pixels', '30,000 by 30,000 pixels, said and no more', () =>
    pngOf([pngHead(30_000, 30_000), ['IDAT', deflateSync(Buffer.alloc(1000))], ['IEND', Buffer.alloc(0)]]),
  ),
  bad('png', 'too many pixels', '10,000 by 10,000 pixels, really', () => greyPng(10_000, 10_000)),
  bad('png', 'too many pixels', '40,000,001 pixels', () => greyPng(40_000_001, 1)),
  bad('png', 'damaged', '4 billion pixels wide', () =>
    pngOf([pngHead(0xffffffff, 1), ['IEND', Buffer.alloc(0)]]),
  ),
  bad('png', 'damaged', 'no pixel', () => pngOf([pngHead(0, 0), ['IEND', Buffer.alloc(0)]])),
  bad('jpg', 'too many pixels', '30,000 by 30,000 pixels', async () =>
    claimSize(await jpg(), 30_000, 30_000),
  ),
  bad('jpg', 'too many pixels', '65,500 by 65,500 pixels', async () =>
    claimSize(await jpg(), 65_500, 65_500),
  ),
  bad('jpg', 'damaged', 'no pixel', async () => claimSize(await jpg(), 0, 0)),
]

const malformed: BadFile[] = [
  bad('png', 'damaged', 'cut in half', async () => firstHalf(await noise().png().toBuffer())),
  bad('jpg', 'damaged', 'cut in half', async () => firstHalf(await noise().jpeg().toBuffer())),
  bad('jpg', 'damaged', 'cut in half, progressive', async () =>
    firstHalf(await noise().jpeg({ progressive: true }).toBuffer()),
  ),
  bad('png', 'damaged', 'only its first bytes', async () => (await png()).subarray(0, 8)),
  bad('jpg', 'damaged', 'only its first bytes', async () => (await jpg()).subarray(0, 4)),
  bad('png', 'damaged', 'only its head', async () => (await png()).subarray(0, 33)),
  bad('png', 'damaged', 'a wrong check sum', async () => {
    const bytes = await noise().png().toBuffer()
    const at = Math.floor(bytes.length / 2)
    bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at)
    return bytes
  }),
  bad('png', 'damaged', 'pixels that do not unfold', () =>
    pngOf([pngHead(100, 100), ['IDAT', Buffer.from('no zlib')], ['IEND', Buffer.alloc(0)]]),
  ),
]

const twoFaced: BadFile[] = [
  bad('jpg', 'active', 'a zip behind', () => behind(jpg(), zip())),
  bad('png', 'active', 'a zip behind', () => behind(png(), zip())),
  bad('png', 'active', 'a page behind', () => behind(png(), page)),
  bad('jpg', 'active', 'a program behind', () => behind(jpg(), Buffer.from('4d5a900003000000', 'hex'))),
  bad('jpg', 'active', 'a pdf behind', () => behind(jpg(), buildPdf())),
  bad('jpg', 'active', 'a pdf in a comment', async () => withSegment(await jpg(), 0xfe, buildPdf())),
  bad('jpg', 'active', 'a script in a comment', async () =>
    withSegment(await jpg(), 0xfe, Buffer.from('<?php system($_GET[0]); ?>')),
  ),
  bad('png', 'active', 'a page in a text chunk', () =>
    greyPng(10, 10, [['tEXt', Buffer.concat([Buffer.from('Comment\0'), page])]]),
  ),
  bad('png', 'active', 'a zip whose comment is its end', async () => {
    const end = Buffer.alloc(22)
    end.writeUInt32LE(0x06054b50)
    return behind(png(), end)
  }),
]

const disguised: BadFile[] = [
  bad('png', 'wrong kind', 'svg', () =>
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
  ),
  bad('png', 'wrong kind', 'svg with a declaration', () =>
    Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'),
  ),
  bad('png', 'wrong kind', 'jpg', jpg),
  bad('jpg', 'wrong kind', 'png', png),
  bad('jpg', 'wrong kind', 'gif with an archive of Java behind', async () =>
    behind(picture().gif().toBuffer(), zip()),
  ),
  bad('jpg', 'wrong kind', 'tiff', () => picture().tiff().toBuffer()),
  bad('png', 'wrong kind', 'webp', () => picture().webp().toBuffer()),
  bad('jpg', 'wrong kind', 'avif', () => picture(64, 64).avif({ effort: 0 }).toBuffer()),
  bad('png', 'damaged', 'svg behind the first bytes of a png', () =>
    Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from('\n<!-- -->\n')]),
  ),
]

export const badPictures: BadFile[] = [...floods, ...malformed, ...twoFaced, ...disguised]
