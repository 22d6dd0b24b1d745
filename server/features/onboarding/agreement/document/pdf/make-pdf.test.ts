import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { acceptedFacts, factsFor, testAcceptance, testPhoto } from '#tests/support/agreement.ts'
import type { AgreementData } from '#server/features/onboarding/agreement/document/agreement-data.ts'
import { dictionaries } from '#server/platform/requested-language.ts'
import { foreignWords } from '#tests/support/foreign-letters.ts'
import { hasPdfTools, pdfText, pdfWords, toolSays } from '#tests/support/pdf-tools.ts'
import { makeAgreement } from './make-pdf.ts'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import * as harfbuzz from 'harfbuzzjs'
import { languages } from '#contract/messages/languages.ts'
import { agreementTextOf } from '#server/features/onboarding/agreement/document/agreement-text.ts'
import { breakLines, fontFiles, type FontName, openFont } from './text-layout.ts'
import { stylesIn } from './sheet.ts'

async function pdfOf(facts: AgreementData): Promise<Uint8Array> {
  return (await makeAgreement(facts)).pdf
}

const accepted = await makeAgreement(acceptedFacts)
const withPhoto = await makeAgreement({ ...acceptedFacts, photo: await testPhoto() })

it('an agreement as a PDF has the same bytes for the same facts, and others for other facts', async () => {
  const second = await makeAgreement({ ...acceptedFacts, photo: await testPhoto() })
  expect(Buffer.from(withPhoto.pdf).equals(second.pdf)).toBe(true)
  expect(second.pdfSha256).toBe(createHash('sha256').update(second.pdf).digest('hex'))
  expect(second.pdfSha256).toBe(withPhoto.pdfSha256)
  expect(accepted.pdfSha256).not.toBe(second.pdfSha256)
})

it('an agreement as a PDF has the same bytes when several are made at once', async () => {
  const names = ['Test Person One', 'परीक्षा नाम', 'પરીક્ષા નામ']
  const alone: string[] = []
  for (const name of names) alone.push((await makeAgreement(factsFor(name))).pdfSha256)
  const together = await Promise.all(names.map((name) => makeAgreement(factsFor(name))))
  expect(together.map(({ pdfSha256 }) => pdfSha256)).toEqual(alone)
})

it('an agreement as a PDF shows a JPEG or PNG photo, and is not made with any other file', async () => {
  const png = await pdfOf({ ...acceptedFacts, photo: await testPhoto('png') })
  for (const { length } of [withPhoto.pdf, png]) expect(length).toBeGreaterThan(accepted.pdf.length)
  await expect(pdfOf({ ...acceptedFacts, photo: Buffer.from('no picture') })).rejects.toThrow()
})

/** Returns the words that the agency, the person and their browser gave, which are the same in every language. */
function givenWords(facts: unknown): string[] {
  if (typeof facts === 'string') return facts.match(/[A-Za-z]{2,}/g) ?? []
  if (typeof facts !== 'object' || facts === null || facts instanceof Uint8Array) return []
  return Object.values(facts).flatMap(givenWords)
}

it.skipIf(!hasPdfTools).each([
  ['hi', 'hi-IN', /\p{Script=Devanagari}/gu, /में से पेज/],
  ['gu', 'gu-IN', /\p{Script=Gujarati}/gu, /પાનું \d+, કુલ \d+/],
] as const)('each page of an agreement is in one language: %s', async (language, tag, script, foot) => {
  const words = dictionaries[language].agreementMessages.accept
  const facts = { ...acceptedFacts, language, acceptance: { ...testAcceptance, words } }
  const pdf = await pdfOf({ ...facts, photo: await testPhoto() })
  const pages = pdfText(pdf).split('\f').slice(0, -1)
  const second = pages.findIndex((page) => page.includes('The same agreement in English'))
  expect(second).toBeGreaterThan(3)
  pages.forEach((page, index) => {
    const share = (page.match(script)?.length ?? 0) / page.replaceAll(/\s/g, '').length
    if (index < second) expect(share).toBeGreaterThan(0.25)
    expect(page).toMatch(index < second ? foot : new RegExp(`Page ${index + 1} of ${pages.length}`))
  })
  // The English text quotes the ticked box in the person's language.
  const foreign = pages.map((page, index) =>
    index < second
      ? foreignWords(page, language, [...givenWords(facts), 'UTC', 'SHA-256', '10A', 'th'])
      : foreignWords(page.replaceAll(/\s+/g, ' '), 'en', [words]),
  )
  expect(foreign).toEqual(pages.map(() => []))
  const whole = Buffer.from(pdf).toString('latin1')
  expect(whole).toContain(`/Lang (${tag})`)
  expect(whole.match(/\/S \/Part\b/g)).toHaveLength(2)
  const told = toolSays({ pdf }, 'pdfinfo', '-struct', 'pdf')
  expect(told.match(/^ {2}Part/gm)).toHaveLength(2)
})

