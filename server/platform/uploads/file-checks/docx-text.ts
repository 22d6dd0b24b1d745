import { createBudget } from './refused.ts'
import { PIECE, readXml } from './xml.ts'
import { readArchive } from './zip-layout.ts'

/** Characters that are shown: a CV has a tenth of it. */
const TEXT_MAX = 200_000
/** Characters of XML that are read for it: visitors' documents wait meanwhile. */
const XML_MAX = 2_000_000
const mainPart = /^word\/document\d*\.xml$/

/** What ends a line in Word, and what stands for a gap. */
const breaks: Record<string, string> = { p: '\n', br: '\n', cr: '\n', tab: '\t', tr: '\n' }

/** The plain text of a DOCX; undefined where it cannot be read. */
export async function textOfDocx(bytes: Buffer): Promise<{ text: string; cut: boolean } | undefined> {
  try {
    const parts = await readArchive(bytes, createBudget(bytes.length))
    const main = [...parts].find(([name]) => mainPart.test(name))?.[1]
    return main && readText(main)
  } catch {
    // It passed every check when it came, so it was altered since, or is of an earlier version of these checks.
    return undefined
  }
}

function readText(content: Buffer): { text: string; cut: boolean } {
  const pieces: string[] = []
  let length = 0
  let inText = false
  let read = 0
  const add = (piece: string) => {
    if (length <= TEXT_MAX) pieces.push(piece)
    length += piece.length
  }
  readXml(content, {
    open({ name, isWord }) {
      inText = isWord && name === 't'
      if (isWord && name !== 'p' && breaks[name] !== undefined) add(breaks[name])
    },
    close({ name, isWord }) {
      inText = false
      if (isWord && name === 'p') add('\n')
    },
    text: (piece) => void (inText && add(piece)),
    isEnough: () => (read += PIECE) >= XML_MAX || length > TEXT_MAX,
  })
  const text = pieces.join('')
  return { text: text.slice(0, TEXT_MAX).trim(), cut: length > TEXT_MAX || read >= XML_MAX }
}
