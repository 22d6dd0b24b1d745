import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { languages } from '#contract/messages/languages.ts'
import { agreementTextOf } from '#server/features/onboarding/agreement/document/agreement-text.ts'
import { dictionaries } from '#server/platform/requested-language.ts'
import { acceptedFacts, factsFor } from '#tests/support/agreement.ts'
import { hasPdfTools, pdfWords, tool } from '#tests/support/pdf-tools.ts'
import { breakLines, fontFiles, type FontName, openFont, type TextStyle } from './text-layout.ts'
import { stylesIn } from './sheet.ts'
import { makeAgreement } from './make-pdf.ts'

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

/** Names in which letters are joined, reordered and stacked. */
const names = {
  hi: ['कृष्णा श्रीवास्तव', 'त्र्यम्बक मृत्युञ्जय द्विवेदी', 'अर्जुन विश्वकर्मा', 'फ़िरोज़ ज्ञानेन्द्र'],
  gu: ['જ્યોત્સ્ના દ્વારકાધીશ ત્રિવેદી', 'કૃષ્ણા પ્રજ્ઞા ઉર્વશી', 'હિમ્મતસિંહ બ્રહ્મભટ્ટ', 'અંબાલાલ આંજણા'],
}
const others = ['hi', 'gu'] as const
const styles: [string, TextStyle][] = [
  ['plain', { size: 10, leading: 15 }],
  ['bold', { size: 10, leading: 15, bold: true }],
]
const cases = others.flatMap((language) => styles.map(([name, style]) => ({ language, name, style })))

describe.each(cases)(
  'every sentence in the language $language, and each name, $name',
  ({ language, style }) => {
    const agreement = agreementTextOf({ ...acceptedFacts, language, sandbox: true })
    const sentences = [...textsIn(agreement), ...textsIn({ ...dictionaries[language] })]
    const texts = [...new Set([...sentences, ...names[language]])]
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
  },
)

describe.skipIf(!hasPdfTools)('a name in an Indian script', () => {
  it.each(Object.values(names).flat())('is found and copied as it was written: %s', async (name) => {
    const { pdf } = await makeAgreement(factsFor(`${name} One ${name}`))
    expect(pdfWords(pdf)).toContain(`Name ${name} One ${name}`)
  })
})
