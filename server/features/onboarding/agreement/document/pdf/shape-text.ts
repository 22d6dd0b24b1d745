import type { Font, Glyph, GlyphPosition } from 'fontkit'
import * as harfbuzz from 'harfbuzzjs'

/** Glyphs of a word with where they stand, in units of the font, as pdfkit reads them. */
export interface ShapedWord {
  glyphs: Glyph[]
  positions: GlyphPosition[]
  /** Of the positions at the time of reading, since pdfkit scales them in place. */
  readonly advanceWidth: number
}

/**
 * Shapes the words of a font with HarfBuzz. fontkit has a shaper of its own, which fails where a mark meets a letter that
 * has no anchor for it, as in અંગ્રેજી; it still opens the font and cuts out the glyphs that are used.
 */
export function createShaper(file: Uint8Array, font: Font): (word: string) => ShapedWord {
  const shaping = new harfbuzz.Font(new harfbuzz.Face(new harfbuzz.Blob(file)))
  const buffer = new harfbuzz.Buffer()
  return (word) => {
    buffer.reset()
    buffer.addText(word)
    buffer.guessSegmentProperties()
    harfbuzz.shape(shaping, buffer)
    const infos = buffer.getGlyphInfos()
    const texts = textsOf(word, infos)
    return {
      glyphs: infos.map(({ codepoint: id }, index) => font.getGlyph(id, texts[index] ?? [])),
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
