/** The side of a square picture at most, in pixels. */
const SIDE = 512

/** The largest square in a picture's middle, and the side it is drawn at: never larger than it was. */
export function centredSquare({ width, height }: { width: number; height: number }) {
  const side = Math.min(width, height)
  return {
    x: Math.floor((width - side) / 2),
    y: Math.floor((height - side) / 2),
    side,
    drawn: Math.min(side, SIDE),
  }
}

/** The middle of a picture as a square PNG, or undefined where this browser cannot read it. */
export async function squarePng(picture: Blob): Promise<Blob | undefined> {
  try {
    const bitmap = await createImageBitmap(picture)
    const { x, y, side, drawn } = centredSquare(bitmap)
    const canvas = document.createElement('canvas')
    canvas.width = canvas.height = drawn
    const context = canvas.getContext('2d')
    if (!context) return undefined
    // What was transparent becomes paper: the picture is printed on it.
    context.fillStyle = '#fff'
    context.fillRect(0, 0, drawn, drawn)
    context.imageSmoothingQuality = 'high'
    context.drawImage(bitmap, x, y, side, side, 0, 0, drawn, drawn)
    bitmap.close()
    return await new Promise((resolve) => canvas.toBlob((blob) => resolve(blob ?? undefined), 'image/png'))
  } catch {
    return undefined
  }
}

/** A picture as an address that an image can show and a draft can hold. */
export function dataUrlOf(picture: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(new Error('The picture could not be read.'))
    reader.readAsDataURL(picture)
  })
}

const pictureStarts: [start: string, type: string][] = [
  ['iVBORw0KGgo', 'image/png'],
  ['/9j/', 'image/jpeg'],
  ['UklGR', 'image/webp'],
]

/** The same for a picture in base64 without a prefix; undefined where it is none that a browser shows. */
export function dataUrlOfBase64(base64: string): string | undefined {
  const found = pictureStarts.find(([start]) => base64.startsWith(start))
  return found && `data:${found[1]};base64,${base64}`
}

/** The picture that such an address holds, or undefined where it holds none. */
export function pictureIn(dataUrl: string): Blob | undefined {
  const [, type, base64] = /^data:(image\/\w+);base64,(.+)$/.exec(dataUrl) ?? []
  if (!type || !base64) return undefined
  try {
    return new Blob([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))], { type })
  } catch {
    return undefined
  }
}
