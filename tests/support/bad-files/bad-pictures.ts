import { crc32, deflateRawSync, deflateSync } from 'node:zlib'
import type { FileFault } from '#server/platform/uploads/file-checks/refused.ts'
import { type BadFile, badDocx } from './bad-file.ts'
import { buildPdf } from './pdf.ts'
import { claimSize, greyPng, picture, pngHead, pngOf, withSegment } from './pictures.ts'
import { buildDocx, buildZip, docxParts, type ZipPart } from './zip.ts'

function jpg(): Promise<Buffer> {
  return picture().jpeg().toBuffer()
}

function png(): Promise<Buffer> {
  return picture().png().toBuffer()
}

function zip(): Buffer {
  return buildZip([{ name: 'a.class', content: 'a' }])
}

const page = Buffer.from('<html><script>alert(1)</script></html>')

function bad(kind: 'jpg' | 'png', name: string, fault: FileFault, bytes: BadFile['bytes']): BadFile {
  return { name: `${kind}: ${name}`, kind, fault, bytes }
}

async function behind(first: Promise<Buffer>, second: Buffer): Promise<Buffer> {
  return Buffer.concat([await first, second])
}

async function half(bytes: Promise<Buffer>): Promise<Buffer> {
  const whole = await bytes
  return whole.subarray(0, Math.floor(whole.length / 2))
}

const floods: BadFile[] = [
  bad('png', '30,000 by 30,000 pixels, said and no more', 'too many pixels', () =>
    pngOf([pngHead(30_000, 30_000), ['IDAT', deflateSync(Buffer.alloc(1000))], ['IEND', Buffer.alloc(0)]]),
  ),
  bad('png', '10,000 by 10,000 pixels, really', 'too many pixels', () => greyPng(10_000, 10_000)),
  bad('png', '40,000,001 pixels', 'too many pixels', () => greyPng(40_000_001, 1)),
  bad('png', '4 billion pixels wide', 'damaged', () =>
    pngOf([pngHead(0xffffffff, 1), ['IEND', Buffer.alloc(0)]]),
  ),
  bad('png', 'no pixel', 'damaged', () => pngOf([pngHead(0, 0), ['IEND', Buffer.alloc(0)]])),
  bad('jpg', '30,000 by 30,000 pixels', 'too many pixels', async () =>
    claimSize(await jpg(), 30_000, 30_000),
  ),
  bad('jpg', '65,500 by 65,500 pixels', 'too many pixels', async () =>
    claimSize(await jpg(), 65_500, 65_500),
  ),
  bad('jpg', 'no pixel', 'damaged', async () => claimSize(await jpg(), 0, 0)),
]

const malformed: BadFile[] = [
  bad('png', 'cut in half', 'damaged', () => half(picture(320, 200, true).png().toBuffer())),
  bad('jpg', 'cut in half', 'damaged', () => half(picture(320, 200, true).jpeg().toBuffer())),
  bad('jpg', 'cut in half, progressive', 'damaged', () =>
    half(picture(320, 200, true).jpeg({ progressive: true }).toBuffer()),
  ),
  bad('png', 'only its first bytes', 'damaged', async () => (await png()).subarray(0, 8)),
  bad('jpg', 'only its first bytes', 'damaged', async () => (await jpg()).subarray(0, 4)),
  bad('png', 'only its head', 'damaged', async () => (await png()).subarray(0, 33)),
  bad('png', 'a wrong check sum', 'damaged', async () => {
    const bytes = await picture(320, 200, true).png().toBuffer()
    const at = Math.floor(bytes.length / 2)
    bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at)
    return bytes
  }),
  bad('png', 'pixels that do not unfold', 'damaged', () =>
    pngOf([pngHead(100, 100), ['IDAT', Buffer.from('no zlib')], ['IEND', Buffer.alloc(0)]]),
  ),
]

const twoFaced: BadFile[] = [
  bad('jpg', 'a zip behind', 'active', () => behind(jpg(), zip())),
  bad('png', 'a zip behind', 'active', () => behind(png(), zip())),
  bad('png', 'a page behind', 'active', () => behind(png(), page)),
  bad('jpg', 'a program behind', 'active', () => behind(jpg(), Buffer.from('4d5a900003000000', 'hex'))),
  bad('jpg', 'a pdf behind', 'active', () => behind(jpg(), buildPdf())),
  bad('jpg', 'a pdf in a comment', 'active', async () => withSegment(await jpg(), 0xfe, buildPdf())),
  bad('jpg', 'a script in a comment', 'active', async () =>
    withSegment(await jpg(), 0xfe, Buffer.from('<?php system($_GET[0]); ?>')),
  ),
  bad('png', 'a page in a text chunk', 'active', () =>
    greyPng(10, 10, [['tEXt', Buffer.concat([Buffer.from('Comment\0'), page])]]),
  ),
  bad('png', 'a zip whose comment is its end', 'active', async () => {
    const end = Buffer.alloc(22)
    end.writeUInt32LE(0x06054b50)
    return behind(png(), end)
  }),
]

