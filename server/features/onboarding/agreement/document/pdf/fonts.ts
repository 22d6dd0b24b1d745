import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { create, type Font, type GlyphRun } from 'fontkit'

/** The scripts that fonts are at hand for; whatever is in none of them is set in the first. */
export type Script = 'latin' | 'devanagari' | 'gujarati'
export type FontName = Script | 'latinBold'

const files: Record<FontName, string> = {
  latin: '@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf',
  latinBold: '@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf',
  devanagari: '@expo-google-fonts/noto-sans-devanagari/400Regular/NotoSansDevanagari_400Regular.ttf',
  gujarati: '@expo-google-fonts/noto-sans-gujarati/400Regular/NotoSansGujarati_400Regular.ttf',
}
const loaded = new Map<FontName, Font>()

/** A font, opened once: reading its tables takes longer than setting an agreement. */
export function openFont(name: FontName): Font {
  const known = loaded.get(name)
  if (known) return known
  const font = create(readFileSync(fileURLToPath(import.meta.resolve(files[name]))))
  if (!('layout' in font)) throw new Error(`the font ${name} is a collection`)
  rememberWords(font)
  loaded.set(name, font)
  return font
}

/** Words that a font remembers having set. */
const REMEMBERED = 3000

/** Agreements are made of the same words: setting each anew would be a third of the work. */
function rememberWords(font: Font): void {
  const set = font.layout.bind(font)
  const known = new Map<string, GlyphRun>()
  font.layout = (word, ...how) => {
    if (how.some((option) => option !== undefined)) return set(word, ...how)
    const run = known.get(word) ?? set(word)
    if (known.size >= REMEMBERED) known.clear()
    known.set(word, run)
    // pdfkit scales the places of the letters where they are.
    const positions = run.positions.map((position) => ({ ...position }))
    return Object.assign(Object.create(run), { positions })
  }
}

/** A stretch of text in one script. */
export interface Run {
  script: Script
  text: string
}

const devanagari = /\p{Script=Devanagari}/u
const gujarati = /\p{Script=Gujarati}/u
/** What is written behind a letter of any script and has none of its own. */
const mark = /\p{M}/u
const followers = new Set(['\u200c', '\u200d', '\u0964', '\u0965'])

/** Cuts a text where its script changes. */
export function runsOf(text: string): Run[] {
  const runs: Run[] = []
  for (const letter of text) {
    const last = runs.at(-1)
    const script = last && follows(letter) ? last.script : scriptOf(letter)
    if (last?.script === script) last.text += letter
    else runs.push({ script, text: letter })
  }
  return runs
}

/** Whether it belongs to the letter before it: a joiner, a danda, or a mark that no Indian script claims. */
function follows(letter: string): boolean {
  return followers.has(letter) || (mark.test(letter) && scriptOf(letter) === 'latin')
}

function scriptOf(letter: string): Script {
  if (devanagari.test(letter)) return 'devanagari'
  return gujarati.test(letter) ? 'gujarati' : 'latin'
}

const controls = /[\p{Cc}\p{Zl}\p{Zp}]/gu
/** Characters that are not seen and turn the letters around them, so that a text would read as it is not. */
const invisible = /[\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]/gu

/** A text as it can be set: composed letters, no control characters, nothing that changes its direction. */
export function settable(text: string): string {
  return text.normalize('NFC').replace(controls, ' ').replace(invisible, '')
}
