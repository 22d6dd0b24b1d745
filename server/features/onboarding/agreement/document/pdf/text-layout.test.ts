import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import type { AgreementText } from '#contract/schemas/agreements.ts'
import { hasPdfTools, pdfWords, tool, withPdf } from '#tests/support/pdf-tools.ts'
import { factsFor } from '#tests/support/agreement.ts'
import { makeAgreement, makePdf } from './make-pdf.ts'

/** A title is bold. */
const fonts = {
  devanagari: '@expo-google-fonts/noto-sans-devanagari/700Bold/NotoSansDevanagari_700Bold.ttf',
  gujarati: '@expo-google-fonts/noto-sans-gujarati/700Bold/NotoSansGujarati_700Bold.ttf',
}
/** Dots an inch, and the size of a title in points. */
const RESOLUTION = 300
const SIZE = 20

interface Ink {
  width: number
  height: number
  dark(x: number, y: number): number
}

/** What is dark in a picture, without the white around it. */
async function inkOf(file: Buffer): Promise<Ink> {
  const picture = sharp(file).flatten({ background: '#fff' }).greyscale().trim({ threshold: 60 })
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true })
  const { width, height } = info
  return { width, height, dark: (x, y) => (x < width && y < height ? 255 - (data[y * width + x] ?? 255) : 0) }
}

/** The share of the ink of two pictures that is in one alone. */
function difference(one: Ink, other: Ink): number {
  let apart = 0
  let all = 0
  for (let y = 0; y < Math.max(one.height, other.height); y += 1) {
    for (let x = 0; x < Math.max(one.width, other.width); x += 1) {
      apart += Math.abs(one.dark(x, y) - other.dark(x, y))
      all += one.dark(x, y) + other.dark(x, y)
    }
  }
  return apart / all
}

async function pageInk(title: string): Promise<Ink> {
  const text: AgreementText = { version: '2026-11-20', language: 'en-IN', title, summary: [], sections: [] }
  const pdf = await makePdf(text, { createdAt: 0, reference: '', photo: undefined })
  return withPicture(pdf, (folder) => {
    const only = ['-x', '0', '-y', '0', '-W', '2480', '-H', '420']
    const file = join(folder, 'file.pdf')
    tool(
      'pdftoppm',
      '-r',
      String(RESOLUTION),
      '-gray',
      '-png',
      ...only,
      '-singlefile',
      file,
      join(folder, 'ink'),
    )
  })
}

function harfbuzzInk(text: string, script: keyof typeof fonts): Promise<Ink> {
  const font = fileURLToPath(import.meta.resolve(fonts[script]))
  const size = (SIZE * RESOLUTION) / 72
  return withPicture(new Uint8Array(), (folder) => {
    const out = ['--output-format=png', `--output-file=${join(folder, 'ink.png')}`]
    tool('hb-view', `--font-file=${font}`, `--font-size=${size}`, '--margin=20', ...out, `--text=${text}`)
  })
}

function withPicture(pdf: Uint8Array, draw: (folder: string) => void): Promise<Ink> {
  const picture = withPdf(pdf, (folder) => {
    draw(folder)
    return readFileSync(join(folder, 'ink.png'))
  })
  return inkOf(picture)
}

const names: [keyof typeof fonts, string][] = [
  ['devanagari', 'कृष्णा श्रीवास्तव'],
  ['devanagari', 'त्र्यम्बक मृत्युञ्जय द्विवेदी'],
  ['devanagari', 'अर्जुन विश्वकर्मा'],
  ['devanagari', 'फ़िरोज़ ज्ञानेन्द्र'],
  ['gujarati', 'જ્યોત્સ્ના દ્વારકાધીશ ત્રિવેદી'],
  ['gujarati', 'કૃષ્ણા પ્રજ્ઞા ઉર્વશી'],
  ['gujarati', 'હિમ્મતસિંહ બ્રહ્મભટ્ટ'],
  ['gujarati', 'અંબાલાલ આંજણા'],
]

describe.skipIf(!hasPdfTools)('a name in an Indian script', () => {
  it.each(names)('is drawn on the page as HarfBuzz draws it (%s): %s', async (script, name) => {
    const [ours, theirs] = await Promise.all([pageInk(name), harfbuzzInk(name, script)])
    expect(Math.abs(ours.width - theirs.width)).toBeLessThanOrEqual(2)
    expect(Math.abs(ours.height - theirs.height)).toBeLessThanOrEqual(2)
    // The edges of letters are smoothed in two ways; that alone is about a twentieth.
    expect(difference(ours, theirs)).toBeLessThan(0.1)
  })

  it('would be seen to be drawn wrong: letters that were not joined differ by far more', async () => {
    const joined = await harfbuzzInk('श्रीवास्तव', 'devanagari')
    expect(difference(await pageInk('श\u200cरीवासतव'), joined)).toBeGreaterThan(0.3)
  })

  it.each(names)('is found and copied as it was written (%s): %s', async (_, name) => {
    const { pdf } = await makeAgreement(factsFor(`${name} One ${name}`))
    expect(pdfWords(pdf)).toContain(`Name ${name} One ${name}`)
  })
})