const disguised: BadFile[] = [
  bad('png', 'svg', 'wrong kind', () =>
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
  ),
  bad('png', 'svg with a declaration', 'wrong kind', () =>
    Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'),
  ),
  bad('png', 'jpg', 'wrong kind', jpg),
  bad('jpg', 'png', 'wrong kind', png),
  bad('jpg', 'gif with an archive of Java behind', 'wrong kind', async () =>
    behind(picture().gif().toBuffer(), zip()),
  ),
  bad('jpg', 'tiff', 'wrong kind', () => picture().tiff().toBuffer()),
  bad('png', 'webp', 'wrong kind', () => picture().webp().toBuffer()),
  bad('jpg', 'avif', 'wrong kind', () => picture(64, 64).avif({ effort: 0 }).toBuffer()),
  bad('png', 'svg behind the first bytes of a png', 'damaged', () =>
    Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from('\n<!-- -->\n')]),
  ),
]

export const badPictures: readonly BadFile[] = [...floods, ...malformed, ...twoFaced, ...disguised]

const MB = 1024 * 1024

/** Documents that unfold to more than they should. */
export const bombs: readonly BadFile[] = [
  badDocx('one part of 80 MB', 'damaged', () => buildDocx([zeros('word/a.xml', 80)])),
  badDocx('sixty parts of 4 MB', 'damaged', () =>
    buildDocx(
      Array<ZipPart>(60)
        .fill(zeros('', 4))
        .map((part, at) => ({ ...part, name: `word/media/${at}.xml` })),
    ),
  ),
  badDocx('small, ratio 1,000', 'damaged', () => buildDocx([zeros('word/media/a.xml', 8)])),
  badDocx('a part that claims 10 bytes and unfolds to 60 MB', 'damaged', () =>
    buildDocx([{ ...zeros('word/media/a.xml', 60), claimedSize: 10 }]),
  ),
  badDocx('a part that claims 4 GB', 'damaged', () =>
    buildDocx([{ name: 'word/a.xml', content: 'x', claimedSize: 0xfffffffe }]),
  ),
  badDocx('a zip within', 'damaged', () => nested(3)),
  badDocx('500 entries that share their bytes', 'damaged', () => overlapping(500)),
  badDocx('an entry that is the zip itself', 'damaged', quine),
  badDocx('10,000 entries', 'damaged', () =>
    buildDocx(
      Array.from({ length: 10_000 }, (_, at) => ({ name: `word/${at}.xml`, content: 'x', stored: true })),
    ),
  ),
]

/** So much of nothing, packed here, so that it is done once for many. */
function zeros(name: string, megabytes: number): ZipPart {
  const content = Buffer.alloc(megabytes * MB)
  const [packed, sum, claimedSize] = [deflateRawSync(content), crc32(content), content.length]
  return { name, content: '', packed, sum, claimedSize }
}

function nested(depth: number): Buffer {
  let inner = buildZip([zeros('0.bin', 10)])
  for (let level = 0; level < depth; level += 1) {
    inner = buildZip(
      Array.from({ length: 5 }, (_, at) => ({ name: `${at}.zip`, content: inner, stored: true })),
    )
  }
  return buildDocx([{ name: 'word/media/image1.xml', content: inner, stored: true }])
}

function overlapping(count: number): Buffer {
  const kernel = { name: 'word/media/0.xml', content: Buffer.alloc(64 * 1024) }
  const own = docxParts()
  const offset = buildZip(own).indexOf('504b0102', 0, 'hex')
  const more = Array.from({ length: count }, (_, at) => ({
    ...kernel,
    name: `word/media/${at}.xml`,
    offset,
    directoryOnly: at > 0,
  }))
  return buildZip([...own, ...more])
}

function quine(): Buffer {
  const own = docxParts()
  const packed = deflateRawSync(buildZip(own))
  return buildZip([
    ...own,
    { name: 'word/media/self.xml', content: 'x', packed, offset: 0, directoryOnly: true },
  ])
}