describe.skipIf(!hasPdfTools)('an agreement as poppler reads it', () => {
  it('says what it is, numbers its pages, ends with the evidence, and has nothing personal in its metadata', async () => {
    const { pdf } = accepted
    const said = toolSays({ pdf }, 'pdfinfo', '-isodates', 'pdf')
    expect(said).toMatch(/^Title: +Recruitment services agreement$/m)
    expect(said).toMatch(/^Tagged: +yes$/m)
    expect(said).toMatch(/^CreationDate: +2026-11-2[01]T/m)
    expect(said).toMatch(/^Page size: .*A4/m)
    const pages = pdfText(pdf).split('\f').slice(0, -1)
    pages.forEach((page, index) => expect(page).toContain(`Page ${index + 1} of ${pages.length}`))
    expect(pages.at(-1)?.trimStart()).toMatch(/^14\. Evidence of the acceptance/)
    expect(pages.at(-1)).toContain(testAcceptance.shown.pdfSha256)
    const whole = Buffer.from(pdf).toString('latin1')
    expect(whole).toContain('/Lang (en-IN)')
    expect(whole).not.toMatch(/Test Person|9000000001|XXXX/)
  })

  it('is in reading order for screen readers: headings, labels before values, the name, the picture', async () => {
    const pdf = await pdfOf({ ...factsFor('परीक्षा नाम'), photo: await testPhoto() })
    const told = toolSays({ pdf }, 'pdfinfo', '-struct-text', 'pdf')
    expect(told).toMatch(/H1 \(block\)\n\s+"Recruitment services agreement"/)
    expect(told).toMatch(/H2 \(block\)\n\s+"2\. Your details"\n\s+Figure/)
    expect(told).toMatch(/TH:\n\s+\/Scope \/Row\n\s+"Date of birth"\n\s+TD\n\s+"1 February 1990"/)
    expect(told).toMatch(/LI \(block\)\n\s+Lbl \(block\)\n\s+"•"\n\s+LBody/)
    expect(told.match(/H2 \(block\)/g)).toHaveLength(13)
  })

  it.each([
    ['a thousand letters without a space', 'A'.repeat(1000)],
    ['a thousand letters in words', 'Abcdefghi '.repeat(100).trim()],
    ['five hundred letters of Devanagari', 'क्षत्रिय'.repeat(62)],
    ['a name of nothing but joiners', '\u200d\u200c\u200d'],
    ['letters no font of ours has', '测试 பெயர் 🙂'],
  ])('is made for %s, on the page', async (_, name) => {
    const pdf = await pdfOf({ ...factsFor(name), acceptance: { ...testAcceptance, signName: name } })
    const boxes = toolSays({ pdf }, 'pdftotext', '-bbox', 'pdf', '-')
    const edges = [...boxes.matchAll(/<word xMin="([\d.]+)".* xMax="([\d.]+)" yMax="([\d.]+)"/g)]
    expect(edges.length).toBeGreaterThan(500)
    const [lefts, rights, bottoms] = [1, 2, 3].map((at) => edges.map((edge) => Number(edge[at])))
    expect(Math.min(...(lefts ?? []))).toBeGreaterThanOrEqual(50)
    expect(Math.max(...(rights ?? []))).toBeLessThanOrEqual(545)
    expect(Math.max(...(bottoms ?? []))).toBeLessThanOrEqual(842 - 30)
  })

  it('keeps every letter of a name that is broken over lines, and drops characters that reverse or hide text', async () => {
    const name = 'abcdefghijklmnopqrstuvwxyz'.repeat(10)
    const turned = 'Test\u202e nosreP\u202c \u200bOne\u0000\u0007\u2028Two'
    const words = pdfWords(await pdfOf(factsFor(`${turned} ${name}`)))
    expect(words).toContain('Test nosreP One Two')
    expect(words.replaceAll(' ', '')).toContain(name)
  })
})

/** Returns every text within nested objects and lists. */
function textsIn(tree: unknown): string[] {
  if (typeof tree === 'string') return [tree]
  return tree !== null && typeof tree === 'object' ? Object.values(tree).flatMap(textsIn) : []
}

/** Returns the stretches of these texts that are set in each font, plain or bold. */
function stretchesIn(texts: readonly string[]): Map<FontName, Set<string>> {
  const found = new Map<FontName, Set<string>>()
  const room = { width: Infinity, measure: () => 0 }
  const lines = texts.flatMap((each) => breakLines(each, { size: 10, leading: 15 }, room))
  for (const { font, text } of lines.flat()) {
    const shown = text.trimEnd()
    // A space on its own, such as one between two scripts, has nothing to compare.
    if (shown !== '') found.set(font, (found.get(font) ?? new Set()).add(shown))
  }
  return new Map(
    [...found].flatMap(([font, all]) => [
      [font, all],
      [`${font}Bold` as FontName, all],
    ]),
  )
}

