import { type FontName, type Run, runsOf, settable } from './fonts.ts'

/** How a text is set; sizes in points. */
export interface TextStyle {
  size: number
  /** From line to line. */
  leading: number
  bold?: boolean
  colour?: string
}

/** A stretch of a line in one font; `text` ends with the space behind it where there is one. */
export interface Piece {
  font: FontName
  text: string
  width: number
}
export type Line = Piece[]

/** Width in points of a text without its outer spaces being dropped. */
export type Measure = (text: string, font: FontName, size: number) => number

interface Word {
  pieces: Piece[]
  width: number
  /** Whether it goes on from the word before, without a space. */
  goesOn?: boolean
}

/** Breaks a text into lines no wider than `width`; a word too long for a line is broken between letters as people see them. */
export function breakLines(
  text: string,
  style: TextStyle,
  room: { width: number; measure: Measure },
): Line[] {
  const set = (part: string) => toWord(part, style, room.measure)
  const space = room.measure(' ', fontOf({ script: 'latin', text: '' }, style), style.size)
  const words = settable(text)
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

/** Indian scripts are set in one weight; only headings are bold, and those are ours. */
function fontOf({ script }: Run, { bold }: TextStyle): FontName {
  return bold && script === 'latin' ? 'latinBold' : script
}

function addSpace(line: Line, width: number): void {
  const last = line.at(-1)
  if (!last) return
  last.text += ' '
  last.width += width
}

const letters = new Intl.Segmenter('en-IN', { granularity: 'grapheme' })

/** The word itself, or as many pieces of it as it takes. */
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

/** Neighbours of one font as one piece, so that a line is one stretch of text to whoever copies it. */
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
