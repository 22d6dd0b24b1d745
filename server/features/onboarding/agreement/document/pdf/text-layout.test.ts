import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import sharp from 'sharp'
import { defaultLanguage, languageCodes, languages } from '#contract/messages/languages.ts'
import type { AgreementText } from '#contract/schemas/agreements.ts'
import { agreementTextOf } from '#server/features/onboarding/agreement/document/agreement-text.ts'
import { dictionaries } from '#server/platform/requested-language.ts'
import { acceptedFacts, factsFor } from '#tests/support/agreement.ts'
import { hasPdfTools, pdfWords, tool, withPdf } from '#tests/support/pdf-tools.ts'
import { breakLines, fontFiles, type FontName, openFont, type TextStyle } from './text-layout.ts'
import { stylesIn } from './sheet.ts'
import { makeAgreement, makePdf } from './make-pdf.ts'

/** A glyph's number, its advance and its place. */
type Placed = readonly [id: number, advance: number, x: number, y: number]

/** Every text within a tree of texts. */
function textsIn(tree: unknown): string[] {
  if (typeof tree === 'string') return [tree]
  return tree !== null && typeof tree === 'object' ? Object.values(tree).flatMap(textsIn) : []
}

/** The stretches of these texts that are set in each font. */
function stretchesIn(texts: readonly string[], style: TextStyle): Map<FontName, Set<string>> {
  const found = new Map<FontName, Set<string>>()
  const room = { width: Infinity, measure: () => 0 }
  for (const { font, text } of texts.flatMap((each) => breakLines(each, style, room)).flat()) {
    const shown = text.trimEnd()
    // A space alone, such as one between two scripts, has nothing to be compared.
    if (shown !== '') found.set(font, (found.get(font) ?? new Set()).add(shown))
  }
  return found
}

/** As pdfkit has it: word by word, each with the space behind it. */
function ours(font: FontName, text: string): Placed[] {
  return text.split(/(?<= )/).flatMap((word) => {
    const { glyphs, positions } = openFont(font).layout(word)
    return glyphs.map(({ id }, index) => {
      const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[index] ?? {}
      return [id, xAdvance, xOffset, yOffset] as const
    })
  })
}

/** As HarfBuzz has whole stretches, each on a line of a file. */
function theirs(font: FontName, texts: readonly string[]): Placed[][] {
  const folder = mkdtempSync(join(tmpdir(), 'test-shapes-'))
  try {
    const file = join(folder, 'texts')
    writeFileSync(file, texts.join('\n'))
    const path = fileURLToPath(import.meta.resolve(fontFiles[font]))
    const how = ['--output-format=json', '--no-glyph-names', '--no-clusters']
    const said = tool('hb-shape', ...how, `--font-file=${path}`, `--text-file=${file}`)
    const shaped = said
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, number>[])
    return shaped.map((run) => run.map(({ g = 0, ax = 0, dx = 0, dy = 0 }) => [g, ax, dx, dy] as const))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** How far the ink of a text reaches above and below its baseline, together, in em. */
function inkHeight(font: FontName, text: string): number {
  const { unitsPerEm } = openFont(font)
  const edges = openFont(font)
    .layout(text)
    .glyphs.filter(({ bbox }) => Number.isFinite(bbox.maxY))
  const above = Math.max(0, ...edges.map(({ bbox }) => bbox.maxY))
  const below = Math.max(0, ...edges.map(({ bbox }) => -bbox.minY))
  return (above + below) / unitsPerEm
}

describe('the text that a glyph of ours stands for', () => {
  /** What a reader gets from the glyphs of a word, one by one. */
  const texts = (word: string) =>
    openFont('latin')
      .layout(word)
      .glyphs.map(({ codePoints }) => String.fromCodePoint(...codePoints))

  it.each(['/\u0338', 'm\u0310', '/\u200d'])('is its own in %j, and stays what it was after it', (word) => {
    const [letter = ''] = word
    expect(texts(letter)).toEqual([letter])
    expect(texts(word)).toEqual([...word])
    expect(texts(letter)).toEqual([letter])
  })
})

const others = languageCodes.filter((code) => code !== defaultLanguage)
const styles: [string, TextStyle][] = [
  ['plain', { size: 10, leading: 15 }],
  ['bold', { size: 10, leading: 15, bold: true }],
]
const cases = others.flatMap((language) => styles.map(([name, style]) => ({ language, name, style })))

describe.each(cases)('every sentence in the language $language, $name', ({ language, style }) => {
  const agreement = agreementTextOf({ ...acceptedFacts, language, sandbox: true })
  const texts = [...new Set([...textsIn(agreement), ...textsIn({ ...dictionaries[language] })])]
  const stretches = stretchesIn(texts, style)

  it('has a glyph of ours for every letter', () => {
    for (const [font, found] of stretches) {
      const missing = [...found].filter((text) => ours(font, text).some(([id]) => id === 0))
      expect([font, missing]).toEqual([font, []])
    }
  })

  it('has ink that stays within its line', () => {
    const tightest = Math.min(
      ...Object.values(stylesIn(languages[language].tag)).map(({ size, leading }) => leading / size),
    )
    for (const [font, found] of stretches) {
      const tall = [...found].filter((text) => inkHeight(font, text) > tightest)
      expect([font, tall]).toEqual([font, []])
    }
  })

  it.skipIf(!hasPdfTools)('has the glyphs and places that HarfBuzz gives them', () => {
    for (const [font, found] of stretches) {
      const list = [...found]
      const expected = theirs(font, list)
      const different = list.filter(
        (text, index) => JSON.stringify(ours(font, text)) !== JSON.stringify(expected[index]),
      )
      expect([font, different]).toEqual([font, []])
    }
  })
})

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