/** Returns glyphs with advances and offsets as pdfkit lays them out: word by word, each with the space after it. */
function placed(font: FontName, text: string): number[][] {
  return text.split(/(?<= )/).flatMap((word) => {
    const { glyphs, positions } = openFont(font).layout(word)
    return glyphs.map(({ id }, index) => {
      const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[index] ?? {}
      return [id, xAdvance, xOffset, yOffset]
    })
  })
}

/** Returns the glyphs that HarfBuzz lays out for the whole text. */
function placedWhole(font: harfbuzz.Font, text: string): number[][] {
  const buffer = new harfbuzz.Buffer()
  buffer.addText(text)
  buffer.guessSegmentProperties()
  harfbuzz.shape(font, buffer)
  const positions = buffer.getGlyphPositions()
  return buffer.getGlyphInfos().map(({ codepoint }, index) => {
    const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[index] ?? {}
    return [codepoint, xAdvance, xOffset, yOffset]
  })
}

/** Returns the distance in em from the lowest to the highest ink of these words. */
function inkHeight(name: FontName, words: readonly string[]): number {
  const font = openFont(name)
  const glyphs = new Map(words.flatMap((word) => font.layout(word).glyphs.map((glyph) => [glyph.id, glyph])))
  const boxes = [...glyphs.values()].map(({ bbox }) => bbox).filter(({ maxY }) => Number.isFinite(maxY))
  const above = Math.max(0, ...boxes.map(({ maxY }) => maxY))
  const below = Math.max(0, ...boxes.map(({ minY }) => -minY))
  return (above + below) / font.unitsPerEm
}

/** Returns the text that a reader extracts from each glyph of a word. */
function textsOf(word: string): string[] {
  const { glyphs } = openFont('latin').layout(word)
  return glyphs.map(({ codePoints }) => String.fromCodePoint(...codePoints))
}

it.each(['/\u0338', 'm\u0310', '/\u200d'])('each glyph in %j stands for its own letter', (word) => {
  const [letter = ''] = word
  expect([letter, word, letter].map(textsOf)).toEqual([[letter], [...word], [letter]])
})

/** Names in which letters are joined, reordered and stacked. */
const names = {
  hi: ['कृष्णा श्रीवास्तव', 'त्र्यम्बक मृत्युञ्जय द्विवेदी', 'अर्जुन विश्वकर्मा', 'फ़िरोज़ ज्ञानेन्द्र'],
  gu: ['જ્યોત્સ્ના દ્વારકાધીશ ત્રિવેદી', 'કૃષ્ણા પ્રજ્ઞા ઉર્વશી', 'હિમ્મતસિંહ બ્રહ્મભટ્ટ', 'અંબાલાલ આંજણા'],
}
const others = ['hi', 'gu'] as const

describe.each(others)('every sentence in the language %s, and each name, plain and bold', (language) => {
  const agreement = agreementTextOf({ ...acceptedFacts, language, sandbox: true })
  const sentences = [...textsIn(agreement), ...textsIn({ ...dictionaries[language] })]
  const stretches = stretchesIn([...new Set([...sentences, ...names[language]])])

  const words = [...stretches].map(([font, found]) => {
    return [font, [...new Set([...found].flatMap((text) => text.split(' ')))]] as const
  })

  it('has a glyph in our fonts for every letter', () => {
    for (const [font, found] of words) {
      const missing = found.filter((word) => placed(font, word).some(([id]) => id === 0))
      expect([font, missing]).toEqual([font, []])
    }
  })

  it('has no ink that touches another line', () => {
    const styles = Object.values(stylesIn(languages[language].tag))
    const tightest = Math.min(...styles.map(({ size, leading }) => leading / size))
    for (const [font, found] of words)
      expect([font, inkHeight(font, found)]).toEqual([font, expect.toSatisfy((em) => em <= tightest)])
  })

  it('has the glyphs and places that HarfBuzz gives for the whole text', () => {
    for (const [name, found] of stretches) {
      const file = readFileSync(fileURLToPath(import.meta.resolve(fontFiles[name])))
      const font = new harfbuzz.Font(new harfbuzz.Face(new harfbuzz.Blob(file)))
      const isOther = (text: string) =>
        JSON.stringify(placed(name, text)) !== JSON.stringify(placedWhole(font, text))
      expect([name, [...found].filter(isOther)]).toEqual([name, []])
    }
  })
})

it.skipIf(!hasPdfTools)('names in the scripts of India are copied as they are written', async () => {
  const name = Object.values(names).flat().join(' One ')
  expect(pdfWords(await pdfOf(factsFor(name)))).toContain(`Name ${name}`)
})
