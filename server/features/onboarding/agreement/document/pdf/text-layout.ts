import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { create, type Font, type Glyph, type GlyphPosition } from 'fontkit'
import * as harfbuzz from 'harfbuzzjs'

/** The scripts that we have fonts for; text in any other script uses the first. */
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

/** Opens a font once: reading its tables takes longer than laying out an agreement. */
export function openFont(name: FontName): Font {
  const known = loaded.get(name)
  if (known) return known
  const file = readFileSync(fileURLToPath(import.meta.resolve(fontFiles[name])))
  const font = create(file)
  if (!('layout' in font)) throw new Error(`the font ${name} is a collection`)
  // pdfkit reads no other part of a run.
  font.layout = cached(createShaper(file, font)) as unknown as Font['layout']
  loaded.set(name, font)
  return font
}

/** Shaped words that are cached for each font. */
const MAX_CACHED = 3000

/** Agreements consist of the same words; shaping each word again would take a third of the work. */
function cached(shape: (word: string) => ShapedWord): (word: string) => ShapedWord {
  const known = new Map<string, ShapedWord>()
  return (word) => {
    const run = known.get(word) ?? shape(word)
    if (known.size >= MAX_CACHED) known.clear()
    known.set(word, run)
    // pdfkit scales the positions in place.
    const positions = run.positions.map((position) => ({ ...position }))
    return Object.assign(Object.create(run), { positions })
  }
}

/** The glyphs of a word and their positions in font units, as pdfkit reads them. */
interface ShapedWord {
  glyphs: Glyph[]
  positions: GlyphPosition[]
  /** Calculated when it is read, since pdfkit scales the positions in place. */
  readonly advanceWidth: number
}

/**
 * Shapes the words of a font with HarfBuzz. fontkit's own shaper fails if a letter has no anchor for its mark, as in
 * અંગ્રેજી. fontkit still opens the font and extracts the used glyphs.
 */
