import sharp from 'sharp'
import { PICTURE_MAX_PIXELS } from '#contract/schemas/documents.ts'
import type { FileVerdict } from './check-file.ts'
import { hidesAnother } from './picture.ts'

/** Pixels of its longer side: enough for a passport photo in print, little enough to go along with a record. */
const LONGEST_SIDE = 600
const jpegOptions = { quality: 85, optimiseCoding: false }

/**
 * Draws a person's picture anew as a small JPEG. Its name says nothing of its kind: the specification sends every one
 * as profile_photo.png, and the one from the verification is a JPEG.
 */
export async function drawPortrait(bytes: Buffer): Promise<FileVerdict> {
  const kind = kindOf(bytes)
  if (!kind) return { ok: false, fault: 'wrong kind' }
  if (hidesAnother(bytes, kind === 'png' ? 'png' : 'jpg')) return { ok: false, fault: 'active' }
  const picture = sharp(bytes, { failOn: 'error', limitInputPixels: PICTURE_MAX_PIXELS, pages: 1 })
  try {
    const { width, height, format } = await picture.metadata()
    if (format !== kind) return { ok: false, fault: 'wrong kind' }
    if (width * height > PICTURE_MAX_PIXELS) return { ok: false, fault: 'too many pixels' }
    const drawn = picture
      .autoOrient()
      .resize(LONGEST_SIDE, LONGEST_SIDE, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .jpeg(jpegOptions)
    return { ok: true, bytes: await drawn.toBuffer() }
  } catch (error) {
    const tooMany = error instanceof Error && /pixel limit/.test(error.message)
    return { ok: false, fault: tooMany ? 'too many pixels' : 'damaged' }
  }
}

/** What the first bytes say it is. */
function kindOf(bytes: Buffer): 'jpeg' | 'png' | 'webp' | undefined {
  const start = bytes.subarray(0, 12).toString('latin1')
  if (start.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  return /^RIFF[^]{4}WEBP$/.test(start) ? 'webp' : undefined
}
