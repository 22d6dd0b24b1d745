/** A photographed page: a JPEG and its size in pixels. */
export interface PhotographedPage {
  jpeg: Uint8Array<ArrayBuffer>
  width: number
  height: number
}

/** A page of A4 in points, and its margin. */
const PAPER = { width: 595, height: 842, margin: 18 }
/** The longer side of a page in pixels: small print stays readable, and ten pages fit into an upload. */
const LONGER_SIDE = 1800

/** Adds pictures to the earlier pages and makes one PDF of all; throws if this browser cannot read one of them. */
export async function addPages(
  before: readonly PhotographedPage[],
  pictures: readonly File[],
): Promise<{ pages: PhotographedPage[]; file: File }> {
  const added: PhotographedPage[] = []
  for (const picture of pictures) {
    const { blob, width, height } = await asJpeg(picture, LONGER_SIDE)
    added.push({ jpeg: new Uint8Array(await blob.arrayBuffer()), width, height })
  }
  const pages = [...before, ...added]
  return { pages, file: new File([pdfOf(pages)], 'resume.pdf', { type: 'application/pdf' }) }
}

/** Returns a PDF of JPEGs, each on its own page in its orientation (ISO 32000-1, 7.5 and 8.9). */
export function pdfOf(pages: readonly PhotographedPage[]): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array<ArrayBuffer>[] = []
  const offsets: number[] = []
  let length = 0
  function write(part: string | Uint8Array<ArrayBuffer>) {
    const bytes = typeof part === 'string' ? new TextEncoder().encode(part) : part
    parts.push(bytes)
    length += bytes.length
  }
  function object(dictionary: string, stream?: string | Uint8Array<ArrayBuffer>) {
    offsets.push(length)
    const size = stream === undefined ? '' : ` /Length ${stream.length}`
    write(`${offsets.length} 0 obj\n<< ${dictionary}${size} >>\n`)
    if (stream !== undefined) [`stream\n`, stream, '\nendstream\n'].forEach(write)
    write('endobj\n')
  }
  // The catalog and the page tree come first, then three objects for each page.
  const first = (at: number) => 3 + at * 3
  write('%PDF-1.4\n')
  object('/Type /Catalog /Pages 2 0 R')
  object(`/Type /Pages /Count ${pages.length} /Kids [${pages.map((_, at) => `${first(at)} 0 R`).join(' ')}]`)
  for (const [at, { jpeg, width, height }] of pages.entries()) {
    const isUpright = height >= width
    const [across, up] = isUpright ? [PAPER.width, PAPER.height] : [PAPER.height, PAPER.width]
    const scale = Math.min((across - 2 * PAPER.margin) / width, (up - 2 * PAPER.margin) / height)
    const [wide, high] = [width * scale, height * scale].map(Math.round) as [number, number]
    const place = `q ${wide} 0 0 ${high} ${Math.round((across - wide) / 2)} ${Math.round((up - high) / 2)} cm /P Do Q`
    const [contents, picture] = [first(at) + 1, first(at) + 2]
    object(
      `/Type /Page /Parent 2 0 R /MediaBox [0 0 ${across} ${up}] /Contents ${contents} 0 R /Resources << /XObject << /P ${picture} 0 R >> >>`,
    )
    object('', place)
    object(
      `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode`,
      jpeg,
    )
  }
  const start = length
  const lines = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`)
  write(`xref\n0 ${offsets.length + 1}\n0000000000 65535 f \n${lines.join('')}`)
  write(`trailer\n<< /Size ${offsets.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`)
  const whole = new Uint8Array(length)
  let end = 0
  for (const part of parts) {
    whole.set(part, end)
    end += part.length
  }
  return whole
}

/** The longer side of a reduced picture in pixels; a page of text in it stays readable. */
const PICTURE_SIDE = 2500
const QUALITY = 0.85

/** Returns a picture as a JPEG of moderate size; throws if this browser cannot read it. */
export async function asSmallJpeg(file: File): Promise<File> {
  const { blob } = await asJpeg(file, PICTURE_SIDE)
  return new File([blob], `${file.name.replace(/\.[^.]*$/, '')}.jpg`, { type: 'image/jpeg' })
}

/** Returns a picture as a JPEG of limited size; throws if this browser cannot read it. */
async function asJpeg(
  file: File,
  longerSide: number,
): Promise<{ blob: Blob; width: number; height: number }> {
  const bitmap = await createImageBitmap(file)
  const scale = Math.min(1, longerSide / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(bitmap.width * scale)
  canvas.height = Math.round(bitmap.height * scale)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas')
  // A JPEG has no transparency, so transparent parts become white and not black.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  const blob = await new Promise<Blob>((resolve, reject) => {
    canvas.toBlob((made) => (made ? resolve(made) : reject(new Error('no JPEG'))), 'image/jpeg', QUALITY)
  })
  return { blob, width: canvas.width, height: canvas.height }
}