function createShaper(file: Uint8Array, font: Font): (word: string) => ShapedWord {
  const shaping = new harfbuzz.Font(new harfbuzz.Face(new harfbuzz.Blob(file)))
  const buffer = new harfbuzz.Buffer()
  return (word) => {
    buffer.reset()
    // A mark gets a glyph with a text of its own. If it shared the text of the letter before it, every such letter
    // would be copied with the mark.
    buffer.setClusterLevel(harfbuzz.ClusterLevel.MONOTONE_CHARACTERS)
    buffer.addText(word)
    buffer.guessSegmentProperties()
    harfbuzz.shape(shaping, buffer)
    const infos = buffer.getGlyphInfos()
    const texts = textsOf(word, infos)
    return {
      // fontkit caches a glyph with its first text, which may come from another person's agreement.
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

/** Returns the code points of each glyph; if several glyphs were shaped as one group, the first gets them all. */
function textsOf(word: string, infos: readonly { cluster: number }[]): number[][] {
  const starts = [...new Set(infos.map(({ cluster }) => cluster))].toSorted((one, other) => one - other)
  return infos.map(({ cluster }, index) => {
    if (infos[index - 1]?.cluster === cluster) return []
    const text = word.slice(cluster, starts[starts.indexOf(cluster) + 1])
    return Array.from(text, (letter) => letter.codePointAt(0) ?? 0)
  })
}

export interface Run {
  script: Script
  text: string
}

const devanagari = /\p{Script=Devanagari}/u
const gujarati = /\p{Script=Gujarati}/u
const mark = /\p{M}/u
const followers = new Set(['\u200c', '\u200d', '\u0964', '\u0965'])

function runsOf(text: string): Run[] {
  const runs: Run[] = []
  for (const letter of text) {
    const last = runs.at(-1)
    const script = last && follows(letter) ? last.script : scriptOf(letter)
    if (last?.script === script) last.text += letter
    else runs.push({ script, text: letter })
  }
  return runs
}

/** Returns whether a character belongs to the letter before it: a joiner, a danda, or a mark of no Indian script. */
function follows(letter: string): boolean {
  return followers.has(letter) || (mark.test(letter) && scriptOf(letter) === 'latin')
}

function scriptOf(letter: string): Script {
  if (devanagari.test(letter)) return 'devanagari'
  return gujarati.test(letter) ? 'gujarati' : 'latin'
}

const controls = /[\p{Cc}\p{Zl}\p{Zp}]/gu
/** Invisible characters, and those that reverse the text around them and so could falsify it. */
const invisible = /[\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]/gu

/** Composes letters and removes control characters and everything that changes the direction of the text. */
function printable(text: string): string {
  return text.normalize('NFC').replace(controls, ' ').replace(invisible, '')
}

/** Sizes are in points. */
export interface TextStyle {
  size: number
  /** Distance between lines. */
  leading: number
  bold?: boolean
  colour?: string
}

/** A stretch of a line in one font; `text` includes the space after it, if there is one. */
export interface Piece {
  font: FontName
  text: string
  width: number
}
export type Line = Piece[]

/** Returns the width of a text in points, including its outer spaces. */
export type Measure = (text: string, font: FontName, size: number) => number

interface Word {
  pieces: Piece[]
  width: number
  /** Whether it follows the previous word without a space. */
  goesOn?: boolean
}

/** Breaks a text into lines no wider than `width`. A word that is too long is broken between visible letters. */
export function breakLines(
  text: string,
  style: TextStyle,
  room: { width: number; measure: Measure },
): Line[] {
  const set = (part: string) => toWord(part, style, room.measure)
  const space = room.measure(' ', fontOf({ script: 'latin', text: '' }, style), style.size)
  const words = printable(text)
    .split(/[^\S\u00a0]+/u)
    .filter(Boolean)
    .flatMap((word) => fitting(word, { width: room.width, set }))
  const lines: Line[] = []
  let used = Infinity
  for (const word of words) {
    const line = lines.at(-1)
    if (line && !word.goesOn) addSpace(line, space)
    if (line && !word.goesOn && used + space + word.width <= room.width) {
      line.push(...word.pieces)
      used += space + word.width
    } else {
      lines.push([...word.pieces])
      used = word.width
    }
  }
  return lines.map(joined)
}

function toWord(text: string, style: TextStyle, measure: Measure): Word {
  const pieces = runsOf(text).map((run) => {
    const font = fontOf(run, style)
    return { font, text: run.text, width: measure(run.text, font, style.size) }
  })
  return { pieces, width: pieces.reduce((sum, piece) => sum + piece.width, 0) }
}

function fontOf({ script }: Run, { bold }: TextStyle): FontName {
  return bold ? `${script}Bold` : script
}

function addSpace(line: Line, width: number): void {
  const last = line.at(-1)
  if (!last) return
  last.text += ' '
  last.width += width
}

const letters = new Intl.Segmenter('en-IN', { granularity: 'grapheme' })

/** Returns the word, or the pieces that it has to be broken into. */
function fitting(text: string, { width, set }: { width: number; set: (part: string) => Word }): Word[] {
  const whole = set(text)
  if (whole.width <= width) return [whole]
  const parts: Word[] = []
  let part = ''
  for (const { segment } of letters.segment(text)) {
    if (part && set(part + segment).width > width) {
      parts.push(set(part))
      part = ''
    }
    part += segment
  }
  return [...parts, set(part)].map((word, index) => ({ ...word, goesOn: index > 0 }))
}

/** Joins neighbours in one font, so that a line is copied as one stretch of text. */
function joined(line: Line): Line {
  const pieces: Line = []
  for (const piece of line) {
    const last = pieces.at(-1)
    if (last?.font === piece.font) {
      last.text += piece.text
      last.width += piece.width
    } else {
      pieces.push({ ...piece })
    }
  }
  return pieces
}
