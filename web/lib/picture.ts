/** The longer side of a picture that was made smaller, in pixels: a page of text in it can still be read. */
const LONGER_SIDE = 2500
const QUALITY = 0.85

/** A picture as a JPEG of moderate size, or undefined where this browser cannot read it. */
export async function asSmallJpeg(file: File): Promise<File | undefined> {
  try {
    const bitmap = await createImageBitmap(file)
    const blob = await toJpeg(bitmap)
    bitmap.close()
    return new File([blob], `${file.name.replace(/\.[^.]*$/, '')}.jpg`, { type: 'image/jpeg' })
  } catch {
    return undefined
  }
}

async function toJpeg(bitmap: ImageBitmap): Promise<Blob> {
  const scale = Math.min(1, LONGER_SIDE / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(bitmap.width * scale)
  canvas.height = Math.round(bitmap.height * scale)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas')
  // A JPEG has no transparency; what was transparent becomes paper, not black.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no JPEG'))), 'image/jpeg', QUALITY)
  })
}
