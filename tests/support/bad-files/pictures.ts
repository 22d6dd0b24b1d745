import { crc32, deflateSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'

const PNG_MAGIC = Buffer.from('89504e470d0a1a0a', 'hex')

/** A PNG of these chunks, in order, each with its right check sum. */
export function pngOf(chunks: readonly (readonly [type: string, content: Buffer])[]): Buffer {
  const written = chunks.map(([type, content]) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), content])
    const length = Buffer.alloc(4)
    length.writeUInt32BE(content.length)
    const sum = Buffer.alloc(4)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, sum])
  })
  return Buffer.concat([PNG_MAGIC, ...written])
}

/** The head of a PNG: 8 bits, and 2 for colour or 0 for grey. */
export function pngHead(width: number, height: number, colour: 0 | 2 = 2): [string, Buffer] {
  const bytes = Buffer.alloc(13)
  bytes.writeUInt32BE(width, 0)
  bytes.writeUInt32BE(height, 4)
  bytes.set([8, colour, 0, 0, 0], 8)
  return ['IHDR', bytes]
}

/** A grey PNG of one shade, honest about its size. */
export function greyPng(width: number, height: number, more: readonly [string, Buffer][] = []): Buffer {
  const pixels = deflateSync(Buffer.alloc((width + 1) * height, 0))
  return pngOf([pngHead(width, height, 0), ...more, ['IDAT', pixels], ['IEND', Buffer.alloc(0)]])
}

/** A picture with something on it; noise makes it large. */
export function picture(width = 320, height = 200, noise = false): Sharp {
  return sharp({
    create: {
      width,
      height,
      channels: 3,
      background: { r: 200, g: 40, b: 40 },
      ...(noise ? { noise: { type: 'gaussian', mean: 128, sigma: 40 } } : {}),
    },
  })
}

/** A segment put behind a JPEG's first two bytes: its marker's second byte and its content. */
export function withSegment(jpg: Buffer, marker: number, content: Buffer): Buffer {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(content.length + 2)
  return Buffer.concat([jpg.subarray(0, 2), Buffer.from([0xff, marker]), length, content, jpg.subarray(2)])
}

/** The same JPEG with another size in its frame header (marker C0 or C2). */
export function claimSize(jpg: Buffer, width: number, height: number): Buffer {
  const bytes = Buffer.from(jpg)
  const frame = [0xc0, 0xc2]
    .map((marker) => bytes.indexOf(Buffer.from([0xff, marker, 0, 0x11])))
    .find((at) => at > 0)
  if (frame === undefined) throw new Error('no frame header')
  bytes.writeUInt16BE(height, frame + 5)
  bytes.writeUInt16BE(width, frame + 7)
  return bytes
}
