import sharp from 'sharp'
import { PICTURE_MAX_PIXELS } from '#contract/schemas/documents.ts'
import type { FileVerdict } from './check-file.ts'
import { endsAsZip, spellsAnother } from './other-kinds.ts'

// One picture at a time keeps the memory of a flood of them to that of one.
sharp.concurrency(1)
sharp.cache(false)

const magic = {
  jpg: Buffer.from('ffd8ff', 'hex'),
  png: Buffer.from('89504e470d0a1a0a', 'hex'),
}
const format = { jpg: 'jpeg', png: 'png' } as const

/** Best codes for a picture's own values take it whole in memory and twice the time, and spare a tenth of its bytes. */
const jpegOptions = { quality: 85, optimiseCoding: false }

/**
 * Draws a picture anew from its pixels, so that nothing else of the file is kept: no EXIF (where and when it was
 * taken), no comment, nothing behind its end. Turned the way EXIF says before that is dropped.
 */
export async function cleanPicture(bytes: Buffer, kind: 'jpg' | 'png'): Promise<FileVerdict> {
  if (!bytes.subarray(0, magic[kind].length).equals(magic[kind])) return { ok: false, fault: 'wrong kind' }
  if (hidesAnother(bytes, kind)) return { ok: false, fault: 'active' }
  const picture = sharp(bytes, { failOn: 'error', limitInputPixels: PICTURE_MAX_PIXELS, pages: 1 })
  try {
    const { width, height, format: found } = await picture.metadata()
    if (found !== format[kind]) return { ok: false, fault: 'wrong kind' }
    if (width * height > PICTURE_MAX_PIXELS) return { ok: false, fault: 'too many pixels' }
    const turned = picture.autoOrient()
    const drawn = kind === 'jpg' ? turned.jpeg(jpegOptions) : turned.png({ compressionLevel: 6 })
    return { ok: true, bytes: await drawn.toBuffer() }
  } catch (error) {
    const tooMany = error instanceof Error && /pixel limit/.test(error.message)
    return { ok: false, fault: tooMany ? 'too many pixels' : 'damaged' }
  }
}

/** Where another file could stand in a picture that still opens: before its pixels, or behind its end. */
const COMMENTS_BYTES = 64 * 1024

// Cameras write things of their own behind a picture's end, so that alone is no fault; another file there is. The first
// end may be that of a preview: then more is looked at than need be.
export function hidesAnother(bytes: Buffer, kind: 'jpg' | 'png'): boolean {
  const end = bytes.indexOf(kind === 'jpg' ? Buffer.from('ffd9', 'hex') : Buffer.from('IEND'))
  const behind = end < 0 ? bytes.subarray(0, 0) : bytes.subarray(end)
  return endsAsZip(bytes) || spellsAnother(behind) || spellsAnother(bytes.subarray(0, COMMENTS_BYTES))
}
