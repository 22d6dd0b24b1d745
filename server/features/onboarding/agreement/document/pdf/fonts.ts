import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { create, type Font, type Glyph, type GlyphPosition } from 'fontkit'
import * as harfbuzz from 'harfbuzzjs'

/** The scripts that we have fonts for; text in any other is set in the first. */
export type Script = 'latin' | 'devanagari' | 'gujarati'
export type FontName = Script | `${Script}Bold`

export const fontFiles: Record<FontName, string> = {
  latin: '@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf',
  latinBold: '@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf',
  devanagari: '@expo-google-fonts/noto-sans-devanagari/400Regular/NotoSansDevanagari_400Regular.ttf',
  devanagariBold: '@expo-google-fonts/noto-sans-devanagari/700Bold/NotoSansDevanagari_700Bold.ttf',
  gujarati: '@expo-google-fonts/noto-sans-gujarati/400Regular/NotoSansGujarati_400Regular.ttf',
  gujaratiBold: '@expo-google-fonts/noto-sans-gujarati/700Bold/NotoSansGujarati_700Bold.ttf',
}
const loaded = new Map<FontName, Font>()

/** A font, opened once: reading its tables takes longer than laying out an agreement. */
export function openFont(name: FontName): Font {
  const known = loaded.get(name)
  if (known) return known
  const file = readFileSync(fileURLToPath(import.meta.resolve(fontFiles[name])))
  const font = create(file)
  if (!('layout' in font)) throw new Error(`the font ${name} is a collection`)
  // pdfkit reads no more of a run than this.
  font.layout = cached(createShaper(file, font)) as unknown as Font['layout']
  loaded.set(name, font)
  return font
}

/** Words whose shapes a font keeps. */
const MAX_CACHED = 3000

/** Agreements are made of the same words: shaping each again would be a third of the work. */
function cached(shape: (word: string) => ShapedWord): (word: string) => ShapedWord {
  const known = new Map<string, ShapedWord>()
  return (word) => {
    const run = known.get(word) ?? shape(word)
    if (known.size >= MAX_CACHED) known.clear()
    known.set(word, run)
    // pdfkit scales the places of the letters where they are.
    const positions = run.positions.map((position) => ({ ...position }))
    return Object.assign(Object.create(run), { positions })
  }
}

/** Glyphs of a word with where they stand, in units of the font, as pdfkit reads them. */
interface ShapedWord {
  glyphs: Glyph[]
  positions: GlyphPosition[]
  /** Of the positions at the time of reading, since pdfkit scales them in place. */
  readonly advanceWidth: number
}

/**
 * Shapes the words of a font with HarfBuzz. fontkit has a shaper of its own, which fails where a mark meets a letter that
 * has no anchor for it, as in અંગ્રેજી; it still opens the font and cuts out the glyphs that are used.
 */
function createShaper(file: Uint8Array, font: Font): (word: string) => ShapedWord {
  const shaping = new harfbuzz.Font(new harfbuzz.Face(new harfbuzz.Blob(file)))
  const buffer = new harfbuzz.Buffer()
  return (word) => {
    buffer.reset()
    // A mark is a glyph with a text of its own: with that of the letter before it, each such letter would be read with the mark.
    buffer.setClusterLevel(harfbuzz.ClusterLevel.MONOTONE_CHARACTERS)
    buffer.addText(word)
    buffer.guessSegmentProperties()
    harfbuzz.shape(shaping, buffer)
    const infos = buffer.getGlyphInfos()
    const texts = textsOf(word, infos)
    return {
      // fontkit keeps a glyph with the text it was first asked for, which may be that of another person's agreement.
      glyphs: infos.map(({ codepoint: id }, index) => {
        const glyph: Glyph = Object.create(font.getGlyph(id))
        return Object.assign(glyph, { codePoints: texts[index] ?? [] })
      }),
      positions: buffer.getGlyphPositions(),
      get advanceWidth() {
        return this.positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0)
      },
    }
  }
}

/** The code points that each glyph stands for; those of a group that was shaped as one belong to its first. */
function textsOf(word: string, infos: readonly { cluster: number }[]): number[][] {
  const starts = [...new Set(infos.map(({ cluster }) => cluster))].toSorted((one, other) => one - other)
  return infos.map(({ cluster }, index) => {
    if (infos[index - 1]?.cluster === cluster) return []
    const text = word.slice(cluster, starts[starts.indexOf(cluster) + 1])
    return Array.from(text, (letter) => letter.codePointAt(0) ?? 0)
  })
}
