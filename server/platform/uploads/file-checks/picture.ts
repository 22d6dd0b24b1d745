import sharp, { type Sharp } from 'sharp'
import { PICTURE_MAX_PIXELS } from '#contract/upload-limits.ts'
import type { FileVerdict } from './refused.ts'

// One picture at a time, so that many use no more memory than one.
sharp.concurrency(1)
sharp.cache(false)

type Format = 'jpeg' | 'png' | 'webp'

/** Optimised coding would keep the whole picture in memory and take twice the time, for a tenth fewer bytes. */
const jpegOptions = { quality: 85, optimiseCoding: false }
/** Pixels of the longer side of a portrait: enough for a passport photo in print. */
const LONGEST_SIDE = 600

/**
 * Re-encodes a picture from its pixels, so that nothing else is kept: no EXIF (where and when it was taken), no
 * comment, no trailing data. It is first turned as EXIF says.
 */
export async function cleanPicture(bytes: Buffer, kind: 'jpg' | 'png'): Promise<FileVerdict> {
  if (kind === 'png') return encodeAgain(bytes, 'png', (picture) => picture.png({ compressionLevel: 6 }))
  return encodeAgain(bytes, 'jpeg', (picture) => picture.jpeg(jpegOptions))
}

/**
 * Re-encodes a person's picture as a small JPEG. Its name does not give its kind: the specification sends every one
 * as profile_photo.png, and the one from the verification is a JPEG.
 */
export async function drawPortrait(bytes: Buffer): Promise<FileVerdict> {
  return encodeAgain(bytes, formatOf(bytes), (picture) =>
    picture
      .resize(LONGEST_SIDE, LONGEST_SIDE, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .jpeg(jpegOptions),
  )
}

async function encodeAgain(
  bytes: Buffer,
  wanted: Format | undefined,
  encode: (picture: Sharp) => Sharp,
): Promise<FileVerdict> {
  if (!wanted || formatOf(bytes) !== wanted) return { ok: false, fault: 'wrong kind' }
  const picture = sharp(bytes, { failOn: 'error', limitInputPixels: PICTURE_MAX_PIXELS, pages: 1 })
  try {
    const { width, height, format } = await picture.metadata()
    if (format !== wanted) return { ok: false, fault: 'wrong kind' }
    if (width * height > PICTURE_MAX_PIXELS) return { ok: false, fault: 'too many pixels' }
    return { ok: true, bytes: await encode(picture.autoOrient()).toBuffer() }
  } catch (error) {
    const tooMany = error instanceof Error && /pixel limit/.test(error.message)
    return { ok: false, fault: tooMany ? 'too many pixels' : 'damaged' }
  }
}

/** Returns the format that the first bytes give. */
function formatOf(bytes: Buffer): Format | undefined {
  const start = bytes.subarray(0, 12).toString('latin1')
  if (start.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  return /^RIFF[^]{4}WEBP$/.test(start) ? 'webp' : undefined
}
